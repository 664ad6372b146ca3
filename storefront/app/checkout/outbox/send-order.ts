import type { Endpoint, ResultOf } from '@fynbos/core/endpoint.ts';
import { placeOrder, syncOrder } from '@fynbos/core/orders/contract.ts';
import { type CallOptions, callApi } from '../../api-client.ts';
import { loadCart } from '../../cart/components/cart-loader.ts';
import { CartCalls } from '../../cart/sync/cart-requests.ts';
import { announceEvent } from '../../platform/analytics/shop-events.ts';
import { ApiProblem } from '../../platform/api/api-problem.ts';
import { isRetryable, isShopProblem, needsYou } from '../../platform/outbox/send-attempt.ts';
import { callAsCustomer } from '../../platform/session/call-as-customer.ts';
import { knownCustomer } from '../../platform/session/current-customer.ts';
import { currentDraft, dropDraft } from '../state/checkout-draft.ts';
import { currentPayment, storePayment } from '../state/current-payment.ts';
import { storeOrderLink } from '../state/placed-order.ts';
import { isMadeOffline, type MadeOffline, moved, type WaitingOrder } from './offline-order.ts';
import {
  failedAt,
  isOwn,
  type OrderQueue,
  withoutResult,
  withPlaced,
  withRefusal,
  withStep,
} from './order-outbox.ts';
import { type OrderShop, type PlacedResponse, type Sent, sendOffline } from './send-offline-order.ts';

/** Sends an order once and stores the result. Rejects if it and the orders behind it must be retried later. */
export async function sendOrder(order: WaitingOrder, orders: OrderQueue): Promise<void> {
  try {
    if (isMadeOffline(order)) {
      const requests = requestsFor(order, (changed) => saveOffline(changed, orders));
      await recordSendResult(order, await sendOffline(order, requests), orders);
    } else await postOrder(order, orders);
  } catch (error) {
    if (!(error instanceof ApiProblem) || !isShopProblem(error)) throw error;
    const { entries } = await orders.change((outbox) =>
      failedAt(outbox, { id: order.id, problem: error.view, now: Date.now() }),
    );
    const now = entries.find(({ id }) => id === order.id);
    // Other orders need not wait for one that needs a decision of the shopper.
    if (now && !needsYou(now)) throw error;
  }
}

async function recordSendResult(order: MadeOffline, sent: Sent, orders: OrderQueue): Promise<void> {
  const { id } = order;
  if (sent.kind === 'placed') {
    announceEvent({ kind: 'ordered', id, number: sent.number });
    return recordPlaced(order, sent, orders);
  }
  await orders.change((outbox) =>
    withStep(outbox, id, (now) =>
      sent.kind === 'differs'
        ? moved(now, 'differs', { now: sent.now })
        : { ...moved(now, 'refused'), problem: sent.problem },
    ),
  );
}

/** Stores that the order arrived. Its number belongs to its customer, who may have logged out since. */
async function recordPlaced(
  order: WaitingOrder,
  { number, downloads, orderLink }: PlacedResponse,
  orders: OrderQueue,
): Promise<void> {
  storeOrderLink(order.id, orderLink);
  await orders.change((outbox) =>
    isOwn(order, knownCustomer())
      ? withPlaced(outbox, { id: order.id, number, at: Date.now(), downloads })
      : withoutResult(outbox, order.id),
  );
}

/**
 * Stores the progress of an order. If another tab has finished it, or nothing can be written, sending
 * stops: otherwise the next page would offer a sent order as a waiting one.
 */
async function saveOffline(order: MadeOffline, orders: OrderQueue): Promise<void> {
  const { entries } = await orders.change((outbox) => withStep(outbox, order.id, () => order));
  if (!orders.durable || !entries.some(({ id }) => id === order.id)) throw new ApiProblem('unreachable');
}

async function postOrder(order: WaitingOrder, orders: OrderQueue): Promise<void> {
  const { id, cartToken, customer, body } = order;
  const options = { cartToken, body };
  try {
    const { result } = await (customer === undefined
      ? callApi(placeOrder, options)
      : callAsCustomer(placeOrder, options));
    // Before the order leaves the outbox: an interrupted page sends it again and gets the same response.
    announceEvent({ kind: 'ordered', id, number: result.orderNumber });
    await clearAfter(order);
    await recordPlaced(order, responseOf(result), orders);
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    // A customer whose session ended must log in again; the order stays theirs (spec D26).
    if (isRetryable(error) || error.status === 401) throw error;
    if (error.code === 'idempotency_conflict' && (await hasOrder(id))) {
      // The order was withdrawn and changed, but had already arrived: the arrived order counts.
      announceEvent({ kind: 'ordered', id, number: '' });
      await clearAfter(order);
      return recordPlaced(order, { number: '' }, orders);
    }
    await orders.change((outbox) => withRefusal(outbox, { id, problem: error.view }));
  }
}

/** After an order: removes the cart here without synchronising it, and the draft with it (spec commerce 4). */
async function clearAfter({ id, cartToken, customer }: WaitingOrder): Promise<void> {
  if (currentDraft().order === id) dropDraft();
  // A payment started for it earlier no longer matters.
  if (currentPayment()?.cartToken === cartToken) storePayment(undefined);
  const { cartActions } = await loadCart();
  await cartActions.forget({ token: cartToken, customer });
}

/**
 * The shop as seen by an order made offline: with the store chosen at the time, and as the order's own
 * customer, regardless of the current login (spec D26).
 */
function requestsFor(
  { customer, offline: { store } }: MadeOffline,
  save: (order: MadeOffline) => Promise<void>,
): OrderShop {
  const request = <E extends Endpoint>(endpoint: E, options: CallOptions<E>) => {
    const storeOptions = { ...options, store };
    if (customer === undefined) return callApi(endpoint, storeOptions);
    if (knownCustomer() !== customer) throw new ApiProblem('token_refused');
    return callAsCustomer(endpoint, storeOptions);
  };
  return {
    calls: new CartCalls(request),
    place: async ({ cartToken, body }) => responseOf((await request(placeOrder, { cartToken, body })).result),
    isThere: hasOrder,
    save,
    now: () => Date.now(),
  };
}

const responseOf = ({ orderNumber, downloads, orderLink }: ResultOf<typeof placeOrder>): PlacedResponse => ({
  ...{ number: orderNumber, downloads, orderLink },
});

/** Whether the shop has an order with this id. Throws ApiProblem if the shop cannot be reached. */
export async function hasOrder(id: string): Promise<boolean> {
  return (await callApi(syncOrder, { params: { order_id: id } })).result !== null;
}
