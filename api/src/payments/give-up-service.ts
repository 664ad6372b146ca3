import { attemptStates } from '@fynbos/core/payments/attempt.ts';
import { Problem } from '@fynbos/core/problem.ts';
import { tellOrder } from '../operation/steps.ts';
import type { OrderedCart } from '../orders/orders.ts';
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
 * Ends the unpaid orders of a cart that is ordered anew, so that shoppers do not stand in their own way: each provider is
 * asked, and where it says that nothing was paid the pieces go back. A payment that is under way keeps them. Money that
 * comes later goes back, once the newer order is placed; until then it revives the older one.
 *
 * @throws Problem order_paid, when one of them turns out to be paid
 */
export async function giveUpCart(payments: Payments, asking: Asking, cart: OrderedCart): Promise<void> {
  const products: number[] = [];
  for (const id of await pendingOfCart(payments.db, cart)) {
    const attempts = await readAttempts(payments.db, id);
    const asked = await Promise.all(
      attempts.filter(mayStillPay).map((attempt) => asking.ask(attempt, 'return')),
    );
    const unpaid = asked.filter((one) => one.isAnswered && one.state === 'awaiting_shopper');
    const order = await findPayableOrder(payments.db, id);
    const isPlaced = order && order.state !== 'pending_payment' && order.captured_cents > 0;
    if (isPlaced) throw new Problem('order_paid', {}, [], { orderNumber: order.number });
    const over = await endIfOver(payments, id, 'ordered anew', new Set(unpaid.map((one) => one.id)));
    products.push(...(over ?? []));
  }
  // The order that is made now may want the same pieces: this process hears of them before it goes on.
  if (products.length > 0)
    await Promise.all(payments.orders.carts.views.all.map(({ catalogue }) => catalogue.refresh(products)));
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

/**
 * Ends an order nobody can pay any more: its pieces go back on the shelves.
 *
 * @param unpaid attempts whose provider just said that nothing was paid
 * @returns the products that went back; undefined where it did not end
 */
async function endIfOver(
  { db, now }: Payments,
  id: number,
  note: string,
  unpaid: ReadonlySet<number> = new Set(),
): Promise<number[] | undefined> {
  const ended = await retried(() =>
    db.transaction().execute(async (trx) => {
      const order = await holdPending(trx, id);
      if (order?.state !== 'pending_payment') return undefined;
      const attempts = await readAttempts(trx, id);
      if (attempts.some((one) => mayStillPay(one) && !unpaid.has(one.id))) return undefined;
      // Money that came in, though not enough, is a person's to decide on.
      if (order.captured_cents > order.refunded_cents) return undefined;
      const at = now();
      for (const { id: unsent } of attempts.filter(isUnsent)) {
        await lockAttempt(trx, unsent);
        await updateAttempt(trx, unsent, { state: 'expired', next_poll_at: null }, at);
      }
      return { order, products: await endUnpaid(trx, order, { note, by: 'payments', at }) };
    }),
  );
  if (ended) tellOrder('expired', ended.order);
  return ended?.products;
}
