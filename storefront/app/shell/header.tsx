import { shop } from '@fynbos/core/shop.ts';
import { AccountLink } from '../accounts/components/account-link.tsx';
import { homePath } from '../paths.ts';
import { useText } from '../platform/i18n/text-context.tsx';
import { hasStoredState } from '../platform/storage/store-view-storage.ts';
import { SearchOpener } from '../search/search-opener.tsx';
import { LanguageSwitch } from '../ui/language-switch.tsx';
import { hydrateOnInteraction } from '../ui/loading/hydrate-on-interaction.tsx';
import { Logo } from '../ui/logo.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { Menu } from '../ui/panels/dropdown-menu.tsx';
import { CategoryBar } from './menu/category-bar.tsx';
import type { MenuNode } from './menu/category-menu.ts';

const HeaderLinks = hydrateOnInteraction(
  async () => (await import('./shop-links.lazy.tsx')).HeaderLinks,
  hasStoredState,
);
const CartLink = hydrateOnInteraction(
  async () => (await import('../cart/components/mini-cart/cart-link.lazy.tsx')).CartLink,
  hasStoredState,
);

/**
 * Name, search, account, cart and categories. On a phone the search stays visible while scrolling; categories and cart
 * are in the bottom navigation.
 */
export function Header({ menu }: { menu: readonly MenuNode[] }) {
  const { t } = useText();
  return (
    <>
      <header className="sticky -top-14 z-20 bg-inverse pt-[env(safe-area-inset-top)] text-on-inverse lg:static">
        <div className="page-width flex flex-wrap items-center gap-x-1 lg:flex-nowrap lg:gap-x-6 lg:py-3">
          {/* Begins the second row on a phone. */}
          <span className="order-1 basis-full lg:hidden" />
          <PageLink
            to={homePath}
            aria-label={t('nav.homeOf', { shop: shop.name })}
            className="flex h-14 items-center"
          >
            <Logo />
          </PageLink>
          <SearchOpener className="order-1 my-2 min-w-0 flex-1 lg:order-none lg:mx-auto lg:my-0 lg:max-w-2xl" />
          <nav aria-label={t('nav.service')} className="hidden shrink-0 lg:block">
            <HeaderLinks />
          </nav>
          <LanguageMenu />
          <AccountLink />
          <div className="hidden size-11 lg:block">
            <CartLink />
          </div>
        </div>
      </header>
      {menu.length > 0 && <CategoryBar menu={menu} />}
    </>
  );
}

/** The current language of the shop, and the menu to change it. */
function LanguageMenu() {
  const { locale, t } = useText();
  return (
    <Menu
      quiet
      className="ml-auto lg:ml-0"
      icon="globe"
      label={
        <>
          <span className="sr-only">{t('language.change')}: </span>
          {locale.slice(0, 2).toUpperCase()}
        </>
      }
    >
      <LanguageSwitch className="language p-3" />
    </Menu>
  );
}
