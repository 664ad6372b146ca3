import { orderHistory } from '@fynbos/core/orders/contract.ts';
import '../../platform/i18n/parts/account-messages.ts';
import '../../platform/i18n/parts/cart-messages.ts';
import '../../platform/i18n/parts/checkout-messages.ts';
import '../../platform/i18n/parts/orders-messages.ts';
import { lazy, Suspense, useCallback } from 'react';
import { Link, useSearchParams } from 'react-router';
import { AccountPageFrame } from '../../accounts/components/account-page-frame.tsx';
import { orderPath } from '../../accounts/state/account-paths.ts';
import { orderedCarts } from '../../cart/sync/ordered-carts.ts';
import { paymentPathOf } from '../../checkout/state/payment-paths.ts';
import { homePath, imagePath } from '../../paths.ts';
import { ApiProblem } from '../../platform/api/api-problem.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { useViewDate } from '../../platform/i18n/view-date.ts';
import { isRetryable } from '../../platform/outbox/send-attempt.ts';
import { callAsCustomer } from '../../platform/session/call-as-customer.ts';
import { readProfile } from '../../platform/session/profile.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { AsyncContent, useAsyncData } from '../../ui/loading/async-content.tsx';
import { InlineNotice } from '../../ui/notices/inline-notice.tsx';
import { type ShownItem, type ShownOrder, stateOf, timeOf } from '../state/order-response.ts';
import { cachedHistory, cacheHistory, type History } from '../state/stored-order-history.ts';
import { useOrderCurrency } from '../state/use-order-currency.ts';
import { OrderStateBadge } from './order-progress.tsx';

const OwnWaiting = lazy(async () => ({
  default: (await import('../../checkout/components/customer-pending-orders.lazy.tsx')).CustomerPendingOrders,
}));

/** Spec accounts 9: orders per page of the history. */
const pageSize = 20;
const maxPictures = 4;

/** The order history, newest first. */
export default function OrdersView() {
  const { t } = useText();
  const [query] = useSearchParams();
  const currentPage = Math.max(1, Math.floor(Number(query.get('page')) || 1));
  const load = useCallback((signal: AbortSignal) => historyNow(currentPage, signal), [currentPage]);
  const { loaded, retry } = useAsyncData(load);
  return (
    <AccountPageFrame title={t('orders.title')}>
      {orderedCarts().length > 0 && (
        <Suspense>
          <OwnWaiting />
        </Suspense>
      )}
      <AsyncContent loaded={loaded} retry={retry}>
        {({ items, total_count, isCached }) => (
          <>
            {isCached && (
              <InlineNotice icon="cloudOff">
                <p>{t('checkout.keptOrders')}</p>
                <Button variant="plain" onClick={retry} className="justify-self-start">
                  {t('error.retry')}
                </Button>
              </InlineNotice>
            )}
            {items.length === 0 && (
              <InlineNotice icon="basket" title={t('orders.none')}>
                <p>{t('orders.noneText')}</p>
                <ButtonLink to={homePath} className="justify-self-start">
                  {t('account.shop')}
                </ButtonLink>
              </InlineNotice>
            )}
            <ul className="grid gap-3">
              {items.map((order) => (
                <li key={order.entity_id} className="grid gap-2">
                  <OrderCard order={order} />
                  {stateOf(order) === 'pending_payment' && <PayLink order={order} />}
                </li>
              ))}
            </ul>
            <Pages page={currentPage} pages={Math.ceil(total_count / pageSize)} />
          </>
        )}
      </AsyncContent>
    </AccountPageFrame>
  );
}

/** The history; the cached one when the shop cannot be reached. */
async function historyNow(
  currentPage: number,
  signal: AbortSignal,
): Promise<History & { isCached: boolean }> {
  const cached = currentPage === 1 ? cachedHistory() : undefined;
  if (cached && !navigator.onLine) return { ...cached, isCached: true };
  try {
    const query = { pageSize, currentPage };
    const customer = readProfile()?.id;
    const { result } = await callAsCustomer(orderHistory, { query, signal });
    if (currentPage === 1 && !signal.aborted) cacheHistory(result, customer);
    return { ...result, isCached: false };
  } catch (error) {
    if (!cached || !(error instanceof ApiProblem) || !isRetryable(error)) throw error;
    return { ...cached, isCached: true };
  }
}

/** One order of the history: state, total and pictures. */
function OrderCard({ order }: { order: ShownOrder }) {
  const { t } = useText();
  const date = useViewDate();
  const price = useOrderCurrency(order.order_currency_code);
  return (
    <Link
      to={orderPath(order.increment_id)}
      className="grid gap-3 rounded-petal border border-divider bg-surface p-5 hover:border-accent"
    >
      <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="font-bold text-lg">{t('orders.number', { number: order.increment_id })}</span>
        <OrderStateBadge state={stateOf(order)} />
      </span>
      <Pictures items={order.items} />
      <span className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span className="text-muted">
          {date(timeOf(order.created_at))} · {t('cart.count', { count: unitsOf(order.items) })}
        </span>
        <span className="tabular-nums ml-auto font-bold text-lg">{price(order.grand_total)}</span>
      </span>
    </Link>
  );
}

/** Leads to the payment of an unpaid order, where it can also be cancelled. */
function PayLink({ order }: { order: ShownOrder }) {
  const { t } = useText();
  const price = useOrderCurrency(order.order_currency_code);
  return (
    <ButtonLink to={paymentPathOf(order.order_id)} className="justify-self-start">
      {t('checkout.pay', { total: price(order.grand_total) })}
    </ButtonLink>
  );
}

const unitsOf = (items: readonly ShownItem[]) => items.reduce((sum, { qty_ordered }) => sum + qty_ordered, 0);

function Pictures({ items }: { items: readonly ShownItem[] }) {
  const { t } = useText();
  const more = items.length - maxPictures;
  return (
    <span className="flex flex-wrap items-center gap-2">
      {items.slice(0, maxPictures).map((item) => (
        <img
          key={item.item_id}
          src={imagePath([150, 150], item.image)}
          alt={item.name}
          width={150}
          height={150}
          loading="lazy"
          className="size-14 rounded-petal-small bg-picture object-contain text-xs"
        />
      ))}
      {more > 0 && <span className="text-muted">{t('orders.more', { count: more })}</span>}
    </span>
  );
}

function Pages({ page, pages }: { page: number; pages: number }) {
  const { t } = useText();
  if (pages < 2) return null;
  return (
    <nav aria-label={t('orders.pages')} className="flex gap-3">
      {page > 1 && (
        <ButtonLink variant="plain" to={`?page=${page - 1}`}>
          {t('orders.newer')}
        </ButtonLink>
      )}
      {page < pages && (
        <ButtonLink variant="plain" to={`?page=${page + 1}`}>
          {t('orders.older')}
        </ButtonLink>
      )}
    </nav>
  );
}
