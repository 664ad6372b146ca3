import { join } from 'node:path';
import { startEmbedded } from '@fynbos/api/database/embedded.ts';
import { openServer } from '@fynbos/api/database/open.ts';
import { importShop } from '@fynbos/api/import-shop.ts';
import { find } from './ask-once.ts';
import { addOf, type CartAsk, sequence } from './cart-sequence.ts';
import { type Child, startChild } from './child.ts';
import type { Bench, Figure } from './figure.ts';
import { inFolder } from './folder.ts';
import { openLine } from './line.ts';

const demo = join(import.meta.dirname, '..', 'catalogue', 'demo');
const seconds = Number(process.env.BENCH_SECONDS ?? 4);
const slices = 4;
const shoppers = 16;
const sizes = [1, 50, 100, 200];
const askedOfEach = 60;

/**
 * Carts of guests a second, through the whole API and by `pg` alone sending the same statements to the same
 * database in turns; and what adding and totals cost as a cart grows.
 */
export async function run(): Promise<Bench> {
  return inFolder(async (folder) => {
    const embedded = await startEmbedded(join(folder, 'data'), { owner: 'npm run bench' });
    try {
      return { title: 'Carts', rows: await measure(embedded.url, folder) };
    } finally {
      await embedded.stop();
    }
  });
}

async function measure(url: string, folder: string): Promise<Figure[]> {
  const database = await openServer(url);
  const { ok } = await importShop(database.db, demo);
  await database.close();
  if (!ok) throw new Error('the demo shop was refused');
  const shop = await startChild('cart-server.ts', { url, folder });
  try {
    const skus = await plainSkus(shop.port);
    const floor = await startChild('cart-statements.ts', { url, folder, skus });
    const rows = [await besideStatements(shop, floor, skus).finally(floor.stop)];
    for (const size of sizes) rows.push(await ofSize(shop.port, skus, size));
    return rows;
  } finally {
    await shop.stop();
  }
}

/** Products that go into a cart as they are, as many as there are shelves of them in stock. */
async function plainSkus(port: number): Promise<string[]> {
  interface Found {
    sku: string;
    type_id: string;
    custom_options: unknown[];
    stock: { is_in_stock: boolean; manage_stock: boolean; qty: number };
  }
  const { items } = await find<Found>(port, 'product', { size: 400 });
  return items
    .filter(
      (one) => one.type_id === 'simple' && one.custom_options.length === 0 && one.stock.qty > askedOfEach + 5,
    )
    .map(({ sku }) => sku);
}

interface Counted {
  done: number;
  took: number;
}

async function besideStatements(shop: Child, floor: Child, skus: readonly string[]): Promise<Figure> {
  const bare = async (time: number) =>
    (await (await fetch(`http://127.0.0.1:${floor.port}/${time}`)).json()) as Counted;
  await shopFor(shop.port, skus, seconds / 2);
  await bare(seconds / 2);
  const ours = { done: 0, took: 0, cpu: 0 };
  const theirs = { done: 0, took: 0 };
  for (let slice = 0; slice < slices; slice++) {
    const before = await shop.usage();
    add(ours, await shopFor(shop.port, skus, seconds / slices));
    ours.cpu += (await shop.usage()).cpu - before.cpu;
    add(theirs, await bare(seconds / slices));
  }
  const [a, b] = [ours.done / ours.took, theirs.done / theirs.took];
  return {
    what: 'a guest’s cart, three products, totals: five requests',
    ours: `${Math.round(a).toLocaleString('en')} sequences/s = ${(a / b).toFixed(2)} of pg alone (${Math.round(b).toLocaleString('en')}/s)`,
    aim: '≥ 0.50 of pg alone, ≥ 500/s',
    note: `CPU of the shop ${(ours.cpu / ours.done / 1000).toFixed(2)} ms a sequence; ${shoppers} shoppers at once`,
  };
}

function add(to: Counted, { done, took }: Counted): void {
  to.done += done;
  to.took += took;
}

async function shopFor(port: number, skus: readonly string[], time: number): Promise<Counted> {
  const begin = performance.now();
  const until = begin + time * 1000;
  let done = 0;
  const one = async () => {
    const line = await openLine(port);
    while (performance.now() < until) {
      let token = '';
      for (const ask of sequence(skus, () => token)) {
        const answer = await line.ask(ask);
        token ||= JSON.parse(answer).result;
      }
      done += 1;
    }
    line.close();
  };
  await Promise.all(Array.from({ length: shoppers }, one));
  return { done, took: (performance.now() - begin) / 1000 };
}

/** How long adding one more of a product and asking for the totals take in a cart of so many lines. */
async function ofSize(port: number, skus: readonly string[], size: number): Promise<Figure> {
  const line = await openLine(port);
  const { result: token } = JSON.parse(await line.ask(sequence(skus, () => '').next().value as CartAsk));
  const cart = { 'x-cart-token': token };
  for (const sku of skus.slice(0, size)) await line.ask(addOf(sku, cart));
  const adds: number[] = [];
  const totals: number[] = [];
  for (let time = 0; time < askedOfEach; time++) {
    adds.push(await timed(() => line.ask(addOf(skus[time % Math.min(size, 20)]!, cart))));
    totals.push(await timed(() => line.ask({ method: 'GET', path: '/api/cart/totals', headers: cart })));
  }
  line.close();
  const p = (times: number[], share: number) =>
    `${times.toSorted((one, other) => one - other)[Math.floor(times.length * share)]!.toFixed(1)} ms`;
  return {
    what: `a cart of ${size} ${size === 1 ? 'line' : 'lines'}`,
    ours: `adding p50 ${p(adds, 0.5)}, p99 ${p(adds, 0.99)}; totals p50 ${p(totals, 0.5)}, p99 ${p(totals, 0.99)}`,
    aim: '',
    note: 'one after another, nobody else asks',
  };
}

async function timed(what: () => Promise<unknown>): Promise<number> {
  const before = performance.now();
  await what();
  return performance.now() - before;
}
