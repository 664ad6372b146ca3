import type { Endpoint } from '@fynbos/core/endpoint.ts';
import { callAsCustomer } from '../accounts/session/call-as-customer.ts';
import { type Answer, type CallOptions, call } from '../api.ts';
import { ApiProblem } from '../api-problem.ts';
import { isBound, type NetworkTask } from './task.ts';

/**
 * Makes the call of a task, with its id as key. Throws ApiProblem; `cart_not_found` without asking where its cart is
 * not there (accounts 8).
 *
 * @param cartToken what opens the cart of this browser
 */
export function sendTask(task: NetworkTask, cartToken: string | undefined): Promise<Answer<Endpoint>> {
  const { endpoint, options } = callOf(task, cartToken);
  return isBound(task) ? callAsCustomer(endpoint, options) : call(endpoint, options);
}

/** A task as a call. The token is put where this shop wants it by whoever knows it (accounts 6). */
export function callOf(
  { url, payload, task_id }: NetworkTask,
  cartToken: string | undefined,
): { endpoint: Endpoint; options: CallOptions<Endpoint> } {
  if (url.includes('{{cartId}}') && cartToken === undefined) throw new ApiProblem('cart_not_found', cartGone);
  const filled = url.replace('{{cartId}}', encodeURIComponent(cartToken ?? ''));
  const [path = '', search = ''] = filled.split('?');
  const query = Object.fromEntries([...new URLSearchParams(search)].filter(([name]) => name !== 'token'));
  const { method, body } = payload;
  const endpoint = { name: 'task', method, path, envelope: true } as Endpoint;
  return {
    endpoint,
    options: { query, key: task_id, ...(body !== undefined && { body: JSON.parse(body) }) },
  };
}

const cartGone = {
  status: 404,
  retry: false,
  sentence: 'This cart is no longer there and must be created again.',
};
