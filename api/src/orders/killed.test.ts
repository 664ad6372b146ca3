import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cartOf, type TestCart } from '../cart/testing/guest.ts';
import { withFiles } from '../catalogue/import/testing/shop-state.ts';
import { importShop } from '../import-shop.ts';
import { type FreshDatabase, freshDatabase } from '../testing/database.ts';
import { tell } from '../testing/figure.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { isLong } from '../testing/long.ts';
import type { Answered } from '../testing/shop.ts';
import { faultsIn } from './testing/books.ts';
import { deliveryFile, orderFor } from './testing/order.ts';

/** A shop that is killed while it places orders has lost none it confirmed, and doubled none (reliability 6.1). */

/**
 * The statements of placing an order: limit, order looked up, cart found, held, read, pieces taken, order written,
 * cart used up, mailbox limit, mail written, stock announced; then the answer.
 */
const statements = 11;
const everyStep = [...Array.from({ length: statements }, (_, index) => String(index + 1)), 'answer'];
const steps = isLong ? everyStep : ['8', 'answer'];
const moments = isLong ? 300 : 3;
const shoppers = 8;
const pieces = 100_000;

let database: FreshDatabase;
let data: Awaited<ReturnType<typeof temporaryFolder>>;
let running: ChildProcess | undefined;
/** Milliseconds from the start of a process to its answering. */
let slowest = 0;
beforeAll(async () => {
  database = await freshDatabase();
  data = await temporaryFolder();
  const products = `sku,name,price_incl_tax,tax_class,qty\nTEA,Tea,60.00,standard,${pieces}\n`;
  await withFiles({ 'products.csv': products, 'delivery.csv': deliveryFile }, (folder) =>
    importShop(database.db, folder),
  );
});
afterAll(async () => {
  running?.kill('SIGKILL');
  await database.drop();
  await data.remove();
});

interface RunningShop {
  get(path: string, headers?: Record<string, string>): Promise<Answered>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answered>;
  kill(): Promise<void>;
}

async function start(diesAfter = ''): Promise<RunningShop> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'testing/dying-shop.ts')], {
    env: { ...process.env, DATABASE_URL: database.url, FYNBOS_DATA: data.folder, DIES_AFTER: diesAfter },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running = child;
  const begin = performance.now();
  const [origin] = await once(createInterface(child.stdout!), 'line');
  slowest = Math.max(slowest, performance.now() - begin);
  const ask = async (path: string, init: RequestInit): Promise<Answered> => {
    const answer = await fetch(origin + path, init);
    return { status: answer.status, headers: answer.headers, body: await answer.json() };
  };
  return {
    get: (path, headers = {}) => ask(path, { headers }),
    post: (path, body, headers = {}) =>
      ask(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    async kill() {
      const ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** A cart with one piece; the shop limits how many one machine makes, and killing it makes nobody patient. */
async function fill(shop: RunningShop): Promise<TestCart> {
  await database.db.deleteFrom('rate_bucket').execute();
  const { body } = await shop.post('/api/cart/create', {});
  const cart = cartOf(shop, body.result);
  await cart.update({ sku: 'TEA', qty: 1 });
  return cart;
}

/** Everything that a number of orders must have left behind, and nothing more. */
async function expectOrders(count: number): Promise<void> {
  const { db } = database;
  const countOf = async (table: 'sales_order' | 'order_line' | 'order_event' | 'order_stock' | 'mail') => {
    const { rows } = await db
      .selectFrom(table)
      .select((of) => of.fn.countAll<number>().as('count'))
      .execute()
      .then((found) => ({ rows: found }));
    return rows[0]!.count;
  };
  expect(
    await Promise.all(
      (['sales_order', 'order_line', 'order_event', 'order_stock', 'mail'] as const).map(countOf),
    ),
  ).toEqual([count, count, count, count, count]);
  const { qty } = await db.selectFrom('stock').select('qty').executeTakeFirstOrThrow();
  expect(qty).toBe(pieces - count);
  expect(await faultsIn(db)).toEqual([]);
}

let placed = 0;

describe('killed in the middle of one order', () => {
  test.each(steps)('after step %s: sent again it is one order', async (step) => {
    const dying = await start(step);
    const cart = await fill(dying);
    const sent = orderFor({ TEA: 1 });
    const first = await cart.post('/api/order', sent).catch(() => undefined);
    await dying.kill();
    expect(first).toBeUndefined();
    const shop = await start();
    const answers = [];
    for (const _ of [1, 2]) answers.push(await cartOf(shop, cart.token).post('/api/order', sent));
    placed += 1;
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[1]!.body).toEqual(answers[0]!.body);
    await shop.kill();
    await expectOrders(placed);
  });
});

test(`killed at ${moments} moments while ${shoppers} order: what was answered is there, and each order once`, async () => {
  const answered = new Map<string, string>();
  let shop = await start();
  for (let moment = 0; moment < moments; moment++) {
    const { kill } = shop;
    const carts = await Promise.all(Array.from({ length: shoppers }, () => fill(shop)));
    const sent = carts.map(() => orderFor({ TEA: 1 }));
    // Sometimes nobody has an answer yet, sometimes all but one.
    const enough = answered.size + (moment % shoppers);
    const { promise: heard, resolve } = Promise.withResolvers<void>();
    const sending = carts.map(async (cart, index) => {
      const answer = await cart.post('/api/order', sent[index]).catch(() => undefined);
      if (answer) answered.set(sent[index]!.order_id, answer.body.result.orderNumber);
      if (answered.size >= enough) resolve();
    });
    if (answered.size < enough) await heard;
    await pause((moment * 7) % (isLong ? 200 : 25));
    await kill();
    await Promise.all(sending);
    shop = await start();
    for (const [index, cart] of carts.entries()) {
      const again = await cartOf(shop, cart.token).post('/api/order', sent[index]);
      expect(again.status).toBe(200);
      const before = answered.get(sent[index]!.order_id);
      if (before) expect(again.body.result.orderNumber).toBe(before);
    }
  }
  await shop.kill();
  placed += moments * shoppers;
  await expectOrders(placed);
  tell(
    `the shop killed at ${moments} moments while ${shoppers} order`,
    `${answered.size} of ${moments * shoppers} orders were answered before, all others when sent again; ready after ${Math.round(slowest)} ms at most`,
    'each once, 5 s',
  );
}, 1_800_000);
