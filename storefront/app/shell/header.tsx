import { shop } from '@fynbos/core/shop.ts';
import { AccountLink } from '../accounts/components/account-link.tsx';
import { homePath } from '../paths.ts';
import { useText } from '../platform/i18n/text-context.tsx';
import { hasStoredState } from '../platform/storage/store-view-storage.ts';
import { SearchOpener } from '../search/search-button.tsx';
import { Icon } from '../ui/icons.tsx';
import { LanguageSwitch } from '../ui/language-switch.tsx';
import { hydrateOnInteraction } from '../ui/loading/hydrate-on-interaction.tsx';
import { Logo } from '../ui/logo.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { Menu } from '../ui/panels/dropdown-menu.tsx';
import { sidebarPanel } from '../ui/panels/panel-ids.ts';
import { useOpens } from '../ui/panels/panels-provider.tsx';
import { CategoryBar } from './menu/category-bar.tsx';
import type { MenuNode } from './menu/category-menu.ts';

const HeaderLinks = hydrateOnInteraction(
  async () => (await import('./shop-links.lazy.tsx')).HeaderLinks,
  hasStoredState,
);
const CartLink = hydrateOnInteraction(
  async () => (await import('../cart/components/cart-link.lazy.tsx')).CartLink,
  hasStoredState,
);

/** On a phone these are in the second row, which stays visible while scrolling. */
const inSecondRow = 'order-1 my-2 lg:order-none lg:my-0';

/** Name, search, cart and categories. On a phone menu, search, account and cart stay visible while scrolling. */
export function Header({ menu }: { menu: readonly MenuNode[] }) {
  const { t } = useText();
  const opens = useOpens(sidebarPanel);
  return (
    <>
      <header className="sticky -top-14 z-20 bg-inverse pt-[env(safe-area-inset-top)] text-on-inverse lg:static">
        <div className="page-width flex flex-wrap items-center gap-x-1 lg:flex-nowrap lg:gap-x-6 lg:py-3">
          {/* Begins the second row on a phone. */}
          <span className="order-1 basis-full lg:hidden" />
          <button
            type="button"
            {...opens}
            aria-label={t('nav.openMenu')}
            className={`${inSecondRow} -ml-2 flex size-11 items-center justify-center lg:hidden noscript:hidden`}
          >
            <Icon name="menu" />
          </button>
          <PageLink
            to={homePath}
            aria-label={t('nav.homeOf', { shop: shop.name })}
            className="flex h-14 items-center"
          >
            <Logo name={shop.name} />
          </PageLink>
          <SearchOpener className={`${inSecondRow} min-w-0 flex-1 lg:mx-auto lg:max-w-2xl`} />
          <nav aria-label={t('nav.service')} className="hidden shrink-0 lg:block">
            <HeaderLinks />
          </nav>
          <LanguageMenu />
          <div className={inSecondRow}>
            <AccountLink />
          </div>
          <div className={`${inSecondRow} size-11`}>
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
