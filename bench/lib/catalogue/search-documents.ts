import { createReadStream, existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import type { SearchDocument } from '@fynbos/core/search/search-engine.ts';

const names = new URL('../../../../shared/data/load/off_names_500k.jsonl.gz', import.meta.url);

/** Whether the file with real names exists; otherwise names are generated. */
export const hasRealNames = existsSync(names);

/** The first `count` names, real ones when available. */
export async function readNames(count: number): Promise<string[]> {
  if (!hasRealNames) return Array.from({ length: count }, (_, number) => madeUpName(number));
  const result: string[] = [];
  for await (const line of createInterface({ input: createReadStream(names).pipe(createGunzip()) })) {
    result.push((JSON.parse(line) as { name: string }).name);
    if (result.length === count) break;
  }
  return result;
}

/** The facet fields of every benchmark search, as on a listing page. */
export const facetFields = [
  ...['product_brand', 'product_type', 'product_subtype', 'colour'],
  ...['material', 'product_range', 'country', 'diet'],
];

/** A product whose attributes follow from its number, so that every run has the same data. */
export function toDocument(name: string, id: number): SearchDocument {
  const random = randomFrom(id + 1);
  const type = skewed(random(), 90);
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
      product_brand: skewed(random(), 1300),
      product_type: type,
      product_subtype: [type * 10 + skewed(random(), 10), type * 10 + skewed(random(), 10)],
      colour: skewed(random(), 12),
      material: skewed(random(), 8),
      product_range: skewed(random(), 40),
      country: skewed(random(), 25),
      diet: [skewed(random(), 9), skewed(random(), 9)],
      final_price_incl_tax: Math.round(random() ** 3 * 300_000) / 100,
      visibility: random() < 0.95 ? 4 : 1,
      status: random() < 0.97 ? 1 : 2,
    },
    inStock: random() < 0.8,
  };
}

/** One product per name; can be iterated repeatedly. */
export function documentsOf(names: readonly string[]): Iterable<SearchDocument> {
  return {
    *[Symbol.iterator]() {
      for (const [id, name] of names.entries()) yield toDocument(name, id);
    },
  };
}

/** Small numbers are frequent and large ones rare, like brands and types in a shop. */
function skewed(random: number, count: number): number {
  return Math.floor(random ** 2.5 * count);
}

const tastes =
  'fresh smoked sweet salted organic dark golden spicy wild mild rich crunchy creamy light'.split(' ');
const nouns =
  'milk bread rice oats tea coffee honey cheese butter beans pasta juice soup biscuits chips'.split(' ');
const syllables = 'ka ma ro li ve tu sho na be lu wa di mo fa re'.split(' ');

function madeUpName(number: number): string {
  const random = randomFrom(number + 1);
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)]!;
  const brand = pick(syllables) + pick(syllables) + pick(syllables);
  return `${brand} ${pick(tastes)} ${pick(tastes)} ${pick(nouns)} ${1 + Math.floor(random() * 9)}00g`;
}

/** Pseudo-random numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed * 0x9e37_79b9;
  return () => {
    state = (state + 0x6d2b_79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
