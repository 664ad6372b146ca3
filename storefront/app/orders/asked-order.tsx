import '../i18n/needs/account-messages.ts';
import '../i18n/needs/orders-messages.ts';
import { useCallback } from 'react';
import { useParams } from 'react-router';
import { ordersPath } from '../account-paths.ts';
import { AccountPageFrame } from '../accounts/account-page-frame.tsx';
import { AskedView, useAsked } from '../accounts/asked.tsx';
import { useText } from '../i18n/text-context.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { NoticeBox } from '../ui/notice-box.tsx';
import { findAsCustomer } from './find-as-customer.ts';
import type { ShownOrder } from './shown-order.ts';

/** The customer's order that the address names, asked for; somebody else's is not found. */
export function AskedOrder({
  title = 'orders.number',
  children,
}: {
  title?: 'orders.number' | 'orders.taxInvoice';
  children: (order: ShownOrder) => React.ReactNode;
}) {
  const { t } = useText();
  const number = decodeURIComponent((useParams()['*'] ?? '').split('/')[1] ?? '');
  const ask = useCallback((signal: AbortSignal) => findAsCustomer(number, signal), [number]);
  const { asked, again } = useAsked(ask);
  return (
    <AccountPageFrame title={t(title, { number })}>
      <AskedView asked={asked} again={again}>
        {(order) => (order ? children(order) : <NotFound />)}
      </AskedView>
    </AccountPageFrame>
  );
}

function NotFound() {
  const { t } = useText();
  return (
    <NoticeBox icon="search" title={t('orders.notFound')}>
      <ButtonLink to={ordersPath} look="plain" className="justify-self-start">
        {t('orders.title')}
      </ButtonLink>
    </NoticeBox>
  );
}
