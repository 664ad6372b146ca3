import type { Endpoint } from '@fynbos/core/endpoint.ts';
import { placeOrder, syncOrder } from '@fynbos/core/orders/contract.ts';
import { type CallOptions, callApi } from '../../api-client.ts';
import { CartCalls } from '../../cart/sync/cart-requests.ts';
import { ApiProblem } from '../../platform/api/api-problem.ts';
import { callAsCustomer } from '../../platform/session/call-as-customer.ts';
import { knownCustomer } from '../../platform/session/current-customer.ts';
import type { MadeOffline } from './offline-order.ts';
import type { OrderShop } from './send-offline-order.ts';

/**
 * The shop as seen by an order made offline: with the store chosen at the time, and as the order's own
 * customer, regardless of the current login (spec D26).
 */
export function requestsFor(
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
    place: async ({ cartToken, body }) => (await request(placeOrder, { cartToken, body })).result.orderNumber,
    isThere: hasOrder,
    save,
    now: () => Date.now(),
  };
}

/** Whether the shop has an order with this id. Throws ApiProblem if the shop cannot be reached. */
export async function hasOrder(id: string): Promise<boolean> {
  return (await callApi(syncOrder, { params: { order_id: id } })).result !== null;
}
