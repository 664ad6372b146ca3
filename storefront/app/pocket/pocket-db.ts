import { pocketDatabase } from '../offline/cache-names.ts';

/**
 * Where the pack is kept: a database of its own, which may be thrown away at any time. What must not be lost is elsewhere
 * (`offline/box-db.ts`).
 */
const packs = 'packs';

/** Milliseconds after which a storage that does not answer is taken for blocked. */
const patience = 2000;

/** What is kept for a store view, as it was written; whoever wrote it is not trusted. */
export function readKept(view: string): Promise<unknown> {
  return inStore('readonly', (store) => store.get(view));
}

export async function keep(view: string, written: unknown): Promise<void> {
  await inStore('readwrite', (store) => store.put(written, view));
}

export async function drop(view: string): Promise<void> {
  await inStore('readwrite', (store) => store.delete(view));
}

async function inStore(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest,
): Promise<unknown> {
  const db = await open();
  try {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const transaction = db.transaction(packs, mode);
    const request = ask(transaction.objectStore(packs));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error ?? new Error('IndexedDB gave up'));
    return await promise;
  } finally {
    db.close();
  }
}

function open(): Promise<IDBDatabase> {
  const { promise, resolve, reject } = Promise.withResolvers<IDBDatabase>();
  // It throws where it is forbidden: nothing is waited for then.
  const opening = indexedDB.open(pocketDatabase, 1);
  const late = setTimeout(() => reject(new Error('IndexedDB does not open')), patience);
  opening.onupgradeneeded = () => opening.result.createObjectStore(packs);
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => resolve(opening.result);
  return promise.finally(() => clearTimeout(late));
}
