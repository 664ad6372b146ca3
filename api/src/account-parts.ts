import type { AccountParts } from './accounts/accounts.ts';
import type { Db } from './db.ts';
import { listStores } from './stores/service.ts';

/** What the nouns after accounts do for them; who keeps something about customers is listed here. */
export function accountParts(db: Db): AccountParts {
  return {
    findStore: async (code) => (await listStores(db)).find((store) => store.code === code),
    subscribe: async () => {},
    keepers: [],
  };
}
