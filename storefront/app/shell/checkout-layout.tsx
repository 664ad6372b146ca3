import { shop } from '@fynbos/core/shop.ts';
import { Link, Outlet, useLocation } from 'react-router';
import { useAccountShell } from '../accounts/components/account-shell-loader.ts';
import { useCartShell } from '../cart/components/cart-loader.ts';
import { useText } from '../platform/i18n/text-context.tsx';
import '../platform/i18n/parts/checkout-messages.ts';
import { cartPath, checkoutPath, homePath, normalPath, orderPayPath, placedHash } from '../paths.ts';
import { hydrateOnInteraction } from '../ui/loading/hydrate-on-interaction.tsx';
import { Logo } from '../ui/logo.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { AccountSync } from './account/account-sync.tsx';
import { LateParts } from './deferred-parts-loader.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import { useRouteFocus } from './route-focus.ts';

const NetworkNotices = hydrateOnInteraction(
  async () => (await import('./network/network-status.lazy.tsx')).NetworkNotices,
);

/**
 * The layout of the checkout: the shop's name, and a link back to the cart or, once there is an order, to
 * the shop.
 */
export default function QuietLayout() {
  const { t } = useText();
  const AccountShell = useAccountShell();
  const CartShell = useCartShell();
  useRouteFocus();
  // The card provider's script runs on this page, so leaving it loads a new document.
  const { pathname, hash } = useLocation();
  const leaves = normalPath(pathname) === orderPayPath;
  const isCheckout = pathname === checkoutPath;
  // Only the browser knows the hash.
  const isPlaced = useHydrated() && hash === placedHash;
  const hasCart = isCheckout && !isPlaced;
  return (
    <>
      <a href="#main" className="skip-link">
        {t('nav.skip')}
      </a>
      <header className="bg-inverse text-on-inverse">
        <div className="page-width flex flex-wrap items-center justify-between gap-x-4">
          <Link
            to={homePath}
            reloadDocument={leaves}
            aria-label={t('nav.homeOf', { shop: shop.name })}
            className="inline-flex h-14 items-center"
          >
            <Logo />
          </Link>
          <Link
            to={hasCart ? cartPath : homePath}
            reloadDocument={leaves}
            className="inline-flex min-h-11 items-center underline underline-offset-4"
          >
            {t(hasCart ? 'checkout.backToCart' : 'checkout.goOn')}
          </Link>
        </div>
      </header>
      <OfflineNotice />
      <NetworkNotices />
      <main id="main" tabIndex={-1} data-offline={isCheckout ? 'works' : undefined} className="pt-4">
        <Outlet />
      </main>
      <LateParts />
      <footer className="mt-auto bg-inverse py-6 text-on-inverse">
        <p className="page-width">{t('shop.vatNote')}</p>
      </footer>
      {AccountShell && (
        <>
          <AccountShell />
          <AccountSync />
        </>
      )}
      {CartShell && <CartShell />}
    </>
  );
}
