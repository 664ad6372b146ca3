import { apiSettings } from '../../platform/api/api-settings.ts';
import { useStore } from '../../platform/state/store.ts';
import { ownKey } from '../../platform/storage/store-view-storage.ts';
import { isLike } from '../../platform/storage/stored-shape.ts';
import { storedStore } from '../../platform/storage/stored-store.ts';
import type {
  OfflineCatalogClient,
  OfflineCatalogInfo,
  OfflineCatalogQueries,
  OfflineCatalogReply,
  OfflineCatalogRequest,
} from './offline-catalog-messages.ts';

/** The thread with the snapshot, started at the first query. */
class OfflineCatalogThread {
  #worker: Worker | undefined;
  #requestCount = 0;
  readonly #waiting = new Map<number, { resolve(result: unknown): void; reject(reason: Error): void }>();

  /** Rejects if the query fails. */
  query(query: keyof OfflineCatalogQueries, args: readonly unknown[]): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const number = ++this.#requestCount;
    this.#waiting.set(number, { resolve, reject });
    this.#worker ??= this.#start();
    this.#worker.postMessage({ number, query, args } satisfies OfflineCatalogRequest);
    return promise;
  }

  #start(): Worker {
    const worker = new Worker(new URL('./offline-catalog-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<OfflineCatalogReply>) => {
      const pending = this.#waiting.get(data.number);
      this.#waiting.delete(data.number);
      if ('failed' in data) pending?.reject(new Error('The offline catalog query failed'));
      else pending?.resolve(data.result);
    });
    // Its code could not be loaded: the next query tries again.
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      this.#worker = undefined;
      for (const { reject } of this.#waiting.values())
        reject(new Error('The offline catalog cannot be opened'));
      this.#waiting.clear();
    });
    const { base, publicBase, partitionKey, currentView: site, switches } = apiSettings();
    worker.postMessage({
      settings: { base, publicBase, partitionKey, currentView: site, switches },
    } satisfies OfflineCatalogRequest);
    return worker;
  }
}

const thread = new OfflineCatalogThread();

/** Queries the offline catalog; rejects if the query fails. */
export function queryOfflineCatalog<Query extends keyof OfflineCatalogQueries>(
  query: Query,
  ...args: Parameters<OfflineCatalogQueries[Query]>
): ReturnType<OfflineCatalogClient[Query]> {
  // The thread responds with the result of this query (`offline-catalog-worker.ts`).
  return thread.query(query, args) as ReturnType<OfflineCatalogClient[Query]>;
}

const isInfo = (value: unknown): value is OfflineCatalogInfo => isLike(value, { made: 'string' });

const storedInfo = storedStore(ownKey('fynbos-pocket'), (stored) => (isInfo(stored) ? stored : undefined));

/** The stored snapshot, as noted in storage that can be read without waiting for the database. */
export const offlineCatalogInfo = storedInfo.get;

/** The stored snapshot, live. */
export const useOfflineCatalogInfo = (): OfflineCatalogInfo | undefined => useStore(storedInfo, undefined);

/** Downloads the snapshot or its changes; rejects if that fails or it cannot be stored. */
export async function downloadOfflineCatalog(): Promise<OfflineCatalogInfo | undefined> {
  return noted(await queryOfflineCatalog('refresh'));
}

/** Checks whether it is still stored: a browser that needs space may delete it. */
export async function checkOfflineCatalog(): Promise<OfflineCatalogInfo | undefined> {
  return noted(await queryOfflineCatalog('kept'));
}

export async function clearOfflineCatalog(): Promise<void> {
  noted(await queryOfflineCatalog('forget'));
}

function noted(info: OfflineCatalogInfo | undefined): OfflineCatalogInfo | undefined {
  // Without storage it is available on this page only.
  storedInfo.set(info);
  return info;
}
