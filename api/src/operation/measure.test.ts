import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { behindProxy } from '../accounts/testing/people.ts';
import { newCart } from '../cart/testing/guest.ts';
import { address, orderOf } from '../orders/testing/order.ts';
import { payer, payingFiles } from '../payments/testing/paying.ts';
import { openPayingShop, type PayingShop } from '../testing/paying-shop.ts';
import type { TestShop } from '../testing/shop.ts';
import { openSmallShop } from '../testing/small-shop.ts';
import { lookedAtBy } from './testing/expression.ts';
import { figuresOf, sumOf } from './testing/figures.ts';

let shop: PayingShop;
let text: string;
/** A shop that sold something on delivery and something online, searched, and refused. */
beforeAll(async () => {
  shop = await openPayingShop(payingFiles, behindProxy);
  const cart = await newCart(shop);
  await cart.update({ sku: 'TEA', qty: 1 });
  await cart.post('/api/order', await orderOf(cart));
  const paid = await payer(shop, 'card');
  await shop.act('card', paid.id, 'pay');
  await paid.status();
  await payer(shop, 'wallet');
  await shop.post('/api/catalog/fynbos/product/_search', { _searchText: 'tea' });
  await shop.get('/api/catalog/fynbos/nothing/_search?request=%7B%7D');
  await shop.post('/api/catalog/fynbos/product/_search', { size: 'many' });
  for (let tries = 0; tries < 22; tries++)
    await shop.post('/api/order/find', { orderNumber: '1', email: 'a@example.com' });
  text = (await shop.get('/api/metrics')).body;
});
afterAll(() => shop.close());

describe('the figures of a shop that sells', () => {
  const value = (name: string, labels: Record<string, string> = {}) => sumOf(figuresOf(text), name, labels);

  test('count orders by state, and what they come to', () => {
    expect(value('orders_total', { state: 'pending_payment', currency: 'ZAR' })).toBe(2);
    expect(value('orders_total', { state: 'placed', currency: 'ZAR' })).toBe(2);
    expect(value('order_value_cents_total', { state: 'placed' })).toBe(24_000);
  });

  test('count calls to providers by how they ended', () => {
    const created = { provider: 'card', call: 'create', outcome: 'answered' };
    expect(value('payment_provider_calls_total', created)).toBe(1);
    expect(
      value('payment_provider_calls_total', { provider: 'card', call: 'query', outcome: 'paid' }),
    ).toBeGreaterThan(0);
    expect(
      value('payment_provider_call_duration_seconds_count', { provider: 'wallet', call: 'create' }),
    ).toBe(1);
    expect(value('payment_circuit_open', { provider: 'card' })).toBe(0);
  });

  test('say what waits, and since when', () => {
    expect(value('queue_waiting', { queue: 'payments' })).toBeGreaterThan(0);
    for (const queue of ['mail', 'push', 'refunds', 'reviews', 'payment_reviews'])
      expect(value('queue_waiting', { queue }), queue).toBeGreaterThanOrEqual(0);
    expect(value('queue_oldest_seconds', { queue: 'mail' })).toBeGreaterThanOrEqual(0);
    expect(value('mails_given_up')).toBe(0);
  });

  test('time requests by route and searches by entity, and count refusals', () => {
    const placed = { method: 'POST', route: '/api/order', status: '200' };
    expect(value('http_request_duration_seconds_count', placed)).toBe(1);
    expect(value('search_duration_seconds_count', { entity: 'product' })).toBe(1);
    expect(value('refusals_total', { problem: 'unknown_entity' })).toBe(1);
    expect(value('refusals_total', { problem: 'invalid_input' })).toBe(1);
    expect(value('refusals_total', { problem: 'internal' })).toBeUndefined();
    expect(value('rate_limit_refusals_total', { route: '/api/order/find' })).toBe(2);
    expect(value('refusals_total', { problem: 'too_many_attempts' })).toBe(2);
  });

  test('show the connections to the database, and how fresh the catalogue is', () => {
    expect(value('database_connections', { state: 'idle' })).toBeGreaterThan(0);
    expect(value('database_connections_waited_for')).toBeGreaterThanOrEqual(0);
    expect(value('database_connection_wait_seconds_count')).toBeGreaterThan(20);
    expect(value('catalogue_products', { view: 'za' })).toBe(4);
    expect(value('catalogue_version', { view: 'za' })).toBeGreaterThan(1);
    expect(value('catalogue_behind_seconds', { view: 'za' })).toBeLessThan(60);
    expect(value('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
  });

  test('have few labels, and none of them says who somebody is or what they typed', () => {
    const figures = figuresOf(text);
    for (const [name, one] of Map.groupBy(figures, (figure) => figure.name))
      expect(one.length, name).toBeLessThan(400);
    const labels = figures.flatMap((figure) => Object.values(figure.labels)).join('\n');
    for (const personal of [...Object.values(address).flat(), 'TEA', 'nothing', '127.0.0.1'])
      if (typeof personal === 'string' && personal.length > 2) expect(labels).not.toContain(personal);
  });
});

describe('what the operator is shown of them', () => {
  const read = (name: string) => readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8');
  const alerts = () =>
    [...read('alerts.yml').matchAll(/- alert: (\w+)\n +expr: '([^']+)'/g)].map(([, name, expr]) => ({
      name: name!,
      expr: expr!,
    }));
  const onDashboard = (): string[] =>
    JSON.parse(read('dashboard.json')).panels.flatMap(({ targets = [] }: { targets?: { expr: string }[] }) =>
      targets.map(({ expr }) => expr),
    );

  test('on the dashboard and in alerts is measured, with these labels', () => {
    const known = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name!));
    const labels = Map.groupBy(figuresOf(text), ({ name }) => name);
    const isKnown = (name: string) => name === 'up' || known.has(name.replace(/_(bucket|count|sum)$/, ''));
    const expressions = [...onDashboard(), ...alerts().map(({ expr }) => expr)];
    expect(expressions.length).toBeGreaterThan(40);
    for (const expression of expressions) {
      const { names, labels: wanted } = lookedAtBy(expression);
      expect(names.length, expression).toBeGreaterThan(0);
      expect(
        names.filter((name) => !isKnown(name) && !known.has(name)),
        expression,
      ).toEqual([]);
      // Of what has not happened yet no label is known.
      const seen = names.flatMap((name) =>
        (labels.get(name) ?? []).flatMap((one) => Object.keys(one.labels)),
      );
      if (seen.length > 0)
        expect(
          wanted.filter((label) => !seen.includes(label)),
          expression,
        ).toEqual([]);
    }
  });

  test('by an alert is explained, with what to do first', () => {
    const page = read('operating.md').replaceAll('\\|', '|');
    expect(alerts().length).toBeGreaterThan(15);
    expect(alerts().filter(({ name, expr }) => !page.includes(`| \`${name}\` | \`${expr}\` | `))).toEqual([]);
  });
});

