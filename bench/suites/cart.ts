import { join } from 'node:path';
import { startEmbedded } from '@fynbos/api/platform/database/embedded/embedded-postgres.ts';
import { openDatabaseServer } from '@fynbos/api/platform/database/open-database.ts';
import { importShop } from '@fynbos/api/shop-import.ts';
import type { Bench, Measurement } from '../lib/metric.ts';
import { addOf, type CartRequest, sequence } from '../lib/requests/cart-requests.ts';
import { openHttpConnection } from '../lib/requests/http-connection.ts';
import { type Child, startChild } from '../lib/servers/child-server.ts';
import { inFolder } from '../lib/temporary-folder.ts';
import { find } from '../lib/traffic/recorded-request.ts';

const demo = join(import.meta.dirname, '../..', 'catalogue', 'demo');
const seconds = Number(process.env.BENCH_SECONDS ?? 4);
const slices = 4;
const shoppers = 16;
const sizes = [1, 50, 100, 200];
const requestsPerSize = 60;

/**
 * Guest carts per second, through the whole API and by `pg` alone with the same statements, in turns on the
 * same database. Also the cost of adding and totals as a cart grows.
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

async function measure(url: string, folder: string): Promise<Measurement[]> {
  const database = await openDatabaseServer(url);
  const { ok } = await importShop(database.db, demo);
  await database.close();
  if (!ok) throw new Error('the demo shop could not be imported');
  const shop = await startChild('cart-server.ts', { url, folder });
  try {
    const skus = await plainSkus(shop.port);
    const floor = await startChild('cart-sql-server.ts', { url, folder, skus });
    const rows = [await besideStatements(shop, floor, skus).finally(floor.stop)];
    for (const size of sizes) rows.push(await ofSize(shop.port, skus, size));
    return rows;
  } finally {
    await shop.stop();
  }
}

/** Simple products with enough stock for the benchmark. */
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
      (product) =>
        product.type_id === 'simple' &&
        product.custom_options.length === 0 &&
        product.stock.qty > requestsPerSize + 5,
    )
    .map(({ sku }) => sku);
}

interface Counted {
  done: number;
  took: number;
}

async function besideStatements(shop: Child, floor: Child, skus: readonly string[]): Promise<Measurement> {
  const bare = async (time: number) =>
    (await (await fetch(`http://127.0.0.1:${floor.port}/${time}`)).json()) as Counted;
  await shopFor(shop.port, skus, seconds / 2);
  await bare(seconds / 2);
  const shopTotals = { done: 0, took: 0, cpu: 0 };
  const floorTotals = { done: 0, took: 0 };
  for (let slice = 0; slice < slices; slice++) {
    const before = await shop.usage();
    add(shopTotals, await shopFor(shop.port, skus, seconds / slices));
    shopTotals.cpu += (await shop.usage()).cpu - before.cpu;
    add(floorTotals, await bare(seconds / slices));
  }
  const [a, b] = [shopTotals.done / shopTotals.took, floorTotals.done / floorTotals.took];
  return {
    label: 'a guest’s cart, three products, totals: five requests',
    result: `${Math.round(a).toLocaleString('en')} sequences/s = ${(a / b).toFixed(2)} of pg alone (${Math.round(b).toLocaleString('en')}/s)`,
    aim: '≥ 0.50 of pg alone, ≥ 500/s',
    note: `CPU of the shop ${(shopTotals.cpu / shopTotals.done / 1000).toFixed(2)} ms per sequence; ${shoppers} concurrent shoppers`,
  };
}

function add(to: Counted, { done, took }: Counted): void {
  to.done += done;
  to.took += took;
}

async function shopFor(port: number, skus: readonly string[], time: number): Promise<Counted> {
  const begin = performance.now();
  const endsAt = begin + time * 1000;
  let done = 0;
  const shopper = async () => {
    const connection = await openHttpConnection(port);
    while (performance.now() < endsAt) {
      let token = '';
      for (const request of sequence(skus, () => token)) {
        const response = await connection.send(request);
        token ||= JSON.parse(response).result;
      }
      done += 1;
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: shoppers }, shopper));
  return { done, took: (performance.now() - begin) / 1000 };
}

/** Duration of adding one more unit and of reading the totals in a cart of so many lines. */
async function ofSize(port: number, skus: readonly string[], size: number): Promise<Measurement> {
  const connection = await openHttpConnection(port);
  const { result: token } = JSON.parse(
    await connection.send(sequence(skus, () => '').next().value as CartRequest),
  );
  const cart = { 'x-cart-token': token };
  for (const sku of skus.slice(0, size)) await connection.send(addOf(sku, cart));
  const adds: number[] = [];
  const totals: number[] = [];
  for (let time = 0; time < requestsPerSize; time++) {
    adds.push(await timed(() => connection.send(addOf(skus[time % Math.min(size, 20)]!, cart))));
    totals.push(
      await timed(() => connection.send({ method: 'GET', path: '/api/cart/totals', headers: cart })),
    );
  }
  connection.close();
  const p = (times: number[], share: number) =>
    `${times.toSorted((a, b) => a - b)[Math.floor(times.length * share)]!.toFixed(1)} ms`;
  return {
    label: `a cart of ${size} ${size === 1 ? 'line' : 'lines'}`,
    result: `adding p50 ${p(adds, 0.5)}, p99 ${p(adds, 0.99)}; totals p50 ${p(totals, 0.5)}, p99 ${p(totals, 0.99)}`,
    aim: '',
    note: 'sequential, no other load',
  };
}

async function timed(action: () => Promise<unknown>): Promise<number> {
  const before = performance.now();
  await action();
  return performance.now() - before;
}
