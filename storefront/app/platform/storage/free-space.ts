import { deleteDB } from 'idb';
import { cacheDatabase, offlineCatalogDatabase } from './database-names.ts';
import { pagesName, picturesName } from './worker-cache-names.ts';

/**
 * Frees space for data that must not be lost (spec accounts 9): deletes cached search results and pictures,
 * since the shop has them all. It never deletes waiting entries. It never fails: what could not be deleted
 * remains.
 */
export async function freeSpace(): Promise<void> {
  await Promise.allSettled([drop(cacheDatabase), drop(offlineCatalogDatabase), dropStore(picturesName)]);
}

/** The last resort: cached pages, without which the shop does not open offline. */
export const dropPages = (): Promise<void> => dropStore(pagesName).catch(() => {});

/** Empties the cache first: a deleted cache uses space as long as a page or the worker has it open. */
async function dropStore(name: string): Promise<void> {
  if (typeof caches === 'undefined' || !(await caches.has(name))) return;
  const cache = await caches.open(name);
  await Promise.all(
    (await cache.keys()).map((cachedRequest) => cache.delete(cachedRequest, { ignoreVary: true })),
  );
  await caches.delete(name);
}

async function drop(database: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  // If it is blocked, a tab that has it open closes it, or the space is freed later.
  await Promise.race([deleteDB(database, { blocked: () => resolve() }), promise]);
}
