import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { cartOf, type TestCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { withFiles } from '@fynbos/test-kit/catalogue/catalogue-state.ts';
import { type FreshDatabase, freshDatabase } from '@fynbos/test-kit/database/test-database.ts';
import { invariantViolations } from '@fynbos/test-kit/orders/order-audit.ts';
import { deliveryFile, orderFor } from '@fynbos/test-kit/orders/order-body.ts';
import { temporaryFolder } from '@fynbos/test-kit/processes/temporary-folder.ts';
import { reportMeasurement } from '@fynbos/test-kit/security/attack-result.ts';
import type { TestResponse } from '@fynbos/test-kit/shop/test-shop.ts';
import { isLong, long, repetitions } from '@fynbos/test-kit/stress-mode.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importShop } from '../../shop-import.ts';

/** A server that is killed while it places orders loses and duplicates no confirmed order (spec reliability 6.1). */

/**
 * The statements of placing an order: limit, find the cart, look up the order and what its cart has pending,
 * close the cart, take the units, write the order, mailbox limit, read the key of links, queue the mail, read
 * who wants push messages; then the response.
 */
const statements = 10;
const everyStep = [...Array.from({ length: statements }, (_, index) => String(index + 1)), 'answer'];
const steps = isLong ? everyStep : ['answer'];
const moments = repetitions(0, 300);
const shoppers = 8;
const initialStock = 100_000;

let database: FreshDatabase;
let data: Awaited<ReturnType<typeof temporaryFolder>>;
let running: ChildProcess | undefined;
/** Milliseconds from the start of a process until it responds. */
let slowest = 0;
beforeAll(async () => {
  database = await freshDatabase();
  data = await temporaryFolder();
  const products = `sku,name,price_incl_tax,tax_class,qty\nTEA,Tea,60.00,standard,${initialStock}\n`;
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
  get(path: string, headers?: Record<string, string>): Promise<TestResponse>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<TestResponse>;
  kill(): Promise<void>;
}

async function start(diesAfter = ''): Promise<RunningShop> {
  const child = spawn(
    process.execPath,
    [fileURLToPath(import.meta.resolve('@fynbos/test-kit/processes/crashing-shop-process.ts'))],
    {
      env: { ...process.env, DATABASE_URL: database.url, FYNBOS_DATA: data.folder, DIES_AFTER: diesAfter },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  running = child;
  const begin = performance.now();
  const [origin] = await once(createInterface(child.stdout!), 'line');
  slowest = Math.max(slowest, performance.now() - begin);
  const request = async (path: string, init: RequestInit): Promise<TestResponse> => {
    const response = await fetch(origin + path, init);
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  return {
    get: (path, headers = {}) => request(path, { headers }),
    post: (path, body, headers = {}) =>
      request(path, {
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

/** A cart with one unit. It clears the rate limits, which count the new carts of a client IP. */
async function fill(shop: RunningShop): Promise<TestCart> {
  await database.db.deleteFrom('rate_bucket').execute();
  const { body } = await shop.post('/api/cart/create', {});
  const cart = cartOf(shop, body.result);
  await cart.update({ sku: 'TEA', qty: 1 });
  return cart;
}

/** Checks that a number of orders left exactly the expected rows. */
async function expectOrders(count: number): Promise<void> {
  const { db } = database;
  const countOf = async (table: 'sales_order' | 'order_line' | 'order_event' | 'order_stock' | 'mail') => {
    const { rows } = await db
      .selectFrom(table)
      .select((of) => of.fn.countAll<number>().as('count'))
      .execute()
      .then((counted) => ({ rows: counted }));
    return rows[0]!.count;
  };
  expect(
    await Promise.all(
      (['sales_order', 'order_line', 'order_event', 'order_stock', 'mail'] as const).map(countOf),
    ),
  ).toEqual([count, count, count, count, count]);
  const { qty } = await db.selectFrom('stock').select('qty').executeTakeFirstOrThrow();
  expect(qty).toBe(initialStock - count);
  expect(await invariantViolations(db)).toEqual([]);
}

let placed = 0;

describe('server killed in the middle of an order', () => {
  test.each(steps)('an order sent again after a kill at step %s is placed once', async (step) => {
    const dying = await start(step);
    const cart = await fill(dying);
    const sent = orderFor({ TEA: 1 });
    const first = await cart.post('/api/order', sent).catch(() => undefined);
    await dying.kill();
    expect(first).toBeUndefined();
    const shop = await start();
    const responses = [];
    for (const _ of [1, 2]) responses.push(await cartOf(shop, cart.token).post('/api/order', sent));
    placed += 1;
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(responses[1]!.body).toEqual(responses[0]!.body);
    await shop.kill();
    await expectOrders(placed);
  });
});

long(
  `a server killed at ${moments} moments while ${shoppers} order loses no confirmed order and duplicates none`,
  async () => {
    const confirmed = new Map<string, string>();
    let shop = await start();
    for (let moment = 0; moment < moments; moment++) {
      const { kill } = shop;
      const carts = await Promise.all(Array.from({ length: shoppers }, () => fill(shop)));
      const sent = carts.map(() => orderFor({ TEA: 1 }));
      // Sometimes no order is confirmed yet, sometimes all but one.
      const enough = confirmed.size + (moment % shoppers);
      const { promise: reached, resolve } = Promise.withResolvers<void>();
      const sending = carts.map(async (cart, index) => {
        const response = await cart.post('/api/order', sent[index]).catch(() => undefined);
        if (response) confirmed.set(sent[index]!.order_id, response.body.result.orderNumber);
        if (confirmed.size >= enough) resolve();
      });
      if (confirmed.size < enough) await reached;
      await pause((moment * 7) % (isLong ? 200 : 25));
      await kill();
      await Promise.all(sending);
      shop = await start();
      for (const [index, cart] of carts.entries()) {
        const retry = await cartOf(shop, cart.token).post('/api/order', sent[index]);
        expect(retry.status).toBe(200);
        const before = confirmed.get(sent[index]!.order_id);
        if (before) expect(retry.body.result.orderNumber).toBe(before);
      }
    }
    await shop.kill();
    placed += moments * shoppers;
    await expectOrders(placed);
    reportMeasurement(
      `server killed at ${moments} moments while ${shoppers} order`,
      `${confirmed.size} of ${moments * shoppers} orders were confirmed before the kill, all others on retry; ready after ${Math.round(slowest)} ms at most`,
      'each once, 5 s',
    );
  },
  1_800_000,
);
