import { join } from 'node:path';
import type { Db } from '@fynbos/api/db.ts';
import { startEmbedded } from '@fynbos/api/platform/database/embedded/embedded-postgres.ts';
import { openDatabaseServer } from '@fynbos/api/platform/database/open-database.ts';
import { importShop } from '@fynbos/api/shop-import.ts';
import type { Bench, Measurement } from '../lib/metric.ts';
import { openHttpConnection } from '../lib/requests/http-connection.ts';
import {
  fillCarts,
  fillStock,
  freshClientIp,
  orderOfToken,
  wholeOrder,
} from '../lib/requests/order-requests.ts';
import { type Child, startChild } from '../lib/servers/child-server.ts';
import { inFolder } from '../lib/temporary-folder.ts';
import { find } from '../lib/traffic/recorded-request.ts';
import { type FoundProduct, isPlain } from '../lib/traffic/shopper-traffic.ts';

const demo = join(import.meta.dirname, '../..', 'catalogue', 'demo');
const seconds = Number(process.env.BENCH_SECONDS ?? 8);
const slices = 4;
const shoppers = 8;
/** Created before the measurement: more than can be ordered in the time. */
const cartsEach = 4000 * seconds;

/**
 * Guest orders per second: from the empty cart to the order number, and placing alone. Placing is compared
 * with `pg`, which sends the same statements to the same database in turns.
 */
export async function run(): Promise<Bench> {
  return inFolder(async (folder) => {
    const embedded = await startEmbedded(join(folder, 'data'), { owner: 'npm run bench' });
    try {
      return { title: 'Orders', rows: await measure(embedded.url, folder) };
    } finally {
      await embedded.stop();
    }
  });
}

async function measure(url: string, folder: string): Promise<Measurement[]> {
  const database = await openDatabaseServer(url);
  const { ok } = await importShop(database.db, demo);
  if (!ok) throw new Error('the demo shop could not be imported');
  await fillStock(database.db);
  const shop = await startChild('cart-server.ts', { url, folder });
  try {
    const skus = await plainSkus(shop.port);
    const rows = [await measureWholeOrder(shop, skus)];
    await fillCarts(database.db, 'ours', skus, cartsEach);
    await fillCarts(database.db, 'bare', skus, cartsEach);
    const bare = await startChild('order-sql-server.ts', { url, folder, skus });
    rows.push(await placing(shop, bare).finally(bare.stop));
    rows.push(await checked(database.db));
    return rows;
  } finally {
    await shop.stop();
    await database.close();
  }
}

/** Simple products in stock that every method delivers; `fillStock` gives them enough of it. */
async function plainSkus(port: number): Promise<string[]> {
  const { items } = await find<FoundProduct>(port, 'product', { size: 400 });
  return items.filter(isPlain).map(({ sku }) => sku);
}

interface Counted {
  done: number;
  took: number;
  cpu: number;
  times: number[];
}

const nothing = (): Counted => ({ done: 0, took: 0, cpu: 0, times: [] });

/** All seven requests of a guest: cart, three lines, address and shipping method, payment methods, order. */
async function measureWholeOrder(shop: Child, skus: readonly string[]): Promise<Measurement> {
  const placed: number[] = [];
  const placeOrder = async (connection: Awaited<ReturnType<typeof openHttpConnection>>) => {
    let last = '';
    let begin = 0;
    for (const request of wholeOrder(skus, () => last)) {
      begin = performance.now();
      last = await connection.send(request);
    }
    placed.push(performance.now() - begin);
  };
  await shopFor(shop, seconds / 4, placeOrder);
  placed.length = 0;
  const counted = await shopFor(shop, seconds, placeOrder);
  return {
    label: 'a guest’s whole order: cart, three lines, address, methods, placing: seven requests',
    result: `${rate(counted)} orders/s; from the first request to the number p50 ${p(counted.times, 0.5)}, p99 ${p(counted.times, 0.99)}; placing p50 ${p(placed, 0.5)}, p99 ${p(placed, 0.99)}`,
    aim: '≥ 240/s, p99 < 100 ms',
    note: `${shoppers} concurrent shoppers; CPU of the shop ${cpu(counted)} per order. Published by others: Vendure 12/s with p99 789 ms, Medusa 1.5/s`,
  };
}

