import { attemptStates } from '@fynbos/core/payments/attempt.ts';
import type { ProviderCode } from '@fynbos/core/payments/providers.ts';
import type { Orders } from '../orders/orders.ts';
import { findPayableOrder } from '../orders/pending-service.ts';
import { type Asking, openAsking } from './ask-service.ts';
import { type Breakers, openBreakers } from './breakers.ts';
import { giveUpCart } from './give-up-service.ts';
import { done, type Handed, type HandingOff, openHandingOff } from './hand-off-service.ts';
import type { Payments } from './payments.ts';
import { findAttemptOf } from './store.ts';
import { getAllowed, getViewed, type Viewed, type Viewer } from './viewer.ts';
import { watchOnce, watchPayments } from './watch-service.ts';

/** Payments at work. */
export interface OpenPayments extends Payments, HandingOff {
  asking: Asking;
  breakers: Breakers;
  /**
   * How a payment stands, asked for anew while it is undecided.
   *
   * @throws Problem payment_not_found, not_logged_in
   */
  lookAfter(code: ProviderCode, hint: { id?: string; ref?: string }, viewer: Viewer): Promise<Viewed>;
  /** After the shopper agreed in their wallet: the money is taken. @throws as `lookAfter` */
  executed(reference: string, viewer: Viewer): Promise<Handed>;
  giveUp: Orders['giveUp'];
  /** One round over what is due. */
  watchOnce(): Promise<number>;
  /** Goes round while the shop runs. @returns ends it */
  watch(): () => Promise<void>;
}

export function openPayments(payments: Payments): OpenPayments {
  const breakers = openBreakers(payments);
  const asking = openAsking(payments, breakers);
  const handing = openHandingOff({ payments, asking, breakers });

  async function look({ attempt, order }: Viewed): Promise<Viewed> {
    if (!attemptStates[attempt.state].open) return { attempt, order };
    const asked = await asking.ask(attempt, 'return');
    return { attempt: asked, order: (await findPayableOrder(payments.db, order.id))! };
  }

  return {
    ...payments,
    ...handing,
    asking,
    breakers,
    async lookAfter(code, { id, ref }, viewer) {
      if (ref !== undefined) return look(await getViewed(payments, ref, viewer));
      const found = id === undefined ? undefined : await findAttemptOf(payments.db, code, { id });
      return look(await getAllowed(payments.db, found, viewer));
    },
    async executed(reference, viewer) {
      const { attempt, order } = await look(await getViewed(payments, reference, viewer));
      return done(payments, order, attempt);
    },
    giveUp: (cart) => giveUpCart(payments, asking, cart),
    watchOnce: () => watchOnce(payments, asking),
    watch: () => watchPayments(payments, asking, breakers),
  };
}
