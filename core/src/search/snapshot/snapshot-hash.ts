import type { CatalogSnapshot } from './catalog-snapshot.ts';
import type { CurrentFacts, SteadyFacts } from './snapshot-product.ts';

// Assertions: a bucket is below the number of buckets, the length of the hashes.

/**
 * Products are assigned to buckets by id; the bucket count depends on the number of products, with about
 * this many per bucket.
 */
const productsInBucket = 32;
const minBuckets = 16;
export const maxBuckets = 512;

/** Returns a power of two, so that a growing snapshot rarely changes its buckets. */
export function bucketsFor(products: number): number {
  const ideal = 2 ** Math.ceil(Math.log2(Math.max(1, products / productsInBucket)));
  return Math.min(maxBuckets, Math.max(minBuckets, ideal));
}

export const bucketOf = (id: number, buckets: number): number => id % buckets;

/** Hashes of a product, 32 bits each: of its stable fields and of its current ones. */
export interface ProductHash {
  id: number;
  steady: number;
  current: number;
}

/** Without the slug of the brand, which changes with its name: browsers of the previous version do not know it. */
export function hashProduct(product: SteadyFacts & CurrentFacts): ProductHash {
  const { id, sku, name, brand, type_id, visibility, position, kind } = product;
  const { category_ids, url_path, image, packsize, choose, price, was, measured, inStock, minimum } = product;
  const about = [sku, name, brand, type_id, visibility, position, kind, category_ids.join(' ')];
  // Absent for most products: their hash is that of the previous version.
  const minimums = minimum === undefined ? [] : [minimum];
  const steady = hashText([id, ...about, url_path, image, packsize, choose, ...minimums].join('\0'));
  return { id, steady, current: hashText([id, price, was, measured, inStock].join('\0')) };
}

/** Sums of the hashes per bucket; equal when the products are equal. */
export interface BucketHashes {
  steady: Uint32Array;
  current: Uint32Array;
}

export function hashBuckets(products: Iterable<ProductHash>, buckets: number): BucketHashes {
  const steady = new Uint32Array(buckets);
  const current = new Uint32Array(buckets);
  for (const product of products) {
    const bucket = bucketOf(product.id, buckets);
    steady[bucket]! += product.steady;
    current[bucket]! += product.current;
  }
  return { steady, current };
}

/** Returns the version of a snapshot: equal for equal contents, whenever they were created. */
export function versionOf(
  products: Iterable<ProductHash>,
  { view, categories, synonyms }: Omit<CatalogSnapshot, 'products' | 'made'>,
): string {
  const { steady, current } = hashBuckets(products, 1);
  const frame = hashText(JSON.stringify([view, synonyms, categories.map((category) => tupleOf(category))]));
  return [steady[0]!, current[0]!, frame].map((hash) => hash.toString(16).padStart(8, '0')).join('');
}

function tupleOf({ id, parent_id, name, url_path, position, image }: CatalogSnapshot['categories'][number]) {
  return [id, parent_id, name, url_path, position, image];
}

/** FNV-1a over the code units of a text, followed by bit mixing so that sums do not cancel out. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const charactersPerHash = 4;

/**
 * Writes 24 bits of each sum as four characters. The request must be small, and the version detects
 * collisions.
 */
export function writeHashes(hashes: Uint32Array): string {
  return Array.from(hashes, (hash) =>
    Array.from({ length: charactersPerHash }, (_, at) => alphabet[(hash >>> (6 * at)) & 63]).join(''),
  ).join('');
}

/** Returns the buckets whose sums differ from the ones sent. */
export function differing(hashes: Uint32Array, sent: string): Set<number> {
  const written = writeHashes(hashes);
  const differingBuckets = new Set<number>();
  for (let bucket = 0; bucket < hashes.length; bucket++) {
    const [from, to] = [bucket * charactersPerHash, (bucket + 1) * charactersPerHash];
    if (written.slice(from, to) !== sent.slice(from, to)) differingBuckets.add(bucket);
  }
  return differingBuckets;
}
