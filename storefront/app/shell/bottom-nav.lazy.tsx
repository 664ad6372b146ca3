import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { useCartCount, useIsCartLoaded } from '../cart/components/cart-loader.ts';
import { CartPanels } from '../cart/components/mini-cart/cart-panels.tsx';
import { useMiniCart } from '../cart/components/mini-cart/use-mini-cart.ts';
import { wishlist } from '../lists/product-lists.ts';
import { useStoredList } from '../lists/stored-list.ts';
import { useWishlistPanel } from '../lists/use-wishlist-panel.ts';
import { cartPath, homePath, searchPath, wishlistPath } from '../paths.ts';
import { opensElsewhere } from '../platform/browser/opens-elsewhere.ts';
import { useText } from '../platform/i18n/text-context.tsx';
import '../platform/i18n/parts/menu-messages.ts';
import { loadSearchForm } from '../search/search-field.tsx';
import { CountBadge } from '../ui/count-badge.tsx';
import { LateIcon } from '../ui/deferred-icon.tsx';
import { Icon } from '../ui/icons.tsx';
import { lazyComponent } from '../ui/lazy-component.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { searchPanel, sidebarPanel } from '../ui/panels/panel-ids.ts';
import { useOpens, usePanels } from '../ui/panels/panels-provider.tsx';
import { crossFadePages } from './cross-fade.ts';
import '../platform/i18n/parts/cart-messages.ts';
import '../platform/i18n/parts/lists-messages.ts';

const CartTotal = lazyComponent(
  async () => (await import('../cart/components/mini-cart/cart-total.lazy.tsx')).CartTotal,
  ({ children }) => children,
);

const item =
  'flex w-full flex-col items-center justify-center gap-0.5 px-0.5 text-center font-medium text-[0.6875rem] leading-3 aria-[current]:font-bold aria-[current]:text-accent';

/** The main places of the shop within reach of the thumb, fixed to the bottom of narrow screens, and the cart's panels. */
export function BottomNav() {
  const { t } = useText();
  const { pathname } = useLocation();
  const opens = useOpens(sidebarPanel);
  const search = useSearchOpener();
  const openWishlist = useWishlistPanel();
  const wished = useStoredList(wishlist).length;
  // This part is loaded with the first interaction.
  useEffect(crossFadePages, []);
  const current = (path: string) => (pathname === path ? 'page' : undefined);
  return (
    <>
      <nav aria-label={t('nav.service')} className="bottom-nav">
        <PageLink to={homePath} aria-current={current(homePath)} className={item}>
          <LateIcon name="home" />
          {t('nav.home')}
        </PageLink>
        <button type="button" {...opens} className={`${item} noscript:hidden`}>
          <Icon name="menu" />
          {t('nav.categories')}
        </button>
        <Link to={searchPath} {...search} aria-current={current(searchPath)} className={item}>
          <Icon name="search" />
          {t('nav.search')}
        </Link>
        <Link to={wishlistPath} onClick={openWishlist} aria-current={current(wishlistPath)} className={item}>
          <span className="relative">
            <LateIcon name="heart" />
            <CountBadge count={wished} />
          </span>
          <span>
            {t('wishlist.title')}
            {wished > 0 && <span className="sr-only">: {t('list.count', { count: wished })}</span>}
          </span>
        </Link>
        <CartItem isCurrent={pathname === cartPath} />
      </nav>
      <CartPanels />
    </>
  );
}

/** The cart with its count, and its total once the cart's code is loaded. */
function CartItem({ isCurrent }: { isCurrent: boolean }) {
  const { t } = useText();
  const count = useCartCount();
  const isLoaded = useIsCartLoaded();
  const title = t('cart.title');
  const plain = <span aria-hidden="true">{title}</span>;
  return (
    <Link to={cartPath} {...useMiniCart()} aria-current={isCurrent ? 'page' : undefined} className={item}>
      <span className="relative">
        <Icon name="basket" />
        <CountBadge count={count} />
      </span>
      <span className="sr-only">
        {title}
        {count > 0 && `: ${t('cart.count', { count })}`}{' '}
      </span>
      {isLoaded ? <CartTotal fallback={plain}>{plain}</CartTotal> : plain}
    </Link>
  );
}

/** Attributes of a link to the search page that opens the search panel. Its form is loaded before a likely click. */
function useSearchOpener() {
  const { show } = usePanels();
  return {
    'aria-haspopup': 'dialog' as const,
    onPointerEnter: loadSearchForm,
    onFocus: loadSearchForm,
    onClick(event: React.MouseEvent) {
      if (opensElsewhere(event)) return;
      event.preventDefault();
      show(searchPanel);
    },
  };
}
