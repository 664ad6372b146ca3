import { attemptStates } from '@fynbos/core/payments/attempt.ts';
import { Problem } from '@fynbos/core/problem.ts';
import {
  endUnpaid,
  findPayableOrder,
  holdPending,
  lapsedOrders,
  pendingOfCart,
} from '../orders/pending-service.ts';
import { retried } from '../orders/retried.ts';
import type { Asking } from './ask-service.ts';
import type { Payments } from './payments.ts';
import { type AttemptRow, lockAttempt, readAttempts, readUndecided, updateAttempt } from './store.ts';

/** Nobody was ever sent to the provider with it, so nobody pays there. */
const isUnsent = ({ state, provider_id }: AttemptRow): boolean =>
  state === 'created' || (state === 'initiating' && provider_id === null);

const mayStillPay = (attempt: AttemptRow): boolean => attemptStates[attempt.state].open && !isUnsent(attempt);

/**
 * Ends the unpaid orders of a cart that is ordered anew. What a provider may still decide keeps its pieces until it
 * did: if it is paid late, the money goes back, since the newer order is the one that was meant.
 *
 * @throws Problem order_paid, when one of them turns out to be paid
 */
export async function giveUpCart(payments: Payments, asking: Asking, cartId: number): Promise<void> {
  for (const id of await pendingOfCart(payments.db, cartId)) {
    const attempts = await readAttempts(payments.db, id);
    await Promise.all(attempts.filter(mayStillPay).map((attempt) => asking.ask(attempt, 'return')));
    const order = await findPayableOrder(payments.db, id);
    const isPlaced = order && order.state !== 'pending_payment' && order.captured_cents > 0;
    if (isPlaced) throw new Problem('order_paid', {}, [], { orderNumber: order.number });
    await endIfOver(payments, id, 'ordered anew');
  }
}

/**
 * Ends orders whose pieces were held long enough, if no provider may still decide. Those that a provider does not
 * decide for days keep nobody else waiting.
 *
 * @returns how many ended
 */
export async function endLapsed(payments: Payments, atOnce = 50): Promise<number> {
  const { db, now } = payments;
  let ended = 0;
  let lapsed = await lapsedOrders(db, now(), 0, atOnce);
  while (lapsed.length > 0) {
    const undecided = await readUndecided(db, lapsed);
    for (const id of lapsed.filter((one) => !undecided.has(one)))
      if (await endIfOver(payments, id, '')) ended++;
    lapsed = await lapsedOrders(db, now(), lapsed.at(-1)!, atOnce);
  }
  return ended;
}

/** Ends an order nobody can pay any more: its pieces go back on the shelves. @returns whether it ended */
function endIfOver({ db, now }: Payments, id: number, note: string): Promise<boolean> {
  return retried(() =>
    db.transaction().execute(async (trx) => {
      const order = await holdPending(trx, id);
      if (order?.state !== 'pending_payment') return false;
      const attempts = await readAttempts(trx, id);
      if (attempts.some(mayStillPay)) return false;
      // Money that came in, though not enough, is a person's to decide on.
      if (order.captured_cents > order.refunded_cents) return false;
      const at = now();
      for (const { id: unsent } of attempts.filter(isUnsent)) {
        await lockAttempt(trx, unsent);
        await updateAttempt(trx, unsent, { state: 'expired', next_ask_at: null }, at);
      }
      await endUnpaid(trx, order, { note, by: 'payments', at });
      return true;
    }),
  );
}
