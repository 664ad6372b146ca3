/// <reference lib="webworker" />

import { picturesName } from '../app/platform/storage/worker-cache-names.ts';

/** A file of the browser's build: its address from the root, and a hash if its name carries none. */
export interface BuiltFile {
  url: string;
  revision: string | null;
}

declare const self: ServiceWorkerGlobalScope & {
  /** Inserted by the build, which looks for exactly this name. */
  __SW_MANIFEST: (BuiltFile | string)[];
};

/** Every file of this build that a browser may request. */
export const builtFiles: readonly BuiltFile[] = self.__SW_MANIFEST.map((file) =>
  typeof file === 'string' ? { url: file, revision: null } : file,
);

/**
 * Cache names. Orders and carts are in an IndexedDB database of the pages, which the worker never opens for
 * writing.
 */
export const shellPrefix = 'fynbos-shell-';
export const shellName = `${shellPrefix}${nameOf(JSON.stringify(builtFiles))}`;
export const laterFilesName = 'fynbos-files';

/** A short name for a build, hashed from its contents. */
function nameOf(text: string): string {
  let hash = 0;
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) >>> 0;
  return hash.toString(36);
}

/**
 * Caches a response. If the device is full, pictures are deleted first; a second failure is ignored
 * (spec accounts 9).
 */
export async function cacheResponse(name: string, key: string, response: Response): Promise<void> {
  const copy = response.clone();
  try {
    await (await caches.open(name)).put(key, response);
  } catch {
    await caches.delete(picturesName);
    await (await caches.open(name)).put(key, copy).catch(() => {});
  }
}

/**
 * Deletes the oldest entries above a limit.
 * @param isExempt whether the entry of a path with its query is never deleted
 */
export async function trim(
  name: string,
  maxEntries: number,
  isExempt: (key: string) => boolean,
): Promise<void> {
  const cache = await caches.open(name);
  const keys = (await cache.keys()).filter(({ url }) => !isExempt(pathOf(url)));
  await Promise.all(keys.slice(0, Math.max(0, keys.length - maxEntries)).map((key) => cache.delete(key)));
}

export const pause = (ms: number): Promise<undefined> =>
  new Promise((resolve) => setTimeout(resolve, ms, undefined));

/** Path and query of a cached URL. */
export function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
