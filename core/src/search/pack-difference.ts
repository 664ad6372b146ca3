import { type Pack, type PackFrame, type PackProduct, packFormat, readFrame } from './pack.ts';
import {
  type CurrentColumns,
  type ProductColumns,
  readColumns,
  readCurrent,
  writeColumns,
  writeCurrent,
} from './pack-columns.ts';
import {
  bucketOf,
  bucketsFor,
  differing,
  hashBuckets,
  hashProduct,
  type ProductHash,
  versionOf,
  writeHashes,
} from './pack-hash.ts';

/** What a browser holds, in as few signs as tell the shop what to send. */
export interface Held {
  version: string;
  buckets: number;
  steady: string;
  current: string;
}

/** So many products are written for anybody who asks. */
const mostAgain = 100;
const almostAll = 0.9;

/** How one pack becomes the next. */
export interface Difference extends Omit<PackFrame, 'categories' | 'synonyms'> {
  format: number;
  /** What the pack will be called. */
  version: string;
  buckets: number;
  /** Buckets that are sent whole, and the products in them. */
  replaced: number[];
  columns: ProductColumns & CurrentColumns;
  /** Buckets of which only prices and stock changed: these, for the products in them by their ids. */
  repriced: number[];
  current: CurrentColumns;
  /** All of them, where one changed. */
  categories?: PackFrame['categories'];
  synonyms?: string;
}

/** A pack in use, with its sums. */
export interface HashedPack {
  pack: Pack;
  hashes: readonly ProductHash[];
  version: string;
}

export function hashPack(pack: Pack): HashedPack {
  const hashes = pack.products.map(hashProduct);
  return { pack, hashes, version: versionOf(hashes, pack) };
}

export function heldOf({ pack, hashes, version }: HashedPack): Held {
  const buckets = bucketsFor(pack.products.length);
  const { steady, current } = hashBuckets(hashes, buckets);
  return { version, buckets, steady: writeHashes(steady), current: writeHashes(current) };
}

/**
 * What whoever holds that needs to have this; nothing where almost all of a range would be sent again: they fetch it
 * whole, which is packed once for everybody.
 */
export function differenceFor(held: Held, { pack, hashes, version }: HashedPack): Difference | undefined {
  const { products, categories, synonyms, view, made } = pack;
  const { buckets } = held;
  const sums = hashBuckets(hashes, buckets);
  const replaced = differing(sums.steady, held.steady);
  const repriced = new Set(
    [...differing(sums.current, held.current)].filter((bucket) => !replaced.has(bucket)),
  );
  const within = (chosen: Set<number>) => products.filter(({ id }) => chosen.has(bucketOf(id, buckets)));
  const added = within(replaced);
  if (added.length > mostAgain && added.length > products.length * almostAll) return undefined;
  const frameOf = (name: string) => name.slice(-8);
  return {
    format: packFormat,
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

/** The pack with a difference in it; nothing where the two do not fit together, or do not come to what was promised. */
export function applyDifference(pack: Pack, given: unknown): HashedPack | undefined {
  const difference = (given ?? {}) as Difference;
  const { format, buckets, replaced, repriced, columns, current, version } = difference;
  const frame = readFrame({ categories: pack.categories, synonyms: pack.synonyms, ...difference });
  if (format !== packFormat || !frame || ![replaced, repriced].every(Array.isArray)) return undefined;
  const [news, priced] = [new Set(replaced), new Set(repriced)];
  const kept = pack.products.filter(({ id }) => !news.has(bucketOf(id, buckets)));
  const added = readColumns(columns);
  const repricedProducts = reprice(kept, current, (id) => priced.has(bucketOf(id, buckets)));
  if (!added || !repricedProducts) return undefined;
  const products = [...repricedProducts, ...added].sort((one, other) => one.id - other.id);
  const next = hashPack({ ...frame, products });
  return next.version === version ? next : undefined;
}

function reprice(
  products: readonly PackProduct[],
  columns: CurrentColumns,
  isRepriced: (id: number) => boolean,
): PackProduct[] | undefined {
  const current = readCurrent(columns, products.filter(({ id }) => isRepriced(id)).length);
  let next = 0;
  return (
    current &&
    products.map((product) => (isRepriced(product.id) ? { ...product, ...current[next++] } : product))
  );
}
