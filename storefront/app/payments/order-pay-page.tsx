import { shop } from '@fynbos/core/shop.ts';
import { data, useLocation } from 'react-router';
import '../platform/i18n/parts/account-messages.ts';
import '../platform/i18n/parts/checkout-messages.ts';
import '../platform/i18n/parts/payments-messages.ts';
import { orderPayPath } from '../paths.ts';
import { apiSettings } from '../platform/api/api-settings.ts';
import { useText } from '../platform/i18n/text-context.tsx';
import { latePartHeaders } from '../platform/pages/late-parts.ts';
import { pageHeaders } from '../platform/pages/page-headers.ts';
import { PageHead } from '../ui/page-head.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { CardPayment } from './components/oppwa-payment.tsx';
import { CardShape } from './components/oppwa-widget.tsx';
import { readReturnHints } from './state/provider-return-parameters.ts';

/** The origin of the card provider: the Content Security Policy of this document allows no other. */
export const loader = () =>
  data(
    { cardOrigin: apiSettings().cardOrigin ?? '' },
    {
      headers: {
        'cache-control': 'private, no-store',
        'referrer-policy': 'no-referrer',
        ...latePartHeaders(['messages/account', 'messages/checkout', 'messages/payments']),
      },
    },
  );
export const headers = pageHeaders;

/**
 * The page for a card payment (PAY-1). It is a document of its own, entered and left by a full load: only
 * here may the card provider run its script, and no other code of the shop runs beside it.
 */
export default function OrderPayPage({ loaderData }: { loaderData: { cardOrigin: string } }) {
  const { t } = useText();
  const alive = useHydrated();
  const { search } = useLocation();
  const { ref } = readReturnHints(new URLSearchParams(search));
  return (
    <div className="page-width pb-16">
      <PageHead
        title={t('shop.pageTitle', { page: t('payments.cardTitle'), shop: shop.name })}
        canonical={orderPayPath}
        noIndex
      />
      <p className="hidden py-10 font-semibold noscript:block">{t('payments.needsScripts')}</p>
      <div className="mx-auto grid max-w-xl gap-6 py-6 noscript:hidden">
        <PageTitle>{t('payments.cardTitle')}</PageTitle>
        {alive ? <CardPayment reference={ref ?? ''} cardOrigin={loaderData.cardOrigin} /> : <CardShape />}
      </div>
    </div>
  );
}
