import { attemptStates } from '@fynbos/core/payments/attempt.ts';
import type { ProviderCode } from '@fynbos/core/payments/providers.ts';
import type { Orders } from '../orders/orders.ts';
import { findPayableOrder } from '../orders/pending-service.ts';
import { type PaymentQueries, openPaymentQueries } from './ask-service.ts';
import { type Breakers, openBreakers } from './breakers.ts';
import { abandonCart } from './give-up-service.ts';
import { done, type Handed, type HandingOff, openHandingOff } from './hand-off-service.ts';
import type { Payments } from './payments.ts';
import { findAttemptOf } from './store.ts';
import { getAllowed, getViewed, type Viewed, type Viewer } from './viewer.ts';
import { watchOnce, watchPayments } from './watch-service.ts';

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
  abandonCart: Orders['abandonPending'];
  /** One polling round over due payments. */
  watchOnce(): Promise<number>;
  /**
   * Polls while the shop runs.
   * @returns a function that stops it
   */
  startPolling(): () => Promise<void>;
}

export function openPayments(payments: Payments): OpenPayments {
  const breakers = openBreakers(payments);
  const queries = openPaymentQueries(payments, breakers);
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
    abandonCart: (cart) => abandonCart(payments, queries, cart),
    watchOnce: () => watchOnce(payments, queries),
    startPolling: () => watchPayments(payments, queries, breakers),
  };
}
