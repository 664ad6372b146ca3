import type { Endpoint } from '@fynbos/core/endpoint.ts';
import { placeOrder, syncOrder } from '@fynbos/core/orders/contract.ts';
import { callAsCustomer } from '../accounts/session/call-as-customer.ts';
import { knownCustomer } from '../accounts/session/known-customer.ts';
import { type CallOptions, call } from '../api.ts';
import { ApiProblem } from '../api-problem.ts';
import { CartCalls } from '../cart/cart-calls.ts';
import type { MadeOffline } from './offline-order.ts';
import type { OrderShop } from './send-offline.ts';

/**
 * The shop as an order that was made offline meets it: at the store that was chosen then, and as its own customer, whoever
 * may be logged in by now (decision 26).
 */
export function shopFor(
  { customer, offline: { store } }: MadeOffline,
  keep: (order: MadeOffline) => Promise<void>,
): OrderShop {
  const ask = <E extends Endpoint>(endpoint: E, options: CallOptions<E>) => {
    const asked = { ...options, store };
    if (customer === undefined) return call(endpoint, asked);
    if (knownCustomer() !== customer) throw new ApiProblem('token_refused');
    return callAsCustomer(endpoint, asked);
  };
  return {
    calls: new CartCalls(ask),
    place: async ({ cartToken, body }) => (await ask(placeOrder, { cartToken, body })).result.orderNumber,
    isThere,
    keep,
    now: () => Date.now(),
  };
}

/** Whether the shop has an order of this id. Throws ApiProblem where it cannot be asked. */
export async function isThere(id: string): Promise<boolean> {
  return (await call(syncOrder, { params: { order_id: id } })).result !== null;
}
