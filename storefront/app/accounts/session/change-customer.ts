import { updateCustomer } from '@fynbos/core/accounts/contract.ts';
import type { BodyOf } from '@fynbos/core/endpoint.ts';
import { callAsCustomer } from './call-as-customer.ts';
import { reloadProfile, takeCustomer } from './session.ts';

/** Changes names or addresses; on success the profile is loaded again (accounts 4.1). */
export async function changeCustomer(
  customer: Omit<BodyOf<typeof updateCustomer>['customer'], 'email'>,
): Promise<void> {
  const { result } = await callAsCustomer(updateCustomer, { body: { customer } });
  takeCustomer(result);
  // The change stands: that it could not be read back is no failure of it.
  await reloadProfile().catch(() => {});
}
