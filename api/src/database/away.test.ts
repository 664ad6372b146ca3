import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newCart } from '../cart/testing/guest.ts';
import { withFiles } from '../catalogue/import/testing/shop-state.ts';
import { connect } from '../db.ts';
import { importShop } from '../import-shop.ts';
import { faultsIn } from '../orders/testing/books.ts';
import { deliveryFile, orderOf } from '../orders/testing/order.ts';
import { type FreshDatabase, freshDatabase } from '../testing/database.ts';
import { tell } from '../testing/figure.ts';
import { type Gate, openGate } from '../testing/gate.ts';
import { openShopOn, type TestShop } from '../testing/shop.ts';

/** A database that is gone, silent or slow (reliability 6.3): shoppers are told so in time, and nothing has to be restarted. */
let database: FreshDatabase;
let gate: Gate;
let shop: TestShop;
beforeAll(async () => {
  database = await freshDatabase();
  const products = 'sku,name,price_incl_tax,tax_class,qty\nTEA,Tea,60.00,standard,100000\n';
  await withFiles({ 'products.csv': products, 'delivery.csv': deliveryFile }, (folder) =>
    importShop(database.db, folder),
  );
  gate = await openGate(database.url);
  const db = connect(gate.url, 10, 'hurried');
  const drop = () => db.destroy();
  shop = await openShopOn({ db, url: gate.url, drop });
});
afterAll(async () => {
  await shop.close();
  await gate.shut();
  await database.drop();
});
beforeEach(() => gate.become('fine'));

const unavailable = { status: 503, body: { code: 503, meta: { problem: 'unavailable', retry: true } } };

async function timed<Result>(work: Promise<Result>): Promise<[Result, number]> {
  const begin = performance.now();
  return [await work, performance.now() - begin];
}

describe('a database that is away', () => {
  test('is said to be so, with a time to come back, by every call that needs it', async () => {
    const cart = await newCart(shop);
    await gate.shut();
    const asked = await Promise.all([
      ...[cart.get('/api/cart/pull'), cart.update({ sku: 'TEA', qty: 1 })],
      ...[cart.post('/api/order', await orderOf(cart).catch(() => ({}))), shop.post('/api/cart/create', {})],
    ]);
    const needed = asked.filter(({ status }) => status !== 400);
    expect(needed.length).toBeGreaterThanOrEqual(3);
    for (const answer of needed) {
      expect(answer).toMatchObject(unavailable);
      expect(answer.headers.get('retry-after')).toBe('5');
    }
    expect((await shop.get('/api/health')).status).toBe(503);
    expect((await shop.get('/api/catalog/fynbos/product/_search')).body.items).toHaveLength(1);
    await gate.reopen();
    expect((await cart.update({ sku: 'TEA', qty: 1 })).status).toBe(200);
    expect((await shop.get('/api/health')).status).toBe(200);
  });

  test('whose lines break off in the middle costs who was served just then a try, and nobody else one', async () => {
    const carts = await Promise.all(Array.from({ length: 10 }, () => newCart(shop)));
    const orders = await Promise.all(
      carts.map(async (cart) => {
        await cart.update({ sku: 'TEA', qty: 1 });
        return { cart, body: await orderOf(cart) };
      }),
    );
    const sent = orders.map(({ cart, body }) => cart.post('/api/order', body));
    for (let times = 0; times < 5; times++) {
      gate.reset();
      await pause(3);
    }
    for (const { status } of await Promise.all(sent)) expect([200, 503]).toContain(status);
    for (const { cart, body } of orders) expect((await cart.post('/api/order', body)).status).toBe(200);
    expect(await faultsIn(database.db, new Date())).toEqual([]);
  });
});

describe('a database that is silent', () => {
  test('is said to be so to sixty who ask at once, and serves everybody when it answers again', async () => {
    const cart = await newCart(shop);
    await cart.update({ sku: 'TEA', qty: 1 });
    gate.become('silent');
    const asked = await Promise.all(Array.from({ length: 60 }, () => timed(cart.get('/api/cart/pull'))));
    for (const [answer] of asked) expect(answer).toMatchObject(unavailable);
    const longest = Math.round(Math.max(...asked.map(([, took]) => took)));
    tell('sixty at once who ask a silent database', `told so after ${longest} ms at most`, '3 s each');
    expect((await shop.get('/api/health')).status).toBe(503);
    gate.become('fine');
    // Lines that died are not kept: everybody is served at once.
    const again = await Promise.all(Array.from({ length: 20 }, () => cart.get('/api/cart/pull')));
    expect(again.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(await cart.pull()).toMatchObject([{ sku: 'TEA', qty: 1 }]);
  });

  test('is heard of changes again', async () => {
    gate.become('silent');
    await pause(100);
    gate.become('fine');
    gate.reset();
    await withFiles(
      { 'products.csv': 'sku,name,price_incl_tax,tax_class,qty\nTEA,Tea,61.00,standard,100000\n' },
      (folder) => importShop(database.db, folder),
    );
    await expect
      .poll(async () => (await shop.get('/api/stock/check?sku=TEA')).body.result.price_incl_tax)
      .toBe(61);
  });
});

test('a database that is slow is waited for', async () => {
  const cart = await newCart(shop);
  gate.become('slow', 200);
  expect((await cart.update({ sku: 'TEA', qty: 2 })).status).toBe(200);
  expect(await cart.pull()).toMatchObject([{ sku: 'TEA', qty: 2 }]);
});

test('a shop that stood still itself does not take that for a silent database', async () => {
  const cart = await newCart(shop);
  await cart.update({ sku: 'TEA', qty: 1 });
  const asked = Array.from({ length: 20 }, () => cart.get('/api/cart/pull'));
  // The statements are on their way, their answers are not read yet.
  await pause(5);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3500);
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  expect(statuses).toEqual(Array(20).fill(200));
});

test('who waits for a row that somebody else holds is told to come back, and leaves nobody waiting in the database', async () => {
  const carts = await Promise.all(Array.from({ length: 20 }, () => newCart(shop)));
  await Promise.all(carts.map((cart) => cart.update({ sku: 'TEA', qty: 1 })));
  const orders = await Promise.all(carts.map((cart) => orderOf(cart)));
  await database.db.transaction().execute(async (trx) => {
    await trx.selectFrom('stock').selectAll().forUpdate().execute();
    const answers = await Promise.all(carts.map((cart, at) => cart.post('/api/order', orders[at]!)));
    for (const answer of answers) expect(answer).toMatchObject(unavailable);
    const waiting = async () => {
      const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(database.db);
      return rows[0]!.waiting;
    };
    await expect.poll(waiting).toBe(0);
  });
  for (const [at, cart] of carts.entries())
    expect((await cart.post('/api/order', orders[at]!)).status).toBe(200);
  expect(await faultsIn(database.db)).toEqual([]);
});
