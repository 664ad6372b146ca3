import { shop } from '@fynbos/core/shop.ts';
import { useMemo } from 'react';
import { type ActionFunctionArgs, data, redirect, useLocation } from 'react-router';
import '../platform/i18n/parts/account-messages.ts';
import '../platform/i18n/parts/checkout-messages.ts';
import '../platform/i18n/parts/payments-messages.ts';
import { orderStatusPath, withQuery } from '../paths.ts';
import { useText } from '../platform/i18n/text-context.tsx';
import { latePartHeaders } from '../platform/pages/late-parts.ts';
import { pageHeaders } from '../platform/pages/page-headers.ts';
import { PageHead } from '../ui/page-head.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import './state/paypal-agreement.ts';
import { PaymentSeen } from './components/payment-status.tsx';
import { harmlessParameters, readReturnHints } from './state/provider-return-parameters.ts';
import { usePayment } from './state/use-payment-status.ts';

/**
 * The address may hold provider parameters until the page is hydrated. It is not stored, and a `Referer` has the origin
 * alone. With `no-referrer`, browsers would post the form that shows the order without an origin, and the shop would
 * refuse it.
 */
export const loader = () =>
  data(null, {
    headers: {
      'cache-control': 'private, no-store',
      'referrer-policy': 'strict-origin',
      ...latePartHeaders(['messages/account', 'messages/checkout', 'messages/payments']),
    },
  });
export const headers = pageHeaders;

/** The page needs no data from the server. */
export const clientLoader = () => null;

/**
 * Some providers send shoppers back with a form post. The fields that identify the payment move into the
 * address.
 */
export async function action({ request }: ActionFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const form = await request.formData().catch(() => new FormData());
  for (const [name, value] of form) if (typeof value === 'string' && !query.has(name)) query.set(name, value);
  return redirect(withQuery(orderStatusPath, harmlessParameters(query)), 303);
}

/**
 * The page shoppers return to after paying (spec accounts 2.1). It shows the payment's real status, whatever the
 * address claims.
 */
export default function OrderStatusPage() {
  const { t } = useText();
  const alive = useHydrated();
  return (
    <div className="page-width pb-16">
      <PageHead
        title={t('shop.pageTitle', { page: t('payments.title'), shop: shop.name })}
        canonical={orderStatusPath}
        noIndex
      />
      <p className="hidden py-10 font-semibold noscript:block">{t('payments.needsScripts')}</p>
      <div className="mx-auto max-w-2xl noscript:hidden">
        {alive ? <Watched /> : <PaymentSeen seen={{ kind: 'asking' }} isWatched refresh={() => {}} />}
      </div>
    </div>
  );
}

function Watched() {
  const { search } = useLocation();
  const hints = useMemo(() => readReturnHints(new URLSearchParams(search)), [search]);
  return <PaymentSeen {...usePayment(hints)} returned={hints.returned} />;
}
