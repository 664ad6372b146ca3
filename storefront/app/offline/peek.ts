import type { Box, Waiting } from './box.ts';

/** A box; of what is kept beside what waits no more is known here than that a cart has lines. */
type Peeked = Box<{ items?: readonly unknown[] }, Waiting>;

/**
 * What is in some boxes of the shop's own database (`box-db.ts`), in their order. It is opened as it is, whatever its schema,
 * never made, and let go of at once: an upgrade must not wait for this. Nothing where there is none, or it cannot be read.
 */
export async function peek(names: readonly string[]): Promise<readonly (Peeked | undefined)[]> {
  const opening = indexedDB.open('fynbos');
  opening.onupgradeneeded = () => opening.transaction?.abort();
  const database = await answered(opening).catch(() => undefined);
  if (!database) return [];
  try {
    if (!database.objectStoreNames.contains('boxes')) return [];
    const boxes = database.transaction('boxes').objectStore('boxes');
    return await Promise.all(names.map((name) => answered<Peeked | undefined>(boxes.get(name))));
  } finally {
    database.close();
  }
}

export const isWaitingIn = (box: Peeked | undefined): boolean =>
  Array.isArray(box?.entries) && box.entries.length > 0;

export function answered<Result>(request: IDBRequest<Result>): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
  return promise;
}
