import type { Endpoint } from '@fynbos/core/endpoint.ts';
import { type ApiResponse, type CallOptions, callApi } from '../api-client.ts';
import { ApiProblem } from '../platform/api/api-problem.ts';
import { callAsCustomer } from '../platform/session/call-as-customer.ts';
import { isBound, type NetworkTask } from './network-task.ts';

/**
 * Makes the call of a task, with its id as key. Throws ApiProblem; `cart_not_found` without a request if
 * its cart is missing (spec accounts 8).
 * @param cartToken the token of this browser's cart
 */
export function sendTask(task: NetworkTask, cartToken: string | undefined): Promise<ApiResponse<Endpoint>> {
  const { endpoint, options } = callOf(task, cartToken);
  return isBound(task) ? callAsCustomer(endpoint, options) : callApi(endpoint, options);
}

/** Converts a task to a call. The API client adds the session token where this shop expects it (spec accounts 6). */
export function callOf(
  { url, payload, task_id }: NetworkTask,
  cartToken: string | undefined,
): { endpoint: Endpoint; options: CallOptions<Endpoint> } {
  if (url.includes('{{cartId}}') && cartToken === undefined)
    throw new ApiProblem('cart_not_found', cartMissing);
  const filled = url.replace('{{cartId}}', encodeURIComponent(cartToken ?? ''));
  const [path = '', search = ''] = filled.split('?');
  const query = Object.fromEntries([...new URLSearchParams(search)].filter(([name]) => name !== 'token'));
  const { method, body } = payload;
  // A call does not read the schemas of its endpoint.
  const endpoint = { name: 'task', method, path, envelope: true } as Endpoint;
  return {
    endpoint,
    options: { query, key: task_id, ...(body !== undefined && { body: JSON.parse(body) }) },
  };
}

const cartMissing = {
  status: 404,
  retry: false,
  sentence: 'This cart no longer exists. Please create a new one.',
};
