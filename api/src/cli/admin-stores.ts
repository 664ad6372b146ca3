import type { Store } from '@fynbos/core/stores/contract.ts';
import { announceChange } from '../catalogue/announce.ts';
import type { Db } from '../db.ts';
import { getStore, listStores, removeStore } from '../stores/service.ts';
import { type AdminCommands, takeWords } from './admin-command.ts';

/** `npm run admin -- stores …`; stores are opened and changed by the import (docs/import.md). */
export const storeCommands: AdminCommands = {
  list: {
    words: '',
    does: 'the stores a shopper can choose from, in their order',
    async run({ db }, words) {
      takeWords(words, 0);
      const stores = await listStores(db);
      const lines = stores.map(({ code, name, city }) => `${code.padEnd(8)} ${name}, ${city}`);
      return [...lines, stores.length === 1 ? '1 store' : `${stores.length} stores`];
    },
  },
  show: {
    words: 'CODE',
    does: 'one store, whole',
    run: async ({ db }, words) => describe(await getStore(db, takeWords(words, 1)[0]!)),
  },
  remove: {
    words: 'CODE',
    does: 'closes a store for good; who has chosen it has none then',
    async run({ db }, words) {
      const [code = ''] = takeWords(words, 1);
      await close(db, code);
      return [`The store ${code} is closed.`];
    },
  },
};

/** A running shop hears of it, so that the code is unknown from then on (decision 8). */
async function close(db: Db, code: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await removeStore(transaction, code);
    await announceChange(transaction, 'all');
  });
}

function describe({ code, name, ...store }: Store): string[] {
  return [
    `${code}  ${name}`,
    [...store.street, store.suburb, store.city].filter(Boolean).join(', '),
    `${store.region_code}  ${store.postcode}  (${store.latitude}, ${store.longitude})`,
    store.telephone || 'no telephone',
    store.hours || 'no hours',
    store.services.join(', ') || 'neither delivers nor keeps orders',
  ];
}
