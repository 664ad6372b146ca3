import { setTimeout as pause } from 'node:timers/promises';
import { newCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { withFiles } from '@fynbos/test-kit/catalogue/catalogue-state.ts';
import { type FreshDatabase, freshDatabase } from '@fynbos/test-kit/database/test-database.ts';
import { openTcpProxy, type TcpProxy } from '@fynbos/test-kit/network/tcp-proxy.ts';
import { invariantViolations } from '@fynbos/test-kit/orders/order-audit.ts';
import { deliveryFile, orderOf } from '@fynbos/test-kit/orders/order-body.ts';
import { reportMeasurement } from '@fynbos/test-kit/security/attack-result.ts';
import { openShopOn, type TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connectDb } from '../../../db.ts';
import { importShop } from '../../../shop-import.ts';

/**
 * A database that is gone, silent or slow (spec reliability 6.3): shoppers get a 503 in time, and the shop
 * recovers without a restart.
 */
let database: FreshDatabase;
let proxy: TcpProxy;
let shop: TestShop;
beforeAll(async () => {
  database = await freshDatabase();
  const products = 'sku,name,price_incl_tax,tax_class,qty\nTEA,Tea,60.00,standard,100000\n';
  await withFiles({ 'products.csv': products, 'delivery.csv': deliveryFile }, (folder) =>
    importShop(database.db, folder),
  );
  proxy = await openTcpProxy(database.url);
  const db = connectDb(proxy.url, 10, 'hurried');
  const drop = () => db.destroy();
  shop = await openShopOn({ db, url: proxy.url, drop });
});
afterAll(async () => {
  await shop.close();
  await proxy.shut();
  await database.drop();
});
beforeEach(() => proxy.become('fine'));

const unavailable = { status: 503, body: { code: 503, meta: { problem: 'unavailable', retry: true } } };

async function timed<Result>(work: Promise<Result>): Promise<[Result, number]> {
  const begin = performance.now();
  return [await work, performance.now() - begin];
}

test('the time-outs on the server follow the scale of the operator', async () => {
  const limit = async (scale?: number) => {
    const db = connectDb(database.url, 1, 'hurried', scale);
    const { rows } = await sql<{ lock_timeout: string }>`show lock_timeout`.execute(db);
    await db.destroy();
    return rows[0]!.lock_timeout;
  };
  expect([await limit(), await limit(5)]).toEqual(['2s', '10s']);
});

describe('the shop with an unreachable database', () => {
  test('returns 503 with Retry-After for every call that needs it', async () => {
    const cart = await newCart(shop);
    await proxy.shut();
    const responses = await Promise.all([
      ...[cart.get('/api/cart/pull'), cart.update({ sku: 'TEA', qty: 1 })],
      ...[cart.post('/api/order', await orderOf(cart).catch(() => ({}))), shop.post('/api/cart/create', {})],
    ]);
    const needed = responses.filter(({ status }) => status !== 400);
    expect(needed.length).toBeGreaterThanOrEqual(3);
    for (const response of needed) {
      expect(response).toMatchObject(unavailable);
      expect(response.headers.get('retry-after')).toBe('5');
    }
    expect((await shop.get('/api/health')).status).toBe(503);
    expect((await shop.get('/api/catalog/fynbos/product/_search')).body.items).toHaveLength(1);
    await proxy.reopen();
    expect((await cart.update({ sku: 'TEA', qty: 1 })).status).toBe(200);
    expect((await shop.get('/api/health')).status).toBe(200);
  });

  test('whose connections break costs the running requests at most one retry', async () => {
    const carts = await Promise.all(Array.from({ length: 10 }, () => newCart(shop)));
    const orders = await Promise.all(
      carts.map(async (cart) => {
        await cart.update({ sku: 'TEA', qty: 1 });
        return { cart, body: await orderOf(cart) };
      }),
    );
    const sent = orders.map(({ cart, body }) => cart.post('/api/order', body));
    for (let times = 0; times < 5; times++) {
      proxy.reset();
      await pause(3);
    }
    for (const { status } of await Promise.all(sent)) expect([200, 503]).toContain(status);
    for (const { cart, body } of orders) expect((await cart.post('/api/order', body)).status).toBe(200);
    expect(await invariantViolations(database.db, new Date())).toEqual([]);
  });
});

describe('the shop with a silent database', () => {
  test('returns 503 to sixty concurrent requests and serves all of them after recovery', async () => {
    const cart = await newCart(shop);
    await cart.update({ sku: 'TEA', qty: 1 });
    proxy.become('silent');
    const responses = await Promise.all(Array.from({ length: 60 }, () => timed(cart.get('/api/cart/pull'))));
    for (const [response] of responses) expect(response).toMatchObject(unavailable);
    const maxMs = Math.round(Math.max(...responses.map(([, took]) => took)));
    reportMeasurement(
      'sixty concurrent requests to a silent database',
      `503 after at most ${maxMs} ms`,
      '3 s each',
    );
    expect((await shop.get('/api/health')).status).toBe(503);
    proxy.become('fine');
    // Dead connections are discarded: all requests are served at once.
    const recovered = await Promise.all(Array.from({ length: 20 }, () => cart.get('/api/cart/pull')));
    expect(recovered.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(await cart.pull()).toMatchObject([{ sku: 'TEA', qty: 1 }]);
  });

  test('receives change notifications after recovery', async () => {
    proxy.become('silent');
    await pause(100);
    proxy.become('fine');
    proxy.reset();
    await withFiles(
      { 'products.csv': 'sku,name,price_incl_tax,tax_class,qty\nTEA,Tea,61.00,standard,100000\n' },
      (folder) => importShop(database.db, folder),
    );
    await expect
      .poll(async () => (await shop.get('/api/stock/check?sku=TEA')).body.result.price_incl_tax)
      .toBe(61);
  });
});

test('the shop waits for a slow database', async () => {
  const cart = await newCart(shop);
  proxy.become('slow', 200);
  expect((await cart.update({ sku: 'TEA', qty: 2 })).status).toBe(200);
  expect(await cart.pull()).toMatchObject([{ sku: 'TEA', qty: 2 }]);
});

test('the shop does not mistake its own stall for a silent database', async () => {
  const cart = await newCart(shop);
  await cart.update({ sku: 'TEA', qty: 1 });
  const requests = Array.from({ length: 20 }, () => cart.get('/api/cart/pull'));
  // The statements were sent, their results are not read yet.
  await pause(5);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3500);
  const statuses = (await Promise.all(requests)).map(({ status }) => status);
  expect(statuses).toEqual(Array(20).fill(200));
});

test('requests that wait for a locked row get 503 and leave no lock waiting in the database', async () => {
  const carts = await Promise.all(Array.from({ length: 20 }, () => newCart(shop)));
  await Promise.all(carts.map((cart) => cart.update({ sku: 'TEA', qty: 1 })));
  const orders = await Promise.all(carts.map((cart) => orderOf(cart)));
  await database.db.transaction().execute(async (trx) => {
    await trx.selectFrom('stock').selectAll().forUpdate().execute();
    const responses = await Promise.all(carts.map((cart, at) => cart.post('/api/order', orders[at]!)));
    for (const response of responses) expect(response).toMatchObject(unavailable);
    const waiting = async () => {
      const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(database.db);
      return rows[0]!.waiting;
    };
    await expect.poll(waiting).toBe(0);
  });
  for (const [at, cart] of carts.entries())
    expect((await cart.post('/api/order', orders[at]!)).status).toBe(200);
  expect(await invariantViolations(database.db)).toEqual([]);
});
