import type { CurrentFacts, Pack, SteadyFacts } from './pack.ts';

/** Products fall into buckets by their ids; the fewer there are, the fewer buckets. About as many products a bucket. */
const productsInBucket = 32;
const fewestBuckets = 16;
export const mostBuckets = 512;

/** A power of two, so that a pack that grows keeps its buckets for long. */
export function bucketsFor(products: number): number {
  const wanted = 2 ** Math.ceil(Math.log2(Math.max(1, products / productsInBucket)));
  return Math.min(mostBuckets, Math.max(fewestBuckets, wanted));
}

export const bucketOf = (id: number, buckets: number): number => id % buckets;

/** What a product comes to, as two numbers of 32 bits: what stays, and what changes with the hour. */
export interface ProductHash {
  id: number;
  steady: number;
  current: number;
}

export function hashProduct(product: SteadyFacts & CurrentFacts): ProductHash {
  const { id, sku, name, brand, type_id, visibility, position, kind } = product;
  const { category_ids, url_path, image, packsize, choose, price, was, measured, inStock } = product;
  const about = [sku, name, brand, type_id, visibility, position, kind, category_ids.join(' ')];
  const steady = hashText([id, ...about, url_path, image, packsize, choose].join('\0'));
  return { id, steady, current: hashText([id, price, was, measured, inStock].join('\0')) };
}

/** The sums of buckets: equal where the products in them are. */
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

/** Names what a pack says: equal for packs that say the same, whenever they were made. */
export function versionOf(
  products: Iterable<ProductHash>,
  { view, categories, synonyms }: Omit<Pack, 'products' | 'made'>,
): string {
  const { steady, current } = hashBuckets(products, 1);
  const frame = hashText(JSON.stringify([view, synonyms, categories.map((category) => tupleOf(category))]));
  return [steady[0]!, current[0]!, frame].map((hash) => hash.toString(16).padStart(8, '0')).join('');
}

function tupleOf({ id, parent_id, name, url_path, position, image }: Pack['categories'][number]) {
  return [id, parent_id, name, url_path, position, image];
}

/** FNV-1a over the units of a text, its bits then mixed: sums of them must not cancel out. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const signsEach = 4;

/** Twenty-four bits of each sum as four signs: what a browser sends must be small, and the version has the last word. */
export function writeHashes(hashes: Uint32Array): string {
  return Array.from(hashes, (hash) =>
    Array.from({ length: signsEach }, (_, at) => signs[(hash >>> (6 * at)) & 63]).join(''),
  ).join('');
}

/** The buckets whose sums are not those that were sent. */
export function differing(hashes: Uint32Array, sent: string): Set<number> {
  const own = writeHashes(hashes);
  const found = new Set<number>();
  for (let bucket = 0; bucket < hashes.length; bucket++) {
    const [from, to] = [bucket * signsEach, (bucket + 1) * signsEach];
    if (own.slice(from, to) !== sent.slice(from, to)) found.add(bucket);
  }
  return found;
}
