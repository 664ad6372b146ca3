import '../../platform/i18n/parts/account-messages.ts';
import '../../platform/i18n/parts/orders-messages.ts';
import { useCallback } from 'react';
import { useParams } from 'react-router';
import { AccountPageFrame } from '../../accounts/components/account-page-frame.tsx';
import { ordersPath } from '../../accounts/state/account-paths.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { AsyncContent, useAsyncData } from '../../ui/loading/async-content.tsx';
import { InlineNotice } from '../../ui/notices/inline-notice.tsx';
import { findAsCustomer } from '../state/find-customer-order.ts';
import type { ShownOrder } from '../state/order-response.ts';

/** Loads the customer's order named by the URL; another customer's order is not found. */
export function LoadedOrder({
  title = 'orders.number',
  children,
}: {
  title?: 'orders.number' | 'orders.invoice' | 'orders.taxInvoice';
  /** @param reload loads the order again */
  children: (order: ShownOrder, reload: () => void) => React.ReactNode;
}) {
  const { t } = useText();
  const number = decodeURIComponent((useParams()['*'] ?? '').split('/')[1] ?? '');
  const load = useCallback((signal: AbortSignal) => findAsCustomer(number, signal), [number]);
  const { loaded, retry } = useAsyncData(load);
  return (
    <AccountPageFrame title={t(title, { number })}>
      <AsyncContent loaded={loaded} retry={retry}>
        {(order) => (order ? children(order, retry) : <NotFound />)}
      </AsyncContent>
    </AccountPageFrame>
  );
}

function NotFound() {
  const { t } = useText();
  return (
    <InlineNotice icon="search" title={t('orders.notFound')}>
      <ButtonLink to={ordersPath} variant="plain" className="justify-self-start">
        {t('orders.title')}
      </ButtonLink>
    </InlineNotice>
  );
}
