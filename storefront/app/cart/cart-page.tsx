import { shop } from '@fynbos/core/shop.ts';
import { lazy, Suspense } from 'react';
import { data } from 'react-router';
import { BreadcrumbTrail } from '../catalogue/components/breadcrumbs.tsx';
import { useText } from '../platform/i18n/text-context.tsx';
import '../platform/i18n/parts/cart-messages.ts';
import { cartPath } from '../paths.ts';
import { latePartHeaders } from '../platform/pages/late-parts.ts';
import { pageHeaders } from '../platform/pages/page-headers.ts';
import { PageHead } from '../ui/page-head.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { loadCart, useCartCount } from './components/cart-loader.ts';

/** The server renders only the frame: the content of a cart is known only to its browser. */
export const loader = () =>
  data(null, { headers: { 'cache-control': 'private, no-store', ...latePartHeaders(['messages/cart']) } });
export const headers = pageHeaders;

const WholeCart = lazy(async () => {
  const [view] = await Promise.all([import('./components/cart-view.lazy.tsx'), loadCart()]);
  return { default: view.WholeCart };
});

/** The full cart with its prices and the link to checkout (spec commerce 2). */
export default function CartPage() {
  const { t } = useText();
  const count = useCartCount();
  return (
    <div className="page-width pb-16">
      <PageHead
        title={t('shop.pageTitle', { page: t('cart.title'), shop: shop.name })}
        canonical={cartPath}
        noIndex
      />
      <BreadcrumbTrail crumbs={[]} current={t('cart.title')} />
      <PageTitle count={count > 0 ? t('cart.count', { count }) : undefined}>{t('cart.title')}</PageTitle>
      <p className="hidden py-10 noscript:block">{t('cart.needsScripts')}</p>
      {useHydrated() ? (
        <Suspense fallback={<Waiting />}>
          <WholeCart />
        </Suspense>
      ) : (
        <Waiting />
      )}
    </div>
  );
}

/** A placeholder while the stored cart is loading. */
function Waiting() {
  const { t } = useText();
  return (
    <div role="status" className="mt-4 grid min-h-96 content-start gap-4 lg:max-w-3xl noscript:hidden">
      <span className="sr-only">{t('shop.loading')}</span>
      <div className="h-28 rounded-petal bg-surface-muted" />
      <div className="h-28 rounded-petal bg-surface-muted" />
    </div>
  );
}
