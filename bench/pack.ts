import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { type CatalogSnapshot, readSnapshot, writeSnapshot } from '@fynbos/core/search/pack.ts';
import { differenceFor, hashSnapshot, heldOf } from '@fynbos/core/search/pack-difference.ts';
import { indexSnapshot, type OfflineCatalogIndex } from '../storefront/app/pocket/pocket-index.ts';
import type { Bench, Figure } from './figure.ts';
import { keysInBrowser } from './pack-browser.ts';
import { groceryPack, hasGrocery, largePack } from './pack-products.ts';

const texts = 500;
const aim = '< 16 ms';

/** What the catalogue in the pocket weighs, what it costs to open, and how long a key takes to be answered from it. */
export async function run(): Promise<Bench> {
  const rows: Figure[] = [];
  if (hasGrocery) rows.push(...(await measure('2,000 of the real range', groceryPack(2000))));
  if (hasGrocery) rows.push(...(await measure('15,701, all of the real range', groceryPack(15_701))));
  rows.push(...(await measure('50,000', await largePack(50_000))));
  for (const count of [2000, 50_000]) rows.push(await keysInBrowser(count));
  return { title: 'The catalogue in the pocket: weight, opening, search while typing', rows };
}

async function measure(what: string, pack: CatalogSnapshot): Promise<Figure[]> {
  const text = JSON.stringify(writeSnapshot(pack));
  const begin = performance.now();
  const read = readSnapshot(JSON.parse(text))!;
  const decoded = performance.now();
  const hashed = hashSnapshot(read);
  const summed = performance.now();
  const index = await indexSnapshot(read);
  const ready = performance.now();
  const times = await keyTimes(index, pack);
  const opening = [decoded - begin, summed - decoded, ready - summed].map((time) => `${Math.round(time)} ms`);
  return [
    {
      what: `${what}: a product on its way`,
      ours: weights(text, pack.products.length),
      aim: '≤ 60 B packed',
    },
    { what: `${what}: one price in a hundred changed`, ours: repriced(hashed.snapshot), aim: '' },
    {
      what: `${what}: opened`,
      ours: `read ${opening[0]}, summed up ${opening[1]}, indexed ${opening[2]}`,
      aim: '',
      note: 'in a thread of its own',
    },
    { what: `${what}: a key`, ours: spread(times), aim, note: `${times.length} keys, in Node` },
  ];
}

function weights(text: string, products: number): string {
  const each = (bytes: number) => `${(bytes / products).toFixed(1)} B`;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  const packed = brotliCompressSync(text, { params }).length;
  const all = `${Math.ceil(packed / 1000).toLocaleString('en')} kB in all`;
  return `brotli ${each(packed)}, gzip ${each(gzipSync(text, { level: 9 }).length)}, plain ${each(Buffer.byteLength(text))}; ${all}`;
}

/** What a browser is sent that has the pack of before. */
function repriced(before: CatalogSnapshot): string {
  const products = before.products.map((one, at) =>
    at % 100 === 0 ? { ...one, price: one.price + 100 } : one,
  );
  const held = heldOf(hashSnapshot(before));
  const answer = JSON.stringify(differenceFor(held, hashSnapshot({ ...before, products })));
  const packed = brotliCompressSync(answer, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }).length;
  const asked = JSON.stringify(held).length;
  return `${(packed / 1000).toFixed(1)} kB down, ${(asked / 1000).toFixed(1)} kB up`;
}

/** Every third name is typed letter by letter from the third on, as far as two words. */
async function keyTimes(index: OfflineCatalogIndex, { products }: CatalogSnapshot): Promise<number[]> {
  const step = Math.max(1, Math.floor(products.length / texts));
  const typed = products
    .filter((_, at) => at % step === 0)
    .map(({ name }) => name.toLowerCase().split(/\s+/).slice(0, 2).join(' ').slice(0, 16));
  for (const text of typed.slice(0, 50)) await index.suggest(text, 5);
  const times: number[] = [];
  for (const text of typed) {
    for (let letters = 3; letters <= text.length; letters++) {
      const begin = performance.now();
      await index.suggest(text.slice(0, letters), 5);
      times.push(performance.now() - begin);
    }
  }
  return times;
}

export function spread(times: readonly number[]): string {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => `${sorted[Math.floor((sorted.length - 1) * share)]!.toFixed(1)} ms`;
  return `p50 ${at(0.5)}, p99 ${at(0.99)}`;
}
