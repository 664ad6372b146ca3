import type { Endpoint } from '@fynbos/core/endpoint.ts';
import { type ApiResponse, type CallOptions, callApi } from '../../api-client.ts';
import { callAsCustomer } from './call-as-customer.ts';
import { startSession } from './session.ts';
import { currentSession } from './session-state.ts';

/** Calls an endpoint with the customer's token when the shopper is logged in, and as a guest otherwise. */
export async function callAsShopper<E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E>,
): Promise<ApiResponse<E>> {
  await startSession();
  return 'profile' in currentSession() ? callAsCustomer(endpoint, options) : callApi(endpoint, options);
}
