import { placeOrder } from '@fynbos/core/orders/contract.ts';
import { callApi } from '../../api-client.ts';
import { openCart } from '../../cart/components/cart-loader.ts';
import { announceEvent } from '../../platform/analytics/shop-events.ts';
import { ApiProblem } from '../../platform/api/api-problem.ts';
import { isRetryable, isShopProblem } from '../../platform/outbox/retryable-problem.ts';
import { needsYou } from '../../platform/outbox/send-attempt.ts';
import { callAsCustomer } from '../../platform/session/call-as-customer.ts';
import { knownCustomer } from '../../platform/session/current-customer.ts';
import { currentDraft, dropDraft } from '../state/checkout-draft.ts';
import { currentPayment, storePayment } from '../state/current-payment.ts';
import { change, currentOrders, step, store } from './current-orders.ts';
import type { WaitingOrder } from './offline-order.ts';
import { isMadeOffline, type MadeOffline, moved } from './offline-order.ts';
import { failedAt, isOwn, withoutResult, withPlaced, withRefusal } from './order-outbox.ts';
import { hasOrder, requestsFor } from './order-requests.ts';
import { type Sent, sendOffline } from './send-offline-order.ts';

/** Sends an order once and stores the result. Rejects if it and the orders behind it must be retried later. */
export async function sendOrder(order: WaitingOrder): Promise<void> {
  try {
    if (isMadeOffline(order))
      await recordSendResult(order, await sendOffline(order, requestsFor(order, saveOffline)));
    else await send(order);
  } catch (error) {
    if (!(error instanceof ApiProblem) || !isShopProblem(error)) throw error;
    await change((outbox) => failedAt(outbox, { id: order.id, problem: error.view, now: Date.now() }));
    const now = currentOrders().outbox.entries.find(({ id }) => id === order.id);
    // Other orders need not wait for one that needs a decision of the shopper.
    if (now && !needsYou(now)) throw error;
  }
}

async function recordSendResult(order: MadeOffline, sent: Sent): Promise<void> {
  const { id } = order;
  if (sent.kind === 'differs') return step(id, (now) => moved(now, 'differs', { now: sent.now }));
  if (sent.kind === 'refused')
    return step(id, (now) => ({ ...moved(now, 'refused'), problem: sent.problem }));
  announceEvent({ kind: 'ordered', id, number: sent.number });
  await recordPlaced(order, sent.number);
}

/** Stores that the order arrived. Its number belongs to its customer, who may have logged out since. */
const recordPlaced = (order: WaitingOrder, number: string): Promise<void> =>
  change((outbox) =>
    isOwn(order, knownCustomer())
      ? withPlaced(outbox, { id: order.id, number, at: Date.now() })
      : withoutResult(outbox, order.id),
  );

/**
 * Stores the progress of an order. If another tab has finished it, or nothing can be written, sending
 * stops: otherwise the next page would offer a sent order as a waiting one.
 */
async function saveOffline(order: MadeOffline): Promise<void> {
  await step(order.id, () => order);
  const isThere = currentOrders().outbox.entries.some(({ id }) => id === order.id);
  if (!store.durable || !isThere) throw new ApiProblem('unreachable');
}

async function send(order: WaitingOrder): Promise<void> {
  const { id, cartToken, customer, body } = order;
  const options = { cartToken, body };
  try {
    const { result } = await (customer === undefined
      ? callApi(placeOrder, options)
      : callAsCustomer(placeOrder, options));
    // Before the order leaves the outbox: an interrupted page sends it again and gets the same response.
    announceEvent({ kind: 'ordered', id, number: result.orderNumber });
    await clearAfter(order);
    await recordPlaced(order, result.orderNumber);
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    // A customer whose session ended must log in again; the order stays theirs (spec D26).
    if (isRetryable(error) || error.status === 401) throw error;
    if (error.code === 'idempotency_conflict' && (await hasOrder(id))) {
      // The order was withdrawn and changed, but had already arrived: the arrived order counts.
      announceEvent({ kind: 'ordered', id, number: '' });
      await clearAfter(order);
      return recordPlaced(order, '');
    }
    await change((outbox) => withRefusal(outbox, { id, problem: error.view }));
  }
}

/** After an order: removes the cart here without synchronising it, and the draft with it (spec commerce 4). */
async function clearAfter({ id, cartToken, customer }: WaitingOrder): Promise<void> {
  if (currentDraft().order === id) dropDraft();
  // A payment started for it earlier no longer matters.
  if (currentPayment()?.cartToken === cartToken) storePayment(undefined);
  const { cartActions } = await openCart();
  await cartActions.forget({ token: cartToken, customer });
}
