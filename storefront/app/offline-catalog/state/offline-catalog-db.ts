import { offlineCatalogDatabase } from '../../platform/storage/database-names.ts';

/**
 * The object store of the snapshot, in a separate database that may be deleted at any time. Data that must
 * not be lost is elsewhere (`platform/outbox/outbox-db.ts`).
 */
const snapshotStore = 'packs';

/** Milliseconds after which a database that does not open counts as blocked. */
const openTimeoutMs = 2000;

/** The stored value of a store view, as it was written; it is not validated. */
export function readStored(view: string): Promise<unknown> {
  return inStore('readonly', (store) => store.get(view));
}

export async function saveStored(view: string, written: unknown): Promise<void> {
  await inStore('readwrite', (store) => store.put(written, view));
}

export async function drop(view: string): Promise<void> {
  await inStore('readwrite', (store) => store.delete(view));
}

async function inStore(
  mode: IDBTransactionMode,
  makeRequest: (store: IDBObjectStore) => IDBRequest,
): Promise<unknown> {
  const db = await open();
  try {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const transaction = db.transaction(snapshotStore, mode);
    const request = makeRequest(transaction.objectStore(snapshotStore));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error ?? new Error('IndexedDB aborted the transaction'));
    return await promise;
  } finally {
    db.close();
  }
}

function open(): Promise<IDBDatabase> {
  const { promise, resolve, reject } = Promise.withResolvers<IDBDatabase>();
  // Throws where storage is forbidden; nothing is waited for then.
  const opening = indexedDB.open(offlineCatalogDatabase, 1);
  const late = setTimeout(() => reject(new Error('IndexedDB does not open')), openTimeoutMs);
  opening.onupgradeneeded = () => opening.result.createObjectStore(snapshotStore);
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => resolve(opening.result);
  return promise.finally(() => clearTimeout(late));
}
