import { attemptStates } from '@fynbos/core/payments/payment-attempt.ts';
import type { ProviderCode } from '@fynbos/core/payments/providers.ts';
import type { Sent } from '../orders/placement/order-details.ts';
import { getPayableOrder } from '../orders/placement/payable-order-service.ts';
import type { OrderSender, Orders } from '../orders/records/order-context.ts';
import { abandonOrders, cancelUnpaid } from './attempts/attempt-abandon-service.ts';
import { getLinked, type OrderToPay, orderToPay, redirectLinked } from './attempts/payment-link-service.ts';
import { openPaymentQueries, type PaymentQueries } from './attempts/payment-query-service.ts';
import { getAllowed, getNewest, getViewed, type Viewed, type Viewer } from './attempts/payment-viewer.ts';
import {
  done,
  type HandingOff,
  openHandingOff,
  type ProviderRedirect,
} from './attempts/provider-redirect-service.ts';
import { endWaitingOrders } from './attempts/replaced-order-service.ts';
import { watchOnce, watchPayments } from './payment-polling-service.ts';
import { findAttemptOf } from './records/attempt-store.ts';
import { type Breakers, openBreakers } from './records/circuit-breakers.ts';
import type { PaymentContext, Payments } from './records/payment-context.ts';
import { countRefusedWebHooks, type RefusedWebHooks } from './web-hooks/refused-web-hooks.ts';

/** The payment services of a running shop. */
export interface OpenPayments extends Payments, HandingOff {
  queries: PaymentQueries;
  breakers: Breakers;
  refusedWebHooks: RefusedWebHooks;
  /**
   * Returns the status of a payment; queries the provider while it is undecided.
   * @throws Problem payment_not_found, not_logged_in
   */
  refreshStatus(code: ProviderCode, hint: { id?: string; ref?: string }, viewer: Viewer): Promise<Viewed>;
  /**
   * Captures the money after the shopper approved at PayPal.
   * @throws as `refreshStatus`
   */
  executed(reference: string, viewer: Viewer): Promise<ProviderRedirect>;
  /**
   * Writes the pending order of a client without payment pages.
   * @throws as `orderToPay`
   */
  orderToPay(sender: OrderSender, sent: Sent): Promise<OrderToPay | undefined>;
  /**
   * Returns the status of the payment of a link; queries the provider while it is undecided.
   * @throws Problem payment_not_found
   */
  linkedStatus(link: string): Promise<Viewed>;
  /** Redirects the holder of a payment link to the provider. */
  redirectLinked(link: string): ReturnType<HandingOff['redirectToProvider']>;
  /**
   * Ends an unpaid order that its shopper does not want any more.
   * @param named the shopper's reference, or the payment link
   * @throws Problem payment_not_found, not_logged_in, payment_unavailable
   */
  cancelUnpaid(named: { reference: string } | { link: string }, viewer: Viewer): Promise<Viewed>;
  /** One polling round over due payments. */
  watchOnce(): Promise<number>;
  /**
   * Polls while the shop runs.
   * @returns a function that stops it
   */
  startPolling(): () => Promise<void>;
}

/** Opens the payments, and gives the order services the functions that end pending payments of a cart. */
export function openPayments(
  setup: PaymentContext &
    Pick<Payments, 'linkSecret'> & { orders: Omit<Orders, 'abandonPending' | 'endWaiting'> },
): OpenPayments {
  const breakers = openBreakers(setup);
  const queries = openPaymentQueries(setup, breakers);
  const orders: Orders = {
    ...setup.orders,
    abandonPending: (ids) => abandonOrders(setup, queries, ids),
    endWaiting: (trx, ids) => endWaitingOrders({ ...setup, db: trx }, ids),
  };
  const payments: Payments = { ...setup, orders };
  const refusedWebHooks = countRefusedWebHooks(setup);
  const handing = openHandingOff({ payments, queries, breakers });

  async function refresh({ attempt, order }: Viewed): Promise<Viewed> {
    if (!attemptStates[attempt.state].open) return { attempt, order };
    const queried = await queries.query(attempt, 'return');
    return { attempt: queried, order: await getPayableOrder(payments.db, order.id) };
  }

  return {
    ...payments,
    ...handing,
    queries,
    breakers,
    refusedWebHooks,
    async refreshStatus(code, { id, ref }, viewer) {
      if (ref !== undefined) return refresh(await getViewed(payments, ref, viewer));
      const foundAttempt = id === undefined ? undefined : await findAttemptOf(payments.db, code, { id });
      return refresh(await getAllowed(payments.db, foundAttempt, viewer));
    },
    async executed(reference, viewer) {
      const { attempt, order } = await refresh(await getViewed(payments, reference, viewer));
      return done(payments, order, attempt);
    },
    orderToPay: (sender, sent) => orderToPay(payments, sender, sent),
    linkedStatus: async (link) => refresh(await getLinked(payments, link)),
    redirectLinked: (link) => redirectLinked(payments, handing, link),
    async cancelUnpaid(named, viewer) {
      const { order } =
        'link' in named
          ? await getLinked(payments, named.link)
          : await getViewed(payments, named.reference, viewer);
      await cancelUnpaid(payments, queries, order);
      return getNewest(payments.db, order.id);
    },
    watchOnce: () => watchOnce(payments, queries),
    startPolling: () => watchPayments(payments, { queries, breakers, refusedWebHooks }),
  };
}
