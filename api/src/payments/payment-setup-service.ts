import { attemptStates } from '@fynbos/core/payments/payment-attempt.ts';
import type { ProviderCode } from '@fynbos/core/payments/providers.ts';
import { findPayableOrder } from '../orders/placement/pending-order-service.ts';
import type { Orders } from '../orders/records/order-context.ts';
import { abandonCart } from './attempts/attempt-abandon-service.ts';
import { openPaymentQueries, type PaymentQueries } from './attempts/payment-query-service.ts';
import { getAllowed, getViewed, type Viewed, type Viewer } from './attempts/payment-viewer.ts';
import { done, type Handed, type HandingOff, openHandingOff } from './attempts/provider-redirect-service.ts';
import { watchOnce, watchPayments } from './payment-polling-service.ts';
import { findAttemptOf } from './records/attempt-store.ts';
import { type Breakers, openBreakers } from './records/circuit-breakers.ts';
import type { PaymentSetup, Payments } from './records/payment-context.ts';

/** The payment services of a running shop. */
export interface OpenPayments extends Payments, HandingOff {
  queries: PaymentQueries;
  breakers: Breakers;
  /**
   * Returns the status of a payment; queries the provider while it is undecided.
   * @throws Problem payment_not_found, not_logged_in
   */
  refreshStatus(code: ProviderCode, hint: { id?: string; ref?: string }, viewer: Viewer): Promise<Viewed>;
  /**
   * Captures the money after the shopper approved at PayPal.
   * @throws as `refreshStatus`
   */
  executed(reference: string, viewer: Viewer): Promise<Handed>;
  /** One polling round over due payments. */
  watchOnce(): Promise<number>;
  /**
   * Polls while the shop runs.
   * @returns a function that stops it
   */
  startPolling(): () => Promise<void>;
}

/** Opens the payments, and gives the order services the function that ends pending payments of a cart. */
export function openPayments(setup: PaymentSetup): OpenPayments {
  const breakers = openBreakers(setup);
  const queries = openPaymentQueries(setup, breakers);
  const orders: Orders = { ...setup.orders, abandonPending: (cart) => abandonCart(setup, queries, cart) };
  const payments: Payments = { ...setup, orders };
  const handing = openHandingOff({ payments, queries, breakers });

  async function refresh({ attempt, order }: Viewed): Promise<Viewed> {
    if (!attemptStates[attempt.state].open) return { attempt, order };
    const queried = await queries.query(attempt, 'return');
    return { attempt: queried, order: (await findPayableOrder(payments.db, order.id))! };
  }

  return {
    ...payments,
    ...handing,
    queries,
    breakers,
    async refreshStatus(code, { id, ref }, viewer) {
      if (ref !== undefined) return refresh(await getViewed(payments, ref, viewer));
      const foundAttempt = id === undefined ? undefined : await findAttemptOf(payments.db, code, { id });
      return refresh(await getAllowed(payments.db, foundAttempt, viewer));
    },
    async executed(reference, viewer) {
      const { attempt, order } = await refresh(await getViewed(payments, reference, viewer));
      return done(payments, order, attempt);
    },
    watchOnce: () => watchOnce(payments, queries),
    startPolling: () => watchPayments(payments, queries, breakers),
  };
}