async function placing(shop: Child, bare: Child): Promise<Measurement> {
  let next = 0;
  const placeOrder = (connection: Awaited<ReturnType<typeof openHttpConnection>>) =>
    connection.send(orderOfToken('ours', next++, freshClientIp())).then(() => {});
  const floorTotals = nothing();
  const shopTotals = nothing();
  await shopFor(shop, seconds / 8, placeOrder);
  await runFloor(bare, seconds / 8);
  for (let slice = 0; slice < slices; slice++) {
    addTo(shopTotals, await shopFor(shop, seconds / slices, placeOrder));
    addTo(floorTotals, { ...nothing(), ...(await runFloor(bare, seconds / slices)) });
  }
  const [a, b] = [shopTotals.done / shopTotals.took, floorTotals.done / floorTotals.took];
  return {
    label: 'placing alone, three lines',
    result: `${rate(shopTotals)} orders/s = ${(a / b).toFixed(2)} of pg alone (${rate(floorTotals)}/s); p50 ${p(shopTotals.times, 0.5)}, p99 ${p(shopTotals.times, 0.99)}`,
    aim: '≥ 0.50 of pg alone',
    note: `${shoppers} concurrent; CPU of the shop ${cpu(shopTotals)} per order`,
  };
}

/** Verifies the measurement: the database has as many orders as responses, each with its mail and event. */
async function checked(db: Db): Promise<Measurement> {
  const count = async (table: 'sales_order' | 'mail' | 'order_event') =>
    (
      await db
        .selectFrom(table)
        .select((of) => of.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
    ).count;
  const [orders, mails, events] = await Promise.all([
    count('sales_order'),
    count('mail'),
    count('order_event'),
  ]);
  if (orders !== events || orders !== mails)
    throw new Error(`${orders} orders, ${events} events, ${mails} mails`);
  return {
    label: 'orders, events and mails in the database afterwards',
    result: `${orders} each`,
    aim: 'equal',
  };
}

async function runFloor(bare: Child, time: number): Promise<{ done: number; took: number }> {
  const response = await fetch(`http://127.0.0.1:${bare.port}/${time}`);
  return (await response.json()) as { done: number; took: number };
}

function addTo(to: Counted, { done, took, cpu, times }: Counted): void {
  to.done += done;
  to.took += took;
  to.cpu += cpu;
  for (const time of times) to.times.push(time);
}

async function shopFor(
  shop: Child,
  time: number,
  visit: (connection: Awaited<ReturnType<typeof openHttpConnection>>) => Promise<void>,
): Promise<Counted> {
  const counted = nothing();
  const before = await shop.usage();
  const begin = performance.now();
  const endsAt = begin + time * 1000;
  const shopper = async () => {
    const connection = await openHttpConnection(shop.port);
    while (performance.now() < endsAt) {
      const start = performance.now();
      await visit(connection);
      counted.times.push(performance.now() - start);
      counted.done += 1;
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: shoppers }, shopper));
  counted.took = (performance.now() - begin) / 1000;
  counted.cpu = (await shop.usage()).cpu - before.cpu;
  return counted;
}

const rate = ({ done, took }: Counted) => Math.round(done / took).toLocaleString('en');
const cpu = (counted: Counted) => `${(counted.cpu / counted.done / 1000).toFixed(2)} ms`;
const p = (times: readonly number[], share: number) =>
  `${times.toSorted((a, b) => a - b)[Math.floor(times.length * share)]!.toFixed(0)} ms`;
