import type { Store } from '@fynbos/core/stores/contract.ts';
import { announceChange } from '../../catalogue/documents/catalogue-events.ts';
import type { Db } from '../../db.ts';
import { getStore, listStores, removeStore } from '../../stores/store-service.ts';
import { type AdminCommands, takeCommandArgs } from './admin-command.ts';

/** `npm run admin -- stores …`. Stores are opened and changed by the import (docs/import.md). */
export const storeCommands: AdminCommands = {
  list: {
    args: '',
    does: 'list the stores a shopper can choose, in their order',
    async run({ db }, args) {
      takeCommandArgs(args, 0);
      const stores = await listStores(db);
      const lines = stores.map(({ code, name, city }) => `${code.padEnd(8)} ${name}, ${city}`);
      return [...lines, stores.length === 1 ? '1 store' : `${stores.length} stores`];
    },
  },
  show: {
    args: 'CODE',
    does: 'show one store in full',
    run: async ({ db }, args) => describe(await getStore(db, takeCommandArgs(args, 1)[0])),
  },
  remove: {
    args: 'CODE',
    does: 'close a store permanently; shoppers who chose it have no store then',
    async run({ db }, args) {
      const [code = ''] = takeCommandArgs(args, 1);
      await close(db, code);
      return [`The store ${code} is closed.`];
    },
  },
};

/** Notifies the running shop, so that the code is unknown from then on (spec D8). */
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
    store.services.join(', ') || 'no delivery and no collection',
  ];
}
