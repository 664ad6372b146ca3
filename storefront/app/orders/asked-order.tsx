import '../i18n/needs/account-messages.ts';
import '../i18n/needs/orders-messages.ts';
import { useCallback } from 'react';
import { useParams } from 'react-router';
import { ordersPath } from '../account-paths.ts';
import { AccountPageFrame } from '../accounts/account-page-frame.tsx';
import { AsyncContent, useAsyncData } from '../accounts/asked.tsx';
import { useText } from '../i18n/text-context.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { InlineNotice } from '../ui/notice-box.tsx';
import { findAsCustomer } from './find-as-customer.ts';
import type { ShownOrder } from './shown-order.ts';

/** Loads the customer's order named by the URL; another customer's order is not found. */
export function LoadedOrder({
  title = 'orders.number',
  children,
}: {
  title?: 'orders.number' | 'orders.taxInvoice';
  children: (order: ShownOrder) => React.ReactNode;
}) {
  const { t } = useText();
  const number = decodeURIComponent((useParams()['*'] ?? '').split('/')[1] ?? '');
  const load = useCallback((signal: AbortSignal) => findAsCustomer(number, signal), [number]);
  const { loaded, retry } = useAsyncData(load);
  return (
    <AccountPageFrame title={t(title, { number })}>
      <AsyncContent loaded={loaded} retry={retry}>
        {(order) => (order ? children(order) : <NotFound />)}
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
