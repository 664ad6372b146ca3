import { createReadStream, existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import type { SearchDocument } from '@fynbos/core/search/engine.ts';

const names = new URL('../../shared/data/load/off_names_500k.jsonl.gz', import.meta.url);

/** Whether the real names are there; without them the bench makes up its own. */
export const hasRealNames = existsSync(names);

/** The first `count` names of the range, real ones where they are there. */
export async function readNames(count: number): Promise<string[]> {
  if (!hasRealNames) return Array.from({ length: count }, (_, number) => madeUpName(number));
  const found: string[] = [];
  for await (const line of createInterface({ input: createReadStream(names).pipe(createGunzip()) })) {
    found.push((JSON.parse(line) as { name: string }).name);
    if (found.length === count) break;
  }
  return found;
}

/** The fields that every search of the bench counts; `facets` of them, as a listing page has. */
export const facetFields = [
  ...['product_brand', 'product_type', 'product_subtype', 'colour'],
  ...['material', 'product_range', 'country', 'diet'],
];

/** A product with a name and attributes that follow from its number: the same in every run. */
export function toDocument(name: string, id: number): SearchDocument {
  const chance = randomFrom(id + 1);
  const type = skewed(chance(), 90);
  return {
    id,
    text: {
      name,
      brand: `brand ${id % 1300}`,
      type: `type${type}`,
      sku: `L${id}`,
      product_code: '',
      description: '',
    },
    skus: [`L${id}`],
    values: {
      product_brand: skewed(chance(), 1300),
      product_type: type,
      product_subtype: [type * 10 + skewed(chance(), 10), type * 10 + skewed(chance(), 10)],
      colour: skewed(chance(), 12),
      material: skewed(chance(), 8),
      product_range: skewed(chance(), 40),
      country: skewed(chance(), 25),
      diet: [skewed(chance(), 9), skewed(chance(), 9)],
      final_price_incl_tax: Math.round(chance() ** 3 * 300_000) / 100,
      visibility: chance() < 0.95 ? 4 : 1,
      status: chance() < 0.97 ? 1 : 2,
    },
    inStock: chance() < 0.8,
  };
}

/** A product for each name; may be gone through more than once. */
export function documentsOf(names: readonly string[]): Iterable<SearchDocument> {
  return {
    *[Symbol.iterator]() {
      for (const [id, name] of names.entries()) yield toDocument(name, id);
    },
  };
}

/** Small numbers often, large ones seldom, as brands and types are spread in a shop. */
function skewed(chance: number, count: number): number {
  return Math.floor(chance ** 2.5 * count);
}

const tastes =
  'fresh smoked sweet salted organic dark golden spicy wild mild rich crunchy creamy light'.split(' ');
const things =
  'milk bread rice oats tea coffee honey cheese butter beans pasta juice soup biscuits chips'.split(' ');
const syllables = 'ka ma ro li ve tu sho na be lu wa di mo fa re'.split(' ');

function madeUpName(number: number): string {
  const chance = randomFrom(number + 1);
  const one = (from: readonly string[]) => from[Math.floor(chance() * from.length)]!;
  const brand = one(syllables) + one(syllables) + one(syllables);
  return `${brand} ${one(tastes)} ${one(tastes)} ${one(things)} ${1 + Math.floor(chance() * 9)}00g`;
}

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed * 0x9e37_79b9;
  return () => {
    state = (state + 0x6d2b_79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
