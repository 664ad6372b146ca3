import { type CatalogSnapshot, readFrame, type SnapshotFrame, snapshotFormat } from './catalog-snapshot.ts';
import {
  type CurrentColumns,
  type ProductColumns,
  readColumns,
  readCurrent,
  writeColumns,
  writeCurrent,
} from './snapshot-columns.ts';
import {
  bucketOf,
  bucketsFor,
  differing,
  hashBuckets,
  hashProduct,
  type ProductHash,
  versionOf,
  writeHashes,
} from './snapshot-hash.ts';
import type { SnapshotProduct } from './snapshot-product.ts';

/** Compact description of a browser's snapshot, from which the server computes the difference. */
export interface Held {
  version: string;
  buckets: number;
  steady: string;
  current: string;
}

/** Up to this number of products, a difference is always sent. */
const smallDifference = 100;
const almostAll = 0.9;

/** The changes from one snapshot to the next. */
export interface Difference extends Omit<SnapshotFrame, 'categories' | 'synonyms'> {
  format: number;
  /** Version of the resulting snapshot. */
  version: string;
  buckets: number;
  /** Buckets that are sent completely, and their products. */
  replaced: number[];
  columns: ProductColumns & CurrentColumns;
  /** Buckets in which only prices and stock changed, for their products by id. */
  repriced: number[];
  current: CurrentColumns;
  /** All categories, when one changed. */
  categories?: SnapshotFrame['categories'];
  synonyms?: string;
}

/** A snapshot in use, with its hashes. */
export interface HashedSnapshot {
  snapshot: CatalogSnapshot;
  hashes: readonly ProductHash[];
  version: string;
}

export function hashSnapshot(snapshot: CatalogSnapshot): HashedSnapshot {
  const hashes = snapshot.products.map(hashProduct);
  return { snapshot, hashes, version: versionOf(hashes, snapshot) };
}

export function heldOf({ snapshot, hashes, version }: HashedSnapshot): Held {
  const buckets = bucketsFor(snapshot.products.length);
  const { steady, current } = hashBuckets(hashes, buckets);
  return { version, buckets, steady: writeHashes(steady), current: writeHashes(current) };
}

/**
 * Returns the changes for a browser with this snapshot. Undefined when almost everything changed: the
 * browser then downloads the full snapshot, which is compressed once for all.
 */
export function differenceFor(
  held: Held,
  { snapshot, hashes, version }: HashedSnapshot,
): Difference | undefined {
  const { products, categories, synonyms, view, made } = snapshot;
  const { buckets } = held;
  const sums = hashBuckets(hashes, buckets);
  const replaced = differing(sums.steady, held.steady);
  const repriced = new Set(
    [...differing(sums.current, held.current)].filter((bucket) => !replaced.has(bucket)),
  );
  const within = (chosen: Set<number>) => products.filter(({ id }) => chosen.has(bucketOf(id, buckets)));
  const added = within(replaced);
  if (added.length > smallDifference && added.length > products.length * almostAll) return undefined;
  const frameOf = (name: string) => name.slice(-8);
  return {
    format: snapshotFormat,
    view,
    made,
    version,
    buckets,
    replaced: [...replaced],
    columns: writeColumns(added),
    repriced: [...repriced],
    current: writeCurrent(within(repriced)),
    ...(frameOf(held.version) !== frameOf(version) && { categories, synonyms }),
  };
}

/**
 * Applies a difference to a snapshot; undefined when they do not match or the result has another version
 * than announced.
 */
export function applyDifference(snapshot: CatalogSnapshot, received: unknown): HashedSnapshot | undefined {
  // The checks below, `readFrame`, `readColumns` and `readCurrent` validate its fields.
  const difference = (received ?? {}) as Difference;
  const { format, buckets, replaced, repriced, columns, current, version } = difference;
  const frame = readFrame({ categories: snapshot.categories, synonyms: snapshot.synonyms, ...difference });
  if (format !== snapshotFormat || !frame || ![replaced, repriced].every(Array.isArray)) return undefined;
  const [replacedBuckets, priced] = [new Set(replaced), new Set(repriced)];
  const retained = snapshot.products.filter(({ id }) => !replacedBuckets.has(bucketOf(id, buckets)));
  const added = readColumns(columns);
  const repricedProducts = reprice(retained, current, (id) => priced.has(bucketOf(id, buckets)));
  if (!added || !repricedProducts) return undefined;
  const products = [...repricedProducts, ...added].sort((a, b) => a.id - b.id);
  const next = hashSnapshot({ ...frame, products });
  return next.version === version ? next : undefined;
}

function reprice(
  products: readonly SnapshotProduct[],
  columns: CurrentColumns,
  isRepriced: (id: number) => boolean,
): SnapshotProduct[] | undefined {
  const current = readCurrent(columns, products.filter(({ id }) => isRepriced(id)).length);
  let next = 0;
  return (
    current &&
    products.map((product) => (isRepriced(product.id) ? { ...product, ...current[next++] } : product))
  );
}
