import type { Endpoint } from '@fynbos/core/endpoint.ts';
import { type ApiResponse, type CallOptions, callApi } from '../../api-client.ts';
import { ApiProblem } from '../api/api-problem.ts';
import { lock, startSession } from './session.ts';
import { currentSession } from './session-state.ts';

/**
 * Calls an endpoint with the customer's token, which is renewed when it has expired (spec accounts 4.3). Throws
 * `not_logged_in` for guests, `token_refused` when the session ended, and any error of `callApi`.
 */
export async function callAsCustomer<E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E> = {},
): Promise<ApiResponse<E>> {
  if (currentSession().state === 'starting') await startSession();
  if (currentSession().state === 'anonymous') throw new ApiProblem('not_logged_in');
  return lock.send((token) => callApi(endpoint, { ...options, token }));
}