test('while the database hangs figures come all the same', async () => {
  const { promise: free, resolve: letGo } = Promise.withResolvers<void>();
  const { promise: held, resolve: isHeld } = Promise.withResolvers<void>();
  const holding = shop.db.transaction().execute(async (trx) => {
    await sql`lock table mail in access exclusive mode`.execute(trx);
    isHeld();
    await free;
  });
  await held;
  await expect(fetch(`${shop.origin}/api/metrics`, { signal: AbortSignal.timeout(200) })).rejects.toThrow();
  const figures = figuresOf((await shop.get('/api/metrics')).body);
  letGo();
  await holding;
  // Who did not wait for the answer is counted as proxies count it.
  const givenUp = { route: '/api/metrics', status: '499' };
  expect(sumOf(figures, 'http_request_duration_seconds_count', givenUp)).toBe(1);
  expect(sumOf(figures, 'queue_waiting', { queue: 'mail' })).toBeNaN();
  expect(sumOf(figures, 'catalogue_products')).toBeGreaterThan(0);
});

test('while the database is away the queues are not numbers, and the rest is there', async () => {
  await shop.db.schema.alterTable('mail').renameTo('elsewhere').execute();
  const figures = figuresOf((await shop.get('/api/metrics')).body);
  await shop.db.schema.alterTable('elsewhere').renameTo('mail').execute();
  expect(sumOf(figures, 'queue_waiting', { queue: 'mail' })).toBeNaN();
  expect(sumOf(figures, 'queue_waiting', { queue: 'push' })).toBe(0);
});

describe('who may read them', () => {
  const mayRead = async (one: Pick<TestShop, 'get'>, headers: Record<string, string>) =>
    (await one.get('/api/metrics', headers)).status === 200;
  const visitor = { 'x-forwarded-for': '198.51.100.7' };

  test('without a key a machine nearby, though it comes through a proxy of ours; never a visitor', async () => {
    expect(await mayRead(shop, {})).toBe(true);
    expect(await mayRead(shop, { 'x-forwarded-for': '10.0.0.1' })).toBe(true);
    expect(await mayRead(shop, visitor)).toBe(false);
  });

  test('with a key who has it, wherever they are; and nobody through a proxy that we were not told of', async () => {
    const open = await openSmallShop({});
    const closed = await openSmallShop({}, { METRICS_KEY: 'a-key-of-the-operator' });
    const known = await openSmallShop({}, { PUBLIC_URL: 'https://shop.example' });
    expect(await mayRead(open, { 'x-forwarded-for': '10.0.0.1' })).toBe(false);
    expect(await mayRead(known, {})).toBe(false);
    expect(await mayRead(closed, {})).toBe(false);
    expect(await mayRead(closed, { authorization: 'Bearer another-key-altogether' })).toBe(false);
    expect(await mayRead(closed, { ...visitor, authorization: 'Bearer a-key-of-the-operator' })).toBe(true);
    await Promise.all([open.close(), closed.close(), known.close()]);
  });
});
