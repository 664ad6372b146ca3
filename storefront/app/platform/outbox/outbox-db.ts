import { isFull } from '../storage/database-names.ts';
import { dropPages, freeSpace } from '../storage/free-space.ts';
import { requestPersistence } from '../storage/persist-request.ts';
import {
  emptyOutbox,
  type Outbox,
  type OutboxStore,
  type Step,
  stepped,
  type Unkept,
  type Waiting,
} from './outbox.ts';
import { outboxStoreName, schema, upgrade } from './outbox-schema.ts';
import { type OutboxShape, outboxOf } from './outbox-shape.ts';

/** Milliseconds after which a database that does not open counts as blocked. */
const openTimeoutMs = 2000;
/** The same for a transaction that neither completes nor fails. */
const transactionTimeoutMs = 5000;

/**
 * Opens the outbox database. Rejects where storage is forbidden, full, blocked, or upgraded by a newer shop
 * version.
 */
export async function openOutboxDatabase(name = 'fynbos'): Promise<IDBDatabase> {
  const { promise, resolve, reject } = Promise.withResolvers<IDBDatabase>();
  const opening = indexedDB.open(name, schema);
  const late = setTimeout(() => reject(new Error('IndexedDB does not open')), openTimeoutMs);
  opening.onupgradeneeded = ({ oldVersion }) => upgrade(opening.result, opening.transaction!, oldVersion);
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    clearTimeout(late);
    // A newer shop version in another tab waits for this.
    opening.result.onversionchange = () => opening.result.close();
    resolve(opening.result);
  };
  return promise.finally(() => clearTimeout(late));
}

/**
 * An outbox in IndexedDB, stored under its name. A change is one transaction, which excludes other tabs.
 * The written value is read back before the change counts as stored. If the storage is full, caches are
 * deleted to free space (spec accounts 9).
 * @param shape validates the stored content; invalid content is dropped
 */
export function outboxIn<Snapshot, Entry extends Waiting>(
  db: IDBDatabase,
  name: string,
  shape?: OutboxShape<Snapshot, Entry>,
): OutboxStore<Snapshot, Entry> {
  const run = (mode: IDBTransactionMode, step: Step<Snapshot, Entry>) =>
    inTransaction<Snapshot, Entry>(db, name, mode, (stored) => step(outboxOf(stored, shape)));
  const read = () => run('readonly', (outbox) => outbox);
  return {
    durable: true,
    invalidated: invalidationOf(db),
    read,
    async change(step) {
      const write = () => run('readwrite', (outbox) => stepped(outbox, step));
      const written = await write()
        .catch(afterFreeingSpace(freeSpace, write))
        .catch(afterFreeingSpace(dropPages, write));
      const saved = await read();
      if (saved.rev < written.rev) throw new Error('IndexedDB lost the written data');
      if (saved.entries.length > 0) requestPersistence();
      return saved;
    },
  };
}

/**
 * Resolves when the database is taken away: a newer shop version upgrades it, or it is deleted because the
 * browser's storage is cleared.
 */
function invalidationOf(db: IDBDatabase): Promise<Unkept> {
  const { promise, resolve } = Promise.withResolvers<Unkept>();
  db.addEventListener('versionchange', ({ newVersion }) => resolve(newVersion === null ? 'lost' : 'newer'));
  db.addEventListener('close', () => resolve('lost'));
  return promise;
}

/** If the storage is full, retries after space was freed. */
function afterFreeingSpace<Result>(make: () => Promise<void>, retry: () => Promise<Result>) {
  return async (error: unknown): Promise<Result> => {
    if (!isFull(error)) throw error;
    await make();
    return retry();
  };
}

function inTransaction<Snapshot, Entry extends Waiting>(
  db: IDBDatabase,
  name: string,
  mode: IDBTransactionMode,
  step: (stored: unknown) => Outbox<Snapshot, Entry>,
): Promise<Outbox<Snapshot, Entry>> {
  const { promise, resolve, reject } = Promise.withResolvers<Outbox<Snapshot, Entry>>();
  const transaction = db.transaction(outboxStoreName, mode, { durability: 'strict' });
  const late = setTimeout(() => {
    try {
      // The caller has given up, so the change must not be written later.
      transaction.abort();
      reject(new Error('IndexedDB does not respond'));
    } catch {
      // The transaction has just ended; its own handlers follow.
    }
  }, transactionTimeoutMs);
  const store = transaction.objectStore(outboxStoreName);
  const request = store.get(name);
  let after: Outbox<Snapshot, Entry> = emptyOutbox();
  request.onsuccess = () => {
    after = step(request.result);
    if (mode === 'readwrite' && after !== request.result) store.put(after, name);
  };
  transaction.oncomplete = () => resolve(after);
  transaction.onerror = () => reject(transaction.error);
  transaction.onabort = () => reject(transaction.error ?? new Error('IndexedDB aborted the transaction'));
  return promise.finally(() => clearTimeout(late));
}
