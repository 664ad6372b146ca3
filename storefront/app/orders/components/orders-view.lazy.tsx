import { orderHistory } from '@fynbos/core/orders/contract.ts';
import '../../platform/i18n/parts/account-messages.ts';
import '../../platform/i18n/parts/cart-messages.ts';
import '../../platform/i18n/parts/checkout-messages.ts';
import '../../platform/i18n/parts/orders-messages.ts';
import { lazy, Suspense, useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { AccountPageFrame } from '../../accounts/components/account-page-frame.tsx';
import { orderedCarts } from '../../cart/sync/ordered-carts.ts';
import { homePath } from '../../paths.ts';
import { ApiProblem } from '../../platform/api/api-problem.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { isRetryable } from '../../platform/outbox/send-attempt.ts';
import { callAsCustomer } from '../../platform/session/call-as-customer.ts';
import { readProfile } from '../../platform/session/profile.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { AsyncContent, useAsyncData } from '../../ui/loading/async-content.tsx';
import { InlineNotice } from '../../ui/notices/inline-notice.tsx';
import { cachedHistory, cacheHistory, type History } from '../state/stored-order-history.ts';
import { OrderCard } from './order-card.tsx';

const OwnWaiting = lazy(async () => ({
  default: (await import('../../checkout/components/customer-pending-orders.lazy.tsx')).CustomerPendingOrders,
}));

/** Spec accounts 9: orders per page of the history. */
const pageSize = 20;

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
                <li key={order.entity_id}>
                  <OrderCard order={order} />
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
