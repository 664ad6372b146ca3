import { readFileSync } from 'node:fs';
import { behindProxy } from '@fynbos/test-kit/accounts/customers.ts';
import { newCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { parseMetrics, sumOf } from '@fynbos/test-kit/observability/metrics.ts';
import { referencesOf } from '@fynbos/test-kit/observability/prometheus-expression.ts';
import { address, orderOf } from '@fynbos/test-kit/orders/order-body.ts';
import { payer, payingFiles } from '@fynbos/test-kit/payments/payer.ts';
import { openPayingShop, type PayingShop } from '@fynbos/test-kit/payments/payment-shop.ts';
import { openSmallShop } from '@fynbos/test-kit/shop/small-shop.ts';
import type { TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let shop: PayingShop;
let text: string;
/** A shop with an order on delivery, an online payment, searches and refused calls. */
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
  for (let attempt = 0; attempt < 22; attempt++)
    await shop.post('/api/order/find', { orderNumber: '1', email: 'a@example.com' });
  text = (await shop.get('/api/metrics')).body;
});
afterAll(() => shop.close());

describe('the metrics of a shop', () => {
  const value = (name: string, labels: Record<string, string> = {}) =>
    sumOf(parseMetrics(text), name, labels);

  test('count orders by state, and sum their value', () => {
    expect(value('orders_total', { state: 'pending_payment', currency: 'ZAR' })).toBe(2);
    expect(value('orders_total', { state: 'placed', currency: 'ZAR' })).toBe(2);
    expect(value('order_value_cents_total', { state: 'placed' })).toBe(24_000);
  });

  test('count provider calls by outcome', () => {
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

  test('show the length and age of the queues', () => {
    expect(value('queue_waiting', { queue: 'payments' })).toBeGreaterThan(0);
    for (const queue of ['mail', 'push', 'refunds', 'reviews', 'payment_reviews', 'payment_disputes'])
      expect(value('queue_waiting', { queue }), queue).toBeGreaterThanOrEqual(0);
    expect(value('queue_oldest_seconds', { queue: 'mail' })).toBeGreaterThanOrEqual(0);
    expect(value('mails_given_up')).toBe(0);
    for (const count of ['units', 'products', 'sold_out'])
      expect(value('stock_held_unpaid', { count }), count).toBeGreaterThanOrEqual(0);
  });

  test('time requests by route and searches by entity, and count refusals', () => {
    const placed = { method: 'POST', route: '/api/order', status: '200' };
    expect(value('http_request_duration_seconds_count', placed)).toBe(1);
    expect(value('search_duration_seconds_count', { entity: 'product' })).toBe(1);
    expect(value('refusals_total', { problem: 'unknown_entity' })).toBe(1);
    expect(value('refusals_total', { problem: 'invalid_input' })).toBe(1);
    expect(value('refusals_total', { problem: 'internal' })).toBeUndefined();
    expect(value('rate_limit_refusals_total', { route: '/api/order/find' })).toBe(12);
    expect(value('refusals_total', { problem: 'too_many_attempts' })).toBe(12);
  });

  test('show the database connections and the catalogue state', () => {
    expect(value('database_connections', { state: 'idle' })).toBeGreaterThan(0);
    expect(value('database_connections_waited_for')).toBeGreaterThanOrEqual(0);
    expect(value('database_connection_wait_seconds_count')).toBeGreaterThan(20);
    expect(value('catalogue_products', { view: 'za' })).toBe(4);
    expect(value('catalogue_version', { view: 'za' })).toBeGreaterThan(1);
    expect(value('catalogue_behind_seconds', { view: 'za' })).toBeLessThan(60);
    expect(value('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
  });

  test('have few labels without personal data', () => {
    const samples = parseMetrics(text);
    for (const [name, group] of Map.groupBy(samples, (sample) => sample.name))
      expect(group.length, name).toBeLessThan(400);
    const labels = samples.flatMap((sample) => Object.values(sample.labels)).join('\n');
    for (const personal of [...Object.values(address).flat(), 'TEA', 'nothing', '127.0.0.1'])
      if (typeof personal === 'string' && personal.length > 2) expect(labels).not.toContain(personal);
  });
});

describe('dashboard and alerts', () => {
  const readAt = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
  const read = (name: string) => readAt(`deploy/${name}`);
  const alerts = () =>
    [...read('alerts.yml').matchAll(/- alert: (\w+)\n +expr: '([^']+)'/g)].map(([, name, expr]) => ({
      name: name!,
      expr: expr!,
    }));
  const onDashboard = (): string[] =>
    JSON.parse(read('dashboard.json')).panels.flatMap(({ targets = [] }: { targets?: { expr: string }[] }) =>
      targets.map(({ expr }) => expr),
    );

  test('use only existing metrics and labels', () => {
    const known = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name!));
    const labels = Map.groupBy(parseMetrics(text), ({ name }) => name);
    const isKnown = (name: string) => name === 'up' || known.has(name.replace(/_(bucket|count|sum)$/, ''));
    const expressions = [...onDashboard(), ...alerts().map(({ expr }) => expr)];
    expect(expressions.length).toBeGreaterThan(40);
    for (const expression of expressions) {
      const { names, labels: requiredLabels } = referencesOf(expression);
      expect(names.length, expression).toBeGreaterThan(0);
      expect(
        names.filter((name) => !isKnown(name) && !known.has(name)),
        expression,
      ).toEqual([]);
      // Labels are unknown until the first value.
      const seen = names.flatMap((name) =>
        (labels.get(name) ?? []).flatMap((sample) => Object.keys(sample.labels)),
      );
      if (seen.length > 0)
        expect(
          requiredLabels.filter((label) => !seen.includes(label)),
          expression,
        ).toEqual([]);
    }
  });

  test('are explained in health-and-monitoring.md, with the first action for each alert', () => {
    const page = readAt('docs/operations/health-and-monitoring.md');
    expect(alerts().length).toBeGreaterThan(15);
    expect(alerts().filter(({ name }) => !page.includes(`**\`${name}\`**`))).toEqual([]);
  });
});

