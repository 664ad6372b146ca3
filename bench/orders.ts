import { join } from 'node:path';
import { startEmbedded } from '@fynbos/api/database/embedded.ts';
import { openServer } from '@fynbos/api/database/open.ts';
import type { Db } from '@fynbos/api/db.ts';
import { importShop } from '@fynbos/api/import-shop.ts';
import { find } from './ask-once.ts';
import { type Child, startChild } from './child.ts';
import type { Bench, Figure } from './figure.ts';
import { inFolder } from './folder.ts';
import { openLine } from './line.ts';
import { fillCarts, fillShelves, freshMachine, orderOfToken, wholeOrder } from './order-sequence.ts';

const demo = join(import.meta.dirname, '..', 'catalogue', 'demo');
const seconds = Number(process.env.BENCH_SECONDS ?? 8);
const slices = 4;
const shoppers = 8;
/** Filled before anything is measured: more than can be ordered in the time there is. */
const cartsEach = 4000 * seconds;

/**
 * Orders of guests a second: from the empty cart to the number, and placing alone beside `pg`, which sends the same
 * statements to the same database in turns.
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

async function measure(url: string, folder: string): Promise<Figure[]> {
  const database = await openServer(url);
  const { ok } = await importShop(database.db, demo);
  if (!ok) throw new Error('the demo shop was refused');
  await fillShelves(database.db);
  const shop = await startChild('cart-server.ts', { url, folder });
  try {
    const skus = await plainSkus(shop.port);
    const rows = [await whole(shop, skus)];
    await fillCarts(database.db, 'ours', skus, cartsEach);
    await fillCarts(database.db, 'bare', skus, cartsEach);
    const bare = await startChild('order-statements.ts', { url, folder, skus });
    rows.push(await placing(shop, bare).finally(bare.stop));
    rows.push(await checked(database.db));
    return rows;
  } finally {
    await shop.stop();
    await database.close();
  }
}

/** Products that are bought as they are, and of which there is as much as a bench can order. */
async function plainSkus(port: number): Promise<string[]> {
  interface Found {
    sku: string;
    type_id: string;
    custom_options: unknown[];
    stock: { is_in_stock: boolean; manage_stock: boolean };
  }
  const { items } = await find<Found>(port, 'product', { size: 400 });
  return items
    .filter((one) => one.type_id === 'simple' && one.custom_options.length === 0 && one.stock.is_in_stock)
    .map(({ sku }) => sku);
}

interface Counted {
  done: number;
  took: number;
  cpu: number;
  times: number[];
}

const nothing = (): Counted => ({ done: 0, took: 0, cpu: 0, times: [] });

/** Everything a guest does, seven requests: cart, three lines, address and way of delivery, ways of paying, order. */
async function whole(shop: Child, skus: readonly string[]): Promise<Figure> {
  const placed: number[] = [];
  const one = async (line: Awaited<ReturnType<typeof openLine>>) => {
    let last = '';
    let begin = 0;
    for (const ask of wholeOrder(skus, () => last)) {
      begin = performance.now();
      last = await line.ask(ask);
    }
    placed.push(performance.now() - begin);
  };
  await shopFor(shop, seconds / 4, one);
  placed.length = 0;
  const counted = await shopFor(shop, seconds, one);
  return {
    what: 'a guest’s whole order: cart, three lines, address, methods, placing: seven requests',
    ours: `${rate(counted)} orders/s; from the first request to the number p50 ${p(counted.times, 0.5)}, p99 ${p(counted.times, 0.99)}; placing p50 ${p(placed, 0.5)}, p99 ${p(placed, 0.99)}`,
    aim: '≥ 240/s, p99 < 100 ms',
    note: `${shoppers} shoppers at once; CPU of the shop ${cpu(counted)} an order. Published for others: Vendure 12/s with p99 789 ms, Medusa 1.5/s`,
  };
}

async function placing(shop: Child, bare: Child): Promise<Figure> {
  let next = 0;
  const one = (line: Awaited<ReturnType<typeof openLine>>) =>
    line.ask(orderOfToken('ours', next++, freshMachine())).then(() => {});
  const theirs = nothing();
  const ours = nothing();
  await shopFor(shop, seconds / 8, one);
  await ask(bare, seconds / 8);
  for (let slice = 0; slice < slices; slice++) {
    addTo(ours, await shopFor(shop, seconds / slices, one));
    addTo(theirs, { ...nothing(), ...(await ask(bare, seconds / slices)) });
  }
  const [a, b] = [ours.done / ours.took, theirs.done / theirs.took];
  return {
    what: 'placing alone, three lines',
    ours: `${rate(ours)} orders/s = ${(a / b).toFixed(2)} of pg alone (${rate(theirs)}/s); p50 ${p(ours.times, 0.5)}, p99 ${p(ours.times, 0.99)}`,
    aim: '≥ 0.50 of pg alone',
    note: `${shoppers} at once; CPU of the shop ${cpu(ours)} an order`,
  };
}

/** What was measured was real: as many orders as were answered, each with its mail and its pieces. */
async function checked(db: Db): Promise<Figure> {
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
    what: 'orders, events and mails in the database afterwards',
    ours: `${orders} each`,
    aim: 'equal',
  };
}

async function ask(bare: Child, time: number): Promise<{ done: number; took: number }> {
  const answer = await fetch(`http://127.0.0.1:${bare.port}/${time}`);
  return (await answer.json()) as { done: number; took: number };
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
  one: (line: Awaited<ReturnType<typeof openLine>>) => Promise<void>,
): Promise<Counted> {
  const counted = nothing();
  const before = await shop.usage();
  const begin = performance.now();
  const until = begin + time * 1000;
  const shopper = async () => {
    const line = await openLine(shop.port);
    while (performance.now() < until) {
      const start = performance.now();
      await one(line);
      counted.times.push(performance.now() - start);
      counted.done += 1;
    }
    line.close();
  };
  await Promise.all(Array.from({ length: shoppers }, shopper));
  counted.took = (performance.now() - begin) / 1000;
  counted.cpu = (await shop.usage()).cpu - before.cpu;
  return counted;
}

const rate = ({ done, took }: Counted) => Math.round(done / took).toLocaleString('en');
const cpu = (counted: Counted) => `${(counted.cpu / counted.done / 1000).toFixed(2)} ms`;
const p = (times: readonly number[], share: number) =>
  `${times.toSorted((one, other) => one - other)[Math.floor(times.length * share)]!.toFixed(0)} ms`;
