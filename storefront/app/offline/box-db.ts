import { type Box, type BoxStore, emptyBox, stepped, type Waiting } from './box.ts';

/** Raised when what is stored changes its shape; an older tab then gives way, and goes on in memory. */
const schema = 1;
const boxes = 'boxes';
/** Milliseconds after which a storage that does not open is taken for blocked. */
const patience = 2000;

/** Opens the browser's database. Rejects where it is forbidden, full, blocked, or of a newer shop. */
export function openBoxes(name = 'fynbos'): Promise<IDBDatabase> {
  const { promise, resolve, reject } = Promise.withResolvers<IDBDatabase>();
  const late = setTimeout(() => reject(new Error('IndexedDB does not open')), patience);
  const opening = indexedDB.open(name, schema);
  opening.onupgradeneeded = () => opening.result.createObjectStore(boxes);
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    clearTimeout(late);
    // A newer shop in another tab waits for this.
    opening.result.onversionchange = () => opening.result.close();
    resolve(opening.result);
  };
  return promise.finally(() => clearTimeout(late));
}

/**
 * A box in the browser's database, under its name. A change is one transaction, which the database lets no
 * other tab into; what was written is read back before anybody is told that it is kept.
 */
export function boxIn<Kept, Entry extends Waiting>(db: IDBDatabase, name: string): BoxStore<Kept, Entry> {
  const read = () => inTransaction<Kept, Entry>(db, name, 'readonly', (box) => box);
  return {
    durable: true,
    read,
    async change(step) {
      const written = await inTransaction<Kept, Entry>(db, name, 'readwrite', (box) => stepped(box, step));
      const there = await read();
      if (there.rev < written.rev) throw new Error('IndexedDB lost what was written');
      return there;
    },
  };
}

function inTransaction<Kept, Entry extends Waiting>(
  db: IDBDatabase,
  name: string,
  mode: IDBTransactionMode,
  step: (box: Box<Kept, Entry>) => Box<Kept, Entry>,
): Promise<Box<Kept, Entry>> {
  const { promise, resolve, reject } = Promise.withResolvers<Box<Kept, Entry>>();
  const transaction = db.transaction(boxes, mode, { durability: 'strict' });
  const store = transaction.objectStore(boxes);
  const found = store.get(name);
  let after: Box<Kept, Entry> = emptyBox();
  found.onsuccess = () => {
    const box: Box<Kept, Entry> = found.result ?? emptyBox();
    after = step(box);
    if (after !== box) store.put(after, name);
  };
  transaction.oncomplete = () => resolve(after);
  transaction.onerror = () => reject(transaction.error);
  transaction.onabort = () => reject(transaction.error ?? new Error('IndexedDB gave up'));
  return promise;
}
