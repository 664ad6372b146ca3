import { cacheDatabase, pocketDatabase } from './cache-names.ts';
import { pagesName, picturesName } from './worker-stores.ts';

/**
 * Makes room for what must not be lost (accounts 9): what was found before and kept pictures go, since the shop has them
 * all. What waits never does. It never fails: what could not be cleared is still there.
 */
export async function makeRoom(): Promise<void> {
  await Promise.allSettled([drop(cacheDatabase), drop(pocketDatabase), dropStore(picturesName)]);
}

/** The last that can go: kept pages, without which the shop does not open where there is no network. */
export const dropPages = (): Promise<void> => dropStore(pagesName).catch(() => {});

/** Empties it first: a cache that is deleted takes its room for as long as a page or the worker has it open. */
async function dropStore(name: string): Promise<void> {
  if (typeof caches === 'undefined' || !(await caches.has(name))) return;
  const cache = await caches.open(name);
  await Promise.all((await cache.keys()).map((kept) => cache.delete(kept, { ignoreVary: true })));
  await caches.delete(name);
}

function drop(database: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const dropping = indexedDB.deleteDatabase(database);
  dropping.onsuccess = () => resolve();
  dropping.onerror = () => resolve();
  // A tab that holds it gives way, or the room is made later.
  dropping.onblocked = () => resolve();
  return promise;
}
