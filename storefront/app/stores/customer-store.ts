import { saveValue, showValue } from '@fynbos/core/accounts/contract.ts';
import type { Store } from '@fynbos/core/stores/contract.ts';
import { callAsCustomer } from '../accounts/session/call-as-customer.ts';
import { currentSession } from '../accounts/session/state.ts';
import { chooseStore, chosenStore } from './chosen-store.ts';

const params = { name: 'user-store' };

/**
 * After a login: the store that the customer has on the account becomes the chosen one (accounts 4.7). What was
 * chosen as a guest is kept on the account where it has none yet.
 */
export async function readCustomersStore(): Promise<void> {
  const { result } = await callAsCustomer(showValue, { params });
  const store = result ? (JSON.parse(result) as Store | null) : null;
  const chosen = chosenStore();
  if (store?.code) {
    if (store.code !== chosen) chooseStore(store.code, store.name);
  } else if (chosen) keepOnAccount(chosen);
}

/** Keeps the choice of who is logged in; the browser has it in any case. @param code null forgets it */
export function keepOnAccount(code: string | null): void {
  if (!('profile' in currentSession())) return;
  // Said again at the next login: the browser's own choice goes on the account that has none.
  callAsCustomer(saveValue, { params, body: { value: code } }).catch(() => {});
}
