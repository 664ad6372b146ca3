/// <reference lib="webworker" />

import { picturesName } from '../app/offline/worker-stores.ts';

/** A file of the browser's build: its address from the root, and a hash where its name carries none. */
export interface BuiltFile {
  url: string;
  revision: string | null;
}

declare const self: ServiceWorkerGlobalScope & {
  /** Written here by the build, which looks for exactly this name. */
  __SW_MANIFEST: (BuiltFile | string)[];
};

/** Every file of this build that a browser may want. */
export const builtFiles: readonly BuiltFile[] = self.__SW_MANIFEST.map((file) =>
  typeof file === 'string' ? { url: file, revision: null } : file,
);

/** What is kept, by name. Orders and carts are in a database of the pages, which a worker never opens. */
export const shellPrefix = 'fynbos-shell-';
export const shellName = `${shellPrefix}${nameOf(JSON.stringify(builtFiles))}`;
export const laterFilesName = 'fynbos-files';

/** A short name for a build, from what is in it. */
function nameOf(text: string): string {
  let hash = 0;
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) >>> 0;
  return hash.toString(36);
}

/**
 * Keeps an answer. Where the device is full, pictures go first; what cannot be kept even then is not, and nothing else
 * comes of it (accounts 9).
 */
export async function keep(name: string, key: string, answer: Response): Promise<void> {
  const again = answer.clone();
  try {
    await (await caches.open(name)).put(key, answer);
  } catch {
    await caches.delete(picturesName);
    await (await caches.open(name)).put(key, again).catch(() => {});
  }
}

/** Lets the oldest go where there are more than so many. @param stays whether a path with its query is never let go */
export async function trim(name: string, most: number, stays: (key: string) => boolean): Promise<void> {
  const cache = await caches.open(name);
  const keys = (await cache.keys()).filter(({ url }) => !stays(pathOf(url)));
  await Promise.all(keys.slice(0, Math.max(0, keys.length - most)).map((key) => cache.delete(key)));
}

export const pause = (ms: number): Promise<undefined> =>
  new Promise((resolve) => setTimeout(resolve, ms, undefined));

/** Path and query of something that is kept. */
export function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
