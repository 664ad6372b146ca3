import { saveValue, showValue } from '@fynbos/core/accounts/contract.ts';
import type { Store } from '@fynbos/core/stores/contract.ts';
import { callAsCustomer } from '../../platform/session/call-as-customer.ts';
import { currentSession } from '../../platform/session/session-state.ts';
import { chooseStore, chosenStore } from '../../platform/storage/chosen-store.ts';

const params = { name: 'user-store' };

/**
 * After a login, the store on the customer's account becomes the chosen one (spec accounts 4.7). If the account
 * has none, the guest's choice is stored on it.
 */
export async function readCustomersStore(): Promise<void> {
  const { result } = await callAsCustomer(showValue, { params });
  // Under this name the API returns the selected store, or nothing.
  const store = result ? (JSON.parse(result) as Store | null) : null;
  const chosen = chosenStore();
  if (store?.code) {
    if (store.code !== chosen) chooseStore(store.code, store.name);
  } else if (chosen) saveStoreOnAccount(chosen);
}

/**
 * Stores the choice of a logged-in customer on the account; the browser stores it in any case.
 * @param code null clears it
 */
export function saveStoreOnAccount(code: string | null): void {
  if (!('profile' in currentSession())) return;
  // A failure is repaired at the next login, which stores the browser's choice on an account without one.
  callAsCustomer(saveValue, { params, body: { value: code } }).catch(() => {});
}
