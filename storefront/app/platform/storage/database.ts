import { type IDBPDatabase, type IDBPTransaction, openDB } from 'idb';

/** A transaction of one object store. */
export interface StoreTransaction<ObjectStore> extends Pick<IDBPTransaction, 'done' | 'error' | 'abort'> {
  readonly store: ObjectStore;
}
/** The transaction that creates or upgrades a database. */
export type UpgradeTransaction = IDBPTransaction<unknown, string[], 'versionchange'>;

type Upgrade = (db: IDBPDatabase, from: number, transaction: UpgradeTransaction) => Promise<void> | void;

/** Milliseconds after which a database that does not open counts as blocked. */
const openTimeoutMs = 2000;

/** Whether this browser has databases; it may still forbid their use. */
export const hasDatabases = (): boolean => typeof indexedDB !== 'undefined';

/**
 * Opens a database. Rejects where storage is forbidden or full, and where the stored version is newer.
 * @param version the current one without it
 * @param upgrade creates or upgrades the object stores, from a version on; if it fails, nothing is changed
 */
export async function openDatabase(
  name: string,
  version: number | undefined,
  upgrade: Upgrade,
): Promise<IDBPDatabase> {
  return openDB(name, version, {
    async upgrade(db, from, _to, transaction) {
      // The database then does not open, for the same reason.
      transaction.done.catch(() => {});
      try {
        await upgrade(db, from, transaction);
      } catch {
        abort(transaction);
      }
    },
  });
}

/** Like `openDatabase`, with a time limit. A database that opens later is closed: nobody uses it. */
export async function openInTime(name: string, version: number, upgrade: Upgrade): Promise<IDBPDatabase> {
  const opening = openDatabase(name, version, upgrade);
  try {
    return await within(openTimeoutMs, () => opening);
  } catch (error) {
    void opening.then(
      (db) => db.close(),
      () => {},
    );
    throw error;
  }
}

/**
 * Runs a step in a transaction, and resolves when the transaction is complete. If the step fails, nothing
 * is written.
 */
export async function inTransaction<ObjectStore, Result>(
  transaction: StoreTransaction<ObjectStore>,
  step: (store: ObjectStore) => Promise<Result>,
): Promise<Result> {
  // If the step fails, it is not waited for.
  transaction.done.catch(() => {});
  try {
    const result = await step(transaction.store);
    await transaction.done;
    return result;
  } catch (error) {
    abort(transaction);
    // Why the browser aborted it, such as full storage; the error of the step follows from that.
    throw transaction.error ?? error;
  }
}

/** @returns false if the transaction has ended before */
export function abort(transaction: Pick<IDBPTransaction, 'abort'>): boolean {
  try {
    transaction.abort();
    return true;
  } catch {
    return false;
  }
}

/** TIMEOUT_SCALE of the shop, which the document passes on. */
export function timeoutScale(): number {
  // A worker has no document, and neither have its types.
  const { document: page } = globalThis as {
    document?: { documentElement: { dataset: { timeouts?: string } } };
  };
  return Number(page?.documentElement.dataset.timeouts ?? 1);
}

/**
 * Rejects with a TimeoutError when an operation takes longer than the given time, multiplied by
 * TIMEOUT_SCALE.
 */
export async function within<Result>(milliseconds: number, run: () => Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new DOMException('The storage is too slow', 'TimeoutError')),
    milliseconds * timeoutScale(),
  );
  try {
    return await Promise.race([run(), promise]);
  } finally {
    clearTimeout(timer);
  }
}
