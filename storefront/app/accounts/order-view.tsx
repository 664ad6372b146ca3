import { orderHistory } from '@fynbos/core/orders/contract.ts';
import '../i18n/needs/account-messages.ts';
import '../i18n/needs/orders-messages.ts';
import { useCallback } from 'react';
import { useParams } from 'react-router';
import { ordersPath } from '../account-paths.ts';
import { useText } from '../i18n/text-context.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { NoticeBox } from '../ui/notice-box.tsx';
import { AccountPageFrame } from './account-page-frame.tsx';
import { AskedView, useAsked } from './asked.tsx';
import { type OrderLine, readOrder } from './order-line.ts';
import { callAsCustomer } from './session/call-as-customer.ts';

const pageSize = 100;

/** One order of the customer's; somebody else's is not found. */
export default function OrderView() {
  const { t } = useText();
  const orderId = decodeURIComponent((useParams()['*'] ?? '').split('/')[1] ?? '');
  const ask = useCallback((signal: AbortSignal) => findOrder(orderId, signal), [orderId]);
  const { asked, again } = useAsked(ask);
  return (
    <AccountPageFrame title={t('orders.number', { number: orderId })}>
      <AskedView asked={asked} again={again}>
        {(order) => (order ? <Order order={order} /> : <NotFound />)}
      </AskedView>
    </AccountPageFrame>
  );
}

/** Looks through the history, page after page: there is no call for one order. */
async function findOrder(id: string, signal: AbortSignal): Promise<OrderLine | undefined> {
  for (let currentPage = 1; ; currentPage++) {
    const { result } = await callAsCustomer(orderHistory, { query: { pageSize, currentPage }, signal });
    const found = result.items.map(readOrder).find((order) => order.id === id);
    if (found || currentPage * pageSize >= result.total_count) return found;
  }
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

function Order({ order }: { order: OrderLine }) {
  const { t, date, price } = useText();
  return (
    <div className="grid max-w-2xl gap-4">
      <p className="text-soft">{date(order.at)}</p>
      <ul className="grid gap-2">
        {order.items.map((item) => (
          <li key={item.sku} className="flex gap-4 border-line border-b pb-2">
            <span className="figures">{item.quantity} ×</span>
            <span className="min-w-0 flex-1">{item.name}</span>
            <span className="figures">{price(item.total)}</span>
          </li>
        ))}
      </ul>
      <p className="figures flex justify-between font-bold text-lg">
        <span>{t('orders.total')}</span>
        {price(order.total)}
      </p>
    </div>
  );
}
