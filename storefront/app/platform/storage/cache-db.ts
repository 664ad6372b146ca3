import type { IDBPDatabase } from 'idb';
import { inTransaction, openDatabase } from './database.ts';
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
export function openCache(): Promise<IDBPDatabase> {
  return openDatabase(cacheDatabase, 1, (db) => {
    db.createObjectStore(entries, { keyPath: 'key' }).createIndex(byUse, byUse);
  });
}

export const readEntry = <Value>(db: IDBPDatabase, key: string): Promise<CacheEntry<Value> | undefined> =>
  inTransaction(db.transaction(entries), (store) => store.get(key));

export async function writeEntry<Value>(db: IDBPDatabase, entry: CacheEntry<Value>): Promise<void> {
  await inTransaction(db.transaction(entries, 'readwrite'), (store) => store.put(entry));
}

export const wipe = (db: IDBPDatabase): Promise<void> =>
  inTransaction(db.transaction(entries, 'readwrite'), (store) => store.clear());

/** If the total exceeds `limit` bytes of text, deletes all but the `count` most recently used entries. */
export function deleteAllBut(db: IDBPDatabase, count: number, limit: number): Promise<void> {
  return inTransaction(db.transaction(entries, 'readwrite'), async (store) => {
    const late: IDBValidKey[] = [];
    let [seen, bytes] = [0, 0];
    for await (const { value, primaryKey } of store.index(byUse).iterate(null, 'prev')) {
      bytes += JSON.stringify(value).length;
      if (++seen > count) late.push(primaryKey);
    }
    if (bytes > limit) await Promise.all(late.map((key) => store.delete(key)));
  });
}
