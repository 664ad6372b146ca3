import { type Box, type BoxStore, emptyBox, type Step, stepped, type Unkept, type Waiting } from './box.ts';
import { boxes, schema, upgrade } from './box-schema.ts';
import { type BoxShape, boxOf } from './box-shape.ts';
import { isFull } from './cache-names.ts';
import { dropPages, makeRoom } from './make-room.ts';
import { askToStay } from './stay.ts';

/** Milliseconds after which a storage that does not open is taken for blocked. */
const patience = 2000;
/** The same for one that opened, and then neither does what it is asked nor says why. */
const longPatience = 5000;

/** Opens the browser's database. Rejects where it is forbidden, full, blocked, or of a newer shop. */
export async function openBoxes(name = 'fynbos'): Promise<IDBDatabase> {
  const { promise, resolve, reject } = Promise.withResolvers<IDBDatabase>();
  const opening = indexedDB.open(name, schema);
  const late = setTimeout(() => reject(new Error('IndexedDB does not open')), patience);
  opening.onupgradeneeded = ({ oldVersion }) => upgrade(opening.result, opening.transaction!, oldVersion);
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
 * other tab into; what was written is read back before anybody is told that it is kept. Where the browser is full,
 * what can be had again makes room for it (accounts 9).
 *
 * @param shape what it holds: what is found there and is none of it is dropped
 */
export function boxIn<Kept, Entry extends Waiting>(
  db: IDBDatabase,
  name: string,
  shape?: BoxShape<Kept, Entry>,
): BoxStore<Kept, Entry> {
  const ask = (mode: IDBTransactionMode, step: Step<Kept, Entry>) =>
    inTransaction<Kept, Entry>(db, name, mode, (found) => step(boxOf(found, shape)));
  const read = () => ask('readonly', (box) => box);
  return {
    durable: true,
    gone: goneFrom(db),
    read,
    async change(step) {
      const write = () => ask('readwrite', (box) => stepped(box, step));
      const written = await write().catch(withRoom(makeRoom, write)).catch(withRoom(dropPages, write));
      const there = await read();
      if (there.rev < written.rev) throw new Error('IndexedDB lost what was written');
      if (there.entries.length > 0) askToStay();
      return there;
    },
  };
}

/** Somebody took the database from us: a newer shop renews it, or it is deleted, by whoever clears a browser's storage. */
function goneFrom(db: IDBDatabase): Promise<Unkept> {
  const { promise, resolve } = Promise.withResolvers<Unkept>();
  db.addEventListener('versionchange', ({ newVersion }) => resolve(newVersion === null ? 'lost' : 'newer'));
  db.addEventListener('close', () => resolve('lost'));
  return promise;
}

/** Where the browser is full, tries again once there is room. */
function withRoom<Result>(make: () => Promise<void>, again: () => Promise<Result>) {
  return async (error: unknown): Promise<Result> => {
    if (!isFull(error)) throw error;
    await make();
    return again();
  };
}

function inTransaction<Kept, Entry extends Waiting>(
  db: IDBDatabase,
  name: string,
  mode: IDBTransactionMode,
  step: (found: unknown) => Box<Kept, Entry>,
): Promise<Box<Kept, Entry>> {
  const { promise, resolve, reject } = Promise.withResolvers<Box<Kept, Entry>>();
  const transaction = db.transaction(boxes, mode, { durability: 'strict' });
  const late = setTimeout(() => {
    try {
      // What nobody waits for any more shall not be written later.
      transaction.abort();
      reject(new Error('IndexedDB does not answer'));
    } catch {
      // It has just ended, and says so next.
    }
  }, longPatience);
  const store = transaction.objectStore(boxes);
  const found = store.get(name);
  let after: Box<Kept, Entry> = emptyBox();
  found.onsuccess = () => {
    after = step(found.result);
    if (mode === 'readwrite' && after !== found.result) store.put(after, name);
  };
  transaction.oncomplete = () => resolve(after);
  transaction.onerror = () => reject(transaction.error);
  transaction.onabort = () => reject(transaction.error ?? new Error('IndexedDB gave up'));
  return promise.finally(() => clearTimeout(late));
}
