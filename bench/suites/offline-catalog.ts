import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import {
  type CatalogSnapshot,
  readSnapshot,
  writeSnapshot,
} from '@fynbos/core/search/snapshot/catalog-snapshot.ts';
import { differenceFor, hashSnapshot, heldOf } from '@fynbos/core/search/snapshot/snapshot-difference.ts';
import {
  indexSnapshot,
  type OfflineCatalogIndex,
} from '@fynbos/storefront/app/offline-catalog/state/offline-catalog-index.ts';
import { grocerySnapshot, hasGrocery, largeSnapshot } from '../lib/catalogue/offline-catalog-products.ts';
import type { Bench, Measurement } from '../lib/metric.ts';
import { keysInBrowser } from './offline-catalog-browser.ts';

const texts = 500;
const aim = '< 16 ms';

/** Transfer size of the offline catalogue, its opening time, and the search time per keystroke. */
export async function run(): Promise<Bench> {
  const rows: Measurement[] = [];
  if (hasGrocery) rows.push(...(await measure('2,000 of the real catalogue', grocerySnapshot(2000))));
  if (hasGrocery) rows.push(...(await measure('15,701, all of the real catalogue', grocerySnapshot(15_701))));
  rows.push(...(await measure('50,000', await largeSnapshot(50_000))));
  for (const count of [2000, 50_000]) rows.push(await keysInBrowser(count));
  return { title: 'Offline catalogue: size, opening, search while typing', rows };
}

async function measure(label: string, snapshot: CatalogSnapshot): Promise<Measurement[]> {
  const text = JSON.stringify(writeSnapshot(snapshot));
  const begin = performance.now();
  const read = readSnapshot(JSON.parse(text))!;
  const decoded = performance.now();
  const hashed = hashSnapshot(read);
  const summed = performance.now();
  const index = await indexSnapshot(read);
  const ready = performance.now();
  const times = await keyTimes(index, snapshot);
  const opening = [decoded - begin, summed - decoded, ready - summed].map((time) => `${Math.round(time)} ms`);
  return [
    {
      label: `${label}: transfer per product`,
      result: weights(text, snapshot.products.length),
      aim: '≤ 60 B packed',
    },
    { label: `${label}: one price in a hundred changed`, result: repriced(hashed.snapshot), aim: '' },
    {
      label: `${label}: opened`,
      result: `read ${opening[0]}, aggregated ${opening[1]}, indexed ${opening[2]}`,
      aim: '',
      note: 'in a worker thread',
    },
    {
      label: `${label}: a keystroke`,
      result: spread(times),
      aim,
      note: `${times.length} keystrokes, in Node`,
    },
  ];
}

function weights(text: string, products: number): string {
  const each = (bytes: number) => `${(bytes / products).toFixed(1)} B`;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  const compressed = brotliCompressSync(text, { params }).length;
  const all = `${Math.ceil(compressed / 1000).toLocaleString('en')} kB in all`;
  return `brotli ${each(compressed)}, gzip ${each(gzipSync(text, { level: 9 }).length)}, plain ${each(Buffer.byteLength(text))}; ${all}`;
}

/** The difference sent to a browser that has the previous snapshot. */
function repriced(before: CatalogSnapshot): string {
  const products = before.products.map((product, at) =>
    at % 100 === 0 ? { ...product, price: product.price + 100 } : product,
  );
  const held = heldOf(hashSnapshot(before));
  const response = JSON.stringify(differenceFor(held, hashSnapshot({ ...before, products })));
  const compressed = brotliCompressSync(response, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }).length;
  const request = JSON.stringify(held).length;
  return `${(compressed / 1000).toFixed(1)} kB down, ${(request / 1000).toFixed(1)} kB up`;
}

/** Types some of the names character by character, from the third character to the end of the second word. */
async function keyTimes(index: OfflineCatalogIndex, { products }: CatalogSnapshot): Promise<number[]> {
  const step = Math.max(1, Math.floor(products.length / texts));
  const typed = products
    .filter((_, at) => at % step === 0)
    .map(({ name }) => name.toLowerCase().split(/\s+/).slice(0, 2).join(' ').slice(0, 16));
  for (const text of typed.slice(0, 50)) await index.suggest(text, 5);
  const times: number[] = [];
  for (const text of typed) {
    for (let typedLength = 3; typedLength <= text.length; typedLength++) {
      const begin = performance.now();
      await index.suggest(text.slice(0, typedLength), 5);
      times.push(performance.now() - begin);
    }
  }
  return times;
}

export function spread(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => `${sorted[Math.floor((sorted.length - 1) * share)]!.toFixed(1)} ms`;
  return `p50 ${at(0.5)}, p99 ${at(0.99)}`;
}
