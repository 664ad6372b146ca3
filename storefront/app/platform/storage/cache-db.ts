import { cacheDatabase } from './database-names.ts';

/** A cached value, and when it was last used, in milliseconds since 1970. */
interface CacheEntry<Value> {
  key: string;
  value: Value;
  used_at: number;
}

const entries = 'entries';
const byUse = 'used_at';

/** A separate database, so that its loss never affects waiting entries. */
export function openCache(): Promise<IDBDatabase> {
  const { promise, resolve, reject } = Promise.withResolvers<IDBDatabase>();
  const opening = indexedDB.open(cacheDatabase, 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore(entries, { keyPath: 'key' }).createIndex(byUse, byUse);
  };
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => resolve(opening.result);
  return promise;
}

export async function readEntry<Value>(db: IDBDatabase, key: string): Promise<CacheEntry<Value> | undefined> {
  let request: IDBRequest<CacheEntry<Value> | undefined> | undefined;
  await inStore(db, 'readonly', (store) => {
    request = store.get(key);
  });
  return request?.result;
}

export const writeEntry = <Value>(db: IDBDatabase, entry: CacheEntry<Value>): Promise<void> =>
  inStore(db, 'readwrite', (store) => void store.put(entry));

export const wipe = (db: IDBDatabase): Promise<void> =>
  inStore(db, 'readwrite', (store) => void store.clear());

/** If the total exceeds `limit` bytes of text, deletes all but the `count` most recently used entries. */
export function deleteAllBut(db: IDBDatabase, count: number, limit: number): Promise<void> {
  return inStore(db, 'readwrite', (store) => {
    const late: IDBValidKey[] = [];
    let [seen, bytes] = [0, 0];
    const walking = store.index(byUse).openCursor(null, 'prev');
    walking.onsuccess = () => {
      const cursor = walking.result;
      if (!cursor) {
        if (bytes > limit) for (const key of late) store.delete(key);
        return;
      }
      bytes += JSON.stringify(cursor.value).length;
      if (++seen > count) late.push(cursor.primaryKey);
      cursor.continue();
    };
  });
}

function inStore(
  db: IDBDatabase,
  mode: IDBTransactionMode,
  step: (store: IDBObjectStore) => void,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const transaction = db.transaction(entries, mode);
  transaction.oncomplete = () => resolve();
  transaction.onabort = () => reject(transaction.error ?? new Error('IndexedDB aborted the transaction'));
  step(transaction.objectStore(entries));
  return promise;
}
