import type { IDBPDatabase } from 'idb';
import { warnOnce } from '../browser/warn-once.ts';
import {
  abort,
  inTransaction,
  openInTime,
  type StoreTransaction,
  timeoutScale,
} from '../storage/database.ts';
import { isFull } from '../storage/database-names.ts';
import { dropPages, freeSpace } from '../storage/free-space.ts';
import { reportNewerShop } from '../storage/newer-version.ts';
import { requestPersistence } from '../storage/persist-request.ts';
import {
  applyChange,
  emptyOutbox,
  memoryOutbox,
  type Outbox,
  type OutboxChange,
  type OutboxEntry,
  type OutboxShape,
  type OutboxStore,
  outboxOf,
  type Unkept,
} from './outbox.ts';
import { outboxStoreName, schema, upgrade } from './outbox-schema.ts';

/**
 * Milliseconds, multiplied by TIMEOUT_SCALE, after which a transaction that neither completes nor fails counts as
 * blocked.
 */
const transactionTimeoutMs = 5000;

/**
 * Opens the outbox database. Rejects where storage is forbidden, full, blocked, or upgraded by a newer shop
 * version.
 */
export async function openOutboxDatabase(name = 'fynbos'): Promise<IDBPDatabase> {
  const db = await openInTime(name, schema, upgrade);
  // A newer shop version in another tab waits for this.
  db.onversionchange = () => db.close();
  return db;
}

/** The outbox stored under a key of any store view. */
export async function storedOutbox<Snapshot, Entry extends OutboxEntry>(
  key: string,
  shape?: OutboxShape<Snapshot, Entry>,
): Promise<OutboxStore<Snapshot, Entry>> {
  return outboxIn(await openOutboxDatabase(), key, shape);
}

/**
 * An outbox in IndexedDB, stored under its name. A change is one transaction, which excludes other tabs.
 * The written value is read back before the change counts as stored. If the storage is full, caches are
 * deleted to free space (spec accounts 9).
 * @param shape validates the stored content; invalid content is dropped
 */
export function outboxIn<Snapshot, Entry extends OutboxEntry>(
  db: IDBPDatabase,
  name: string,
  shape?: OutboxShape<Snapshot, Entry>,
): OutboxStore<Snapshot, Entry> {
  const read = async (): Promise<Outbox<Snapshot, Entry>> =>
    inTime(db.transaction(outboxStoreName, 'readonly', durably), async (store) =>
      outboxOf(await store.get(name), shape),
    );
  const write = async (change: OutboxChange<Snapshot, Entry>) =>
    inTime(db.transaction(outboxStoreName, 'readwrite', durably), async (store) => {
      const stored: unknown = await store.get(name);
      const after = applyChange(outboxOf(stored, shape), change);
      if (after !== stored) await store.put(after, name);
      return after;
    });
  return {
    durable: true,
    invalidated: invalidationOf(db),
    read,
    async change(change) {
      const written = await write(change)
        .catch(afterFreeingSpace(freeSpace, () => write(change)))
        .catch(afterFreeingSpace(dropPages, () => write(change)));
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
function invalidationOf(db: IDBPDatabase): Promise<Unkept> {
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

const durably = { durability: 'strict' } as const;

/** Like `inTransaction`, with a time limit. */
async function inTime<ObjectStore, Result>(
  transaction: StoreTransaction<ObjectStore>,
  change: (store: ObjectStore) => Promise<Result>,
): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const late = setTimeout(() => {
    // The caller gives up, so the change must not be written later.
    if (abort(transaction)) reject(new Error('IndexedDB does not respond'));
  }, transactionTimeoutMs * timeoutScale());
  try {
    return await Promise.race([inTransaction(transaction, change), promise]);
  } finally {
    clearTimeout(late);
  }
}

/**
 * An outbox that is durable where possible. If the browser's storage cannot be opened, is taken away or
 * fails, it continues in memory from the last known state and reports that.
 * @param unkept called once, when the outbox no longer outlives the page
 * @param goOn derives the state to continue with from the last known one
 */
export function safeOutbox<Snapshot, Entry extends OutboxEntry>(
  open: () => Promise<OutboxStore<Snapshot, Entry>>,
  unkept: (why: Unkept) => void,
  goOn: (last: Outbox<Snapshot, Entry>, why: Unkept) => Outbox<Snapshot, Entry> = (last) => last,
): OutboxStore<Snapshot, Entry> {
  let last: Outbox<Snapshot, Entry> = emptyOutbox();
  let durable = true;
  let store: Promise<OutboxStore<Snapshot, Entry>> | undefined;

  function inMemory(why: Unkept): OutboxStore<Snapshot, Entry> {
    const memory = memoryOutbox(goOn(last, why));
    store = Promise.resolve(memory);
    durable = false;
    if (why === 'newer') reportNewerShop();
    unkept(why);
    return memory;
  }

  async function openSafely(): Promise<OutboxStore<Snapshot, Entry>> {
    try {
      const opened = await open();
      void opened.invalidated?.then((why) => durable && inMemory(why));
      return opened;
    } catch (error) {
      warnOnce(unwritable, error);
      return inMemory(isOfNewer(error) ? 'newer' : 'lost');
    }
  }

  async function attempt(
    run: (store: OutboxStore<Snapshot, Entry>) => Promise<Outbox<Snapshot, Entry>>,
  ): Promise<Outbox<Snapshot, Entry>> {
    store ??= openSafely();
    const used = await store;
    try {
      last = await run(used);
    } catch (error) {
      // Memory does not fail: an error is a bug in the change.
      if (!used.durable) throw error;
      warnOnce(unwritable, error);
      if (durable) inMemory('lost');
      last = await run(await store);
    }
    return last;
  }

  return {
    get durable() {
      return durable;
    },
    read: () => attempt((current) => current.read()),
    change: (change) => attempt((current) => current.change(change)),
  };
}

const unwritable = 'The outbox cannot be written';

/** The stored data has a newer schema than this page knows. */
const isOfNewer = (error: unknown): boolean => error instanceof DOMException && error.name === 'VersionError';