test('metrics are returned while the database hangs', async () => {
  const { promise: free, resolve: letGo } = Promise.withResolvers<void>();
  const { promise: held, resolve: isHeld } = Promise.withResolvers<void>();
  const holding = shop.db.transaction().execute(async (trx) => {
    await sql`lock table mail in access exclusive mode`.execute(trx);
    isHeld();
    await free;
  });
  await held;
  await expect(fetch(`${shop.origin}/api/metrics`, { signal: AbortSignal.timeout(200) })).rejects.toThrow();
  const samples = parseMetrics((await shop.get('/api/metrics')).body);
  letGo();
  await holding;
  // Aborted requests are counted with the status that proxies use.
  const aborted = { route: '/api/metrics', status: '499' };
  expect(sumOf(samples, 'http_request_duration_seconds_count', aborted)).toBe(1);
  expect(sumOf(samples, 'queue_waiting', { queue: 'mail' })).toBeNaN();
  expect(sumOf(samples, 'catalogue_products')).toBeGreaterThan(0);
});

test('queue metrics are NaN while the database fails, and the others are present', async () => {
  await shop.db.schema.alterTable('mail').renameTo('elsewhere').execute();
  const samples = parseMetrics((await shop.get('/api/metrics')).body);
  await shop.db.schema.alterTable('elsewhere').renameTo('mail').execute();
  expect(sumOf(samples, 'queue_waiting', { queue: 'mail' })).toBeNaN();
  expect(sumOf(samples, 'queue_waiting', { queue: 'push' })).toBe(0);
});

describe('access to the metrics', () => {
  const mayRead = async (target: Pick<TestShop, 'get'>, headers: Record<string, string>) =>
    (await target.get('/api/metrics', headers)).status === 200;
  const visitor = { 'x-forwarded-for': '198.51.100.7' };

  test('without a key is open to private networks, also through a configured proxy, and closed to visitors', async () => {
    expect(await mayRead(shop, {})).toBe(true);
    expect(await mayRead(shop, { 'x-forwarded-for': '10.0.0.1' })).toBe(true);
    expect(await mayRead(shop, visitor)).toBe(false);
  });

  test('with a key is open to its holder from any network, and closed through an unconfigured proxy', async () => {
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
