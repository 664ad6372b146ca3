import type { Outbox, Waiting } from './outbox.ts';

/** An outbox. Of its snapshot, only the cart lines are known here. */
type Peeked = Outbox<{ items?: readonly unknown[] }, Waiting>;

/**
 * Reads outboxes from the database (`outbox-db.ts`), in the given order. The database is opened with its
 * current schema, never created, and closed at once, so that an upgrade never waits for it. Returns nothing
 * if there is none or it cannot be read.
 */
export async function readOutboxes(names: readonly string[]): Promise<readonly (Peeked | undefined)[]> {
  const opening = indexedDB.open('fynbos');
  opening.onupgradeneeded = () => opening.transaction?.abort();
  const database = await requestResult(opening).catch(() => undefined);
  if (!database) return [];
  try {
    if (!database.objectStoreNames.contains('boxes')) return [];
    const outboxStore = database.transaction('boxes').objectStore('boxes');
    return await Promise.all(names.map((name) => requestResult<Peeked | undefined>(outboxStore.get(name))));
  } finally {
    database.close();
  }
}

export const isWaitingIn = (outbox: Peeked | undefined): boolean =>
  Array.isArray(outbox?.entries) && outbox.entries.length > 0;

export function requestResult<Result>(request: IDBRequest<Result>): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
  return promise;
}
