import type { IDBPDatabase, IDBPObjectStore } from 'idb';
import { inTransaction, openInTime } from '../../platform/storage/database.ts';
import { offlineCatalogDatabase } from '../../platform/storage/database-names.ts';

/**
 * The object store of the snapshot, in a separate database that may be deleted at any time. Data that must
 * not be lost is elsewhere (`platform/outbox/outbox-db.ts`).
 */
const snapshotStore = 'packs';

/** The stored value of a store view, as it was written; it is not validated. */
export const readCatalog = (view: string): Promise<unknown> =>
  inStore('readonly', (store) => store.get(view));

export async function saveCatalog(view: string, written: unknown): Promise<void> {
  await inStore('readwrite', (store) => store.put(written, view));
}

export async function dropCatalog(view: string): Promise<void> {
  await inStore('readwrite', (store) => store.delete(view));
}

async function inStore<Mode extends 'readonly' | 'readwrite'>(
  mode: Mode,
  step: (
    store: IDBPObjectStore<unknown, [typeof snapshotStore], typeof snapshotStore, Mode>,
  ) => Promise<unknown>,
): Promise<unknown> {
  const db = await openInTime(offlineCatalogDatabase, 1, create);
  try {
    return await inTransaction(db.transaction(snapshotStore, mode), step);
  } finally {
    db.close();
  }
}

const create = (db: IDBPDatabase): void => void db.createObjectStore(snapshotStore);
