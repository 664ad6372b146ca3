import { shop } from '@fynbos/core/shop.ts';
import { Link } from 'react-router';
import { AccountLink } from '../accounts/components/account-link.tsx';
import { homePath } from '../paths.ts';
import { useText } from '../platform/i18n/text-context.tsx';
import { hasStoredState } from '../platform/storage/store-view-storage.ts';
import { SearchOpener } from '../search/search-button.tsx';
import { Icon } from '../ui/icons.tsx';
import { LanguageSwitch } from '../ui/language-switch.tsx';
import { whenTouched } from '../ui/loading/hydrate-on-interaction.tsx';
import { Logo } from '../ui/logo.tsx';
import { Menu } from '../ui/panels/dropdown-menu.tsx';
import { sidebarPanel } from '../ui/panels/panel-ids.ts';
import { useOpens } from '../ui/panels/panels-provider.tsx';
import { CategoryBar } from './menu/category-bar.tsx';
import type { MenuNode } from './menu/category-menu.ts';

const HeaderLinks = whenTouched(
  async () => (await import('./shop-links.lazy.tsx')).HeaderLinks,
  hasStoredState,
);
const CartLink = whenTouched(
  async () => (await import('../cart/components/cart-link.lazy.tsx')).CartLink,
  hasStoredState,
);

/** Name, search, cart and categories. On a phone search and cart stay visible while scrolling. */
export function Header({ menu }: { menu: readonly MenuNode[] }) {
  const { t } = useText();
  const opens = useOpens(sidebarPanel);
  return (
    <>
      <header className="sticky -top-14 z-20 bg-band text-on-band lg:static">
        <div className="wide flex flex-wrap items-center gap-x-1 lg:flex-nowrap lg:gap-x-6 lg:py-3">
          <button
            type="button"
            {...opens}
            aria-label={t('nav.openMenu')}
            className="-ml-2 flex size-14 items-center justify-center lg:hidden unscripted:hidden"
          >
            <Icon name="menu" />
          </button>
          <Link
            to={homePath}
            aria-label={t('nav.homeOf', { shop: shop.name })}
            className="-ml-3 flex h-14 items-center lg:ml-0 unscripted:ml-0"
          >
            <Logo name={shop.name} />
          </Link>
          <SearchOpener className="order-last mb-2 min-w-0 flex-1 basis-[calc(100%-4rem)] lg:order-none lg:mx-auto lg:mb-0 lg:max-w-2xl" />
          <nav className="hidden shrink-0 lg:block">
            <HeaderLinks />
          </nav>
          <LanguageMenu />
          <AccountLink />
          <div className="order-last mb-2 size-11 lg:order-none lg:mb-0">
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
