import type { Endpoint } from '@fynbos/core/endpoint.ts';
import { type Answer, type CallOptions, call } from '../../api.ts';
import { callAsCustomer } from './call-as-customer.ts';
import { startSession } from './session.ts';
import { currentSession } from './state.ts';

/** Calls for whoever is here: with the customer's token where somebody is logged in, as a guest otherwise. */
export async function callAsShopper<E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E>,
): Promise<Answer<E>> {
  await startSession();
  return 'profile' in currentSession() ? callAsCustomer(endpoint, options) : call(endpoint, options);
}
