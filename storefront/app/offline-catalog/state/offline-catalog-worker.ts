import {
  catalogSnapshotDifference,
  catalogSnapshotInfo,
  fullCatalogSnapshot,
} from '@fynbos/core/search/contract.ts';
import { readSnapshot, writeSnapshot } from '@fynbos/core/search/snapshot/catalog-snapshot.ts';
import {
  applyDifference,
  type HashedSnapshot,
  hashSnapshot,
  heldOf,
} from '@fynbos/core/search/snapshot/snapshot-difference.ts';
import { callApi } from '../../api-client.ts';
import { configureApi, storeView } from '../../platform/api/api-settings.ts';
import { dropCatalog, readCatalog, saveCatalog } from './offline-catalog-db.ts';
import { indexSnapshot, type OfflineCatalogIndex } from './offline-catalog-index.ts';
import type {
  OfflineCatalogClient,
  OfflineCatalogInfo,
  OfflineCatalogReply,
  OfflineCatalogRequest,
} from './offline-catalog-messages.ts';

/** A whole catalog takes long on a slow connection, in milliseconds. */
const timeoutMs = 120_000;

interface Held {
  hashed: HashedSnapshot;
  index: OfflineCatalogIndex;
}

let held: Promise<Held | undefined> | undefined;

/** The snapshot in use, read on first use. Rejects if it cannot be read now, though it may be stored. */
function open(): Promise<Held | undefined> {
  if (held) return held;
  const reading = readHeld();
  held = reading;
  // The next query tries again.
  reading.catch(() => {
    if (held === reading) held = undefined;
  });
  return reading;
}

async function readHeld(): Promise<Held | undefined> {
  const written = await readCatalog(storeView().code);
  const snapshot = readSnapshot(written);
  if (snapshot && snapshot.view === storeView().code) return inUse(hashSnapshot(snapshot));
  // Invalid or of another format: it is deleted, and downloaded again when needed.
  if (written !== undefined) await dropCatalog(storeView().code).catch(() => {});
  return undefined;
}

const inUse = async (hashed: HashedSnapshot): Promise<Held> => ({
  hashed,
  index: await indexSnapshot(hashed.snapshot),
});

async function fetchNext(before: HashedSnapshot | undefined): Promise<HashedSnapshot> {
  if (before) {
    const { result } = await callApi(catalogSnapshotDifference, { body: heldOf(before), timeout: timeoutMs });
    const next = applyDifference(before.snapshot, result);
    if (next) return next;
  }
  const { result } = await callApi(fullCatalogSnapshot, { timeout: timeoutMs });
  const snapshot = readSnapshot(result);
  if (!snapshot) throw new TypeError('The response is not a valid catalog snapshot');
  return hashSnapshot(snapshot);
}

/** If the snapshot is current, only its version is transferred. */
async function isCurrent(before: HashedSnapshot): Promise<boolean> {
  const { result } = await callApi(catalogSnapshotInfo, { timeout: timeoutMs });
  return result.version === before.version;
}

const trueNow = (before: HashedSnapshot): HashedSnapshot => ({
  ...before,
  snapshot: { ...before.snapshot, made: new Date().toISOString() },
});

const queries: OfflineCatalogClient = {
  kept: async () => infoOf((await open())?.hashed),
  async refresh() {
    const before = (await open())?.hashed;
    const next = before && (await isCurrent(before)) ? trueNow(before) : await fetchNext(before);
    await saveCatalog(storeView().code, writeSnapshot(next.snapshot));
    if (next.version === before?.version) return infoOf(next);
    // Queries use the older snapshot until the newer one is indexed.
    const ready = await inUse(next);
    held = Promise.resolve(ready);
    return infoOf(next);
  },
  suggest: async (text, size) => (await open())?.index.suggest(text, size),
  list: async (scope, order, shown) => (await open())?.index.list(scope, order, shown),
  place: async (path) => (await open())?.index.place(path),
  async forget() {
    await dropCatalog(storeView().code);
    held = undefined;
    return undefined;
  },
};

const infoOf = (hashed: HashedSnapshot | undefined): OfflineCatalogInfo | undefined =>
  hashed && {
    version: hashed.version,
    made: hashed.snapshot.made,
    products: hashed.snapshot.products.length,
  };

addEventListener('message', ({ data }: MessageEvent<OfflineCatalogRequest>) => {
  if ('settings' in data) configureApi(data.settings);
  else void respond(data);
});

async function respond({
  number,
  query,
  args,
}: Extract<OfflineCatalogRequest, { number: number }>): Promise<void> {
  const post = (reply: OfflineCatalogReply) => postMessage(reply);
  try {
    // The page sends the arguments of this query (`queryOfflineCatalog`).
    const run = queries[query] as (...callArgs: readonly unknown[]) => Promise<unknown>;
    post({ number, result: await run(...args) });
  } catch {
    // The page only needs to know that the query failed; it decides what that means.
    post({ number, failed: true });
  }
}
