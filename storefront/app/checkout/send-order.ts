import { placeOrder } from '@fynbos/core/orders/contract.ts';
import { callAsCustomer } from '../accounts/session/call-as-customer.ts';
import { knownCustomer } from '../accounts/session/known-customer.ts';
import { announce } from '../analytics/announce.ts';
import { call } from '../api.ts';
import { ApiProblem } from '../api-problem.ts';
import { openCart } from '../cart/cart-door.ts';
import { needsYou } from '../offline/attempt.ts';
import { hasFailed, mayPass } from '../offline/may-pass.ts';
import { currentPayment, keepPayment } from './current-payment.ts';
import { currentDraft, dropDraft } from './draft.ts';
import { change, currentOrders, step, store } from './kept-orders.ts';
import { isMadeOffline, type MadeOffline, moved } from './offline-order.ts';
import { failedAt, isOwn, type WaitingOrder, withAnswer, withoutAnswer, withRefusal } from './order-box.ts';
import { isThere, shopFor } from './order-shop.ts';
import { type Sent, sendOffline } from './send-offline.ts';

/** Sends an order once, and writes down what came of it. Rejects where it must be tried later, and what is behind it too. */
export async function sendOrder(order: WaitingOrder): Promise<void> {
  try {
    if (isMadeOffline(order)) await takeSent(order, await sendOffline(order, shopFor(order, keep)));
    else await send(order);
  } catch (error) {
    if (!(error instanceof ApiProblem) || !hasFailed(error)) throw error;
    await change((box) => failedAt(box, { id: order.id, problem: error.view, now: Date.now() }));
    const now = currentOrders().box.entries.find(({ id }) => id === order.id);
    // Others need not wait for one that its shopper is asked about.
    if (now && !needsYou(now)) throw error;
  }
}

async function takeSent(order: MadeOffline, sent: Sent): Promise<void> {
  const { id } = order;
  if (sent.kind === 'differs') return step(id, (now) => moved(now, 'differs', { now: sent.now }));
  if (sent.kind === 'refused')
    return step(id, (now) => ({ ...moved(now, 'refused'), problem: sent.problem }));
  announce({ kind: 'ordered', id, number: sent.number });
  await answered(order, sent.number);
}

/** Writes down that it arrived: its number is its customer's, who may have logged out meanwhile. */
const answered = (order: WaitingOrder, number: string): Promise<void> =>
  change((box) =>
    isOwn(order, knownCustomer())
      ? withAnswer(box, { id: order.id, number, at: Date.now() })
      : withoutAnswer(box, order.id),
  );

/**
 * Writes down how far it came. Another tab may have finished with it: then it is left alone. So it is where nothing can be
 * written: what was sent all the same would be offered as one that waits by the next page.
 */
async function keep(order: MadeOffline): Promise<void> {
  await step(order.id, () => order);
  const isThere = currentOrders().box.entries.some(({ id }) => id === order.id);
  if (!store.durable || !isThere) throw new ApiProblem('unreachable');
}

async function send(order: WaitingOrder): Promise<void> {
  const { id, cartToken, customer, body } = order;
  const options = { cartToken, body };
  try {
    const { result } = await (customer === undefined
      ? call(placeOrder, options)
      : callAsCustomer(placeOrder, options));
    // Before the order leaves the box: a page that ends in between asks again, and is answered the same.
    announce({ kind: 'ordered', id, number: result.orderNumber });
    await clearAfter(order);
    await answered(order, result.orderNumber);
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    // Who is logged in no more is asked to be again; the order stays theirs (decision 26).
    if (mayPass(error) || error.status === 401) throw error;
    if (error.code === 'idempotency_conflict' && (await isThere(id))) {
      // It was taken back and changed, and had arrived all the same: that is the order then.
      announce({ kind: 'ordered', id, number: '' });
      await clearAfter(order);
      return answered(order, '');
    }
    await change((box) => withRefusal(box, { id, problem: error.view }));
  }
}

/** After an order: the cart is gone here without being synchronised, and the draft with it (commerce 4). */
async function clearAfter({ id, cartToken, customer }: WaitingOrder): Promise<void> {
  if (currentDraft().order === id) dropDraft();
  // A payment that was begun for it before is not waited for any more.
  if (currentPayment()?.cartToken === cartToken) keepPayment(undefined);
  const cart = await openCart();
  await cart.forget({ token: cartToken, customer });
}
