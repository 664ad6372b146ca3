import type { Endpoint } from '@fynbos/core/endpoint.ts';
import { type Answer, type CallOptions, call } from '../../api.ts';
import { ApiProblem } from '../../api-problem.ts';
import { lock, startSession } from './session.ts';
import { currentSession } from './state.ts';

/**
 * Calls an endpoint with the customer's token, renewed where it has expired (accounts 4.3). Throws
 * `not_logged_in` for guests, `token_refused` when the session ended, and what `call` throws.
 */
export async function callAsCustomer<E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E> = {},
): Promise<Answer<E>> {
  if (currentSession().state === 'starting') await startSession();
  if (currentSession().state === 'anonymous') throw new ApiProblem('not_logged_in');
  return lock.send((token) => call(endpoint, { ...options, token }));
}
