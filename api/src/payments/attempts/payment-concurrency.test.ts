import { setTimeout as pause } from 'node:timers/promises';
import { type ProviderCode, providerCodes } from '@fynbos/core/payments/providers.ts';
import { behindProxy } from '@fynbos/test-kit/accounts/customers.ts';
import { invariantViolations } from '@fynbos/test-kit/orders/order-audit.ts';
import { orderFor } from '@fynbos/test-kit/orders/order-body.ts';
import { countOrders, differencesOf, notOnce } from '@fynbos/test-kit/payments/ledger-comparison.ts';
import { payer, payerOf, payingFiles } from '@fynbos/test-kit/payments/payer.ts';
import { readOrderState, settled } from '@fynbos/test-kit/payments/settled-orders.ts';
import { eachOf } from '@fynbos/test-kit/payments/statistics.ts';
import {
  openPayingProcesses,
  type PayingProcesses,
  type ShopProcess,
} from '@fynbos/test-kit/processes/payment-shop-processes.ts';
import { reportMeasurement } from '@fynbos/test-kit/security/attack-result.ts';
import { isLong, repetitions } from '@fynbos/test-kit/stress-mode.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/**
 * Concurrent payment events in two processes of one shop; `npm run test:stress -- payments` runs them in
 * full size.
 */

const returning = repetitions(8, 500);
const twice = repetitions(2, 100);
const batch = Math.min(25, returning);
const initialStock = 100_000;
/** Longer than a provider takes, and than the polling interval. */
const lateMs = 1200;

let world: PayingProcesses;
let shop: ShopProcess;
let beside: ShopProcess;
beforeAll(async () => {
  world = await openPayingProcesses(
    {
      ...payingFiles,
      'products.csv': `${payingFiles['products.csv']}FORTY,Forty,40.00,standard,1000,simple\n`,
    },
    behindProxy,
  );
  [shop, beside] = await Promise.all([world.start(), world.startBeside()]);
  await world.scenario({ hooks: { mode: 'none' } });
});
afterAll(() => world.close());

const stockOf = async () => {
  const row = await world.db
    .selectFrom('stock')
    .innerJoin('product', 'product.id', 'stock.product_id')
    .select('qty')
    .where('sku', '=', 'TEA')
    .executeTakeFirstOrThrow();
  return row.qty;
};
/** The sources that first reported a payment. */
const eventSources = async () => {
  const events = await world.db.selectFrom('payment_event').select('source').distinct().execute();
  return events.map(({ source }) => source).toSorted();
};
/** Waits until the poller has queried some payments: their next query is then in the future. */
const waitForPoller = () =>
  expect
    .poll(
      async () => {
        const ahead = world.db
          .selectFrom('payment_attempt')
          .select('id')
          .where('state', '=', 'awaiting_shopper')
          .where('next_poll_at', '>', new Date(Date.now() + world.ahead()));
        return (await ahead.execute()).length;
      },
      { interval: 10 },
    )
    .toBeGreaterThan(0);
const payers = (count: number, codeOf = (index: number) => providerCodes[index % providerCodes.length]!) =>
  eachOf(Array.from({ length: count }), 8, (_, index) => payer(shop, codeOf(index)));
const hasWebHook = (provider: ProviderCode) => provider !== 'instalments';

test(`${returning} payments with concurrent return, web-hook and poll are each placed once`, async () => {
  const responseStatuses: string[] = [];
  for (let done = 0; done < returning; done += batch) {
    const shoppers = await payers(batch);
    await eachOf(shoppers, 8, ({ provider, id }) => world.act(provider, id, 'pay'));
    // All are queried and completed at the same time, while the poller runs.
    await world.scenario({ faults: [{ on: 'query', kind: 'late', times: 2 * batch, delayMs: lateMs }] });
    await world.advance(30_000);
    // The first query determines the recorded source: the poller takes part in every second batch only.
    if (done % (2 * batch) > 0) await waitForPoller();
    const states = await Promise.all(
      shoppers.flatMap(({ provider, id, reference, browser }) => [
        beside.get(`/api/payments/${provider}/status?ref=${reference}`, browser),
        shop.get(`/api/payments/${provider}/process-order?id=${encodeURIComponent(id)}`, browser),
        ...(hasWebHook(provider)
          ? [
              world
                .sendHook(provider, id, { kind: 'again' })
                .then(({ statuses }) => ({ status: statuses[0] })),
            ]
          : []),
      ]),
    );
    responseStatuses.push(...states.map(({ status }) => String(status)));
  }
  expect(new Set(responseStatuses)).toEqual(new Set(['200']));
  await expect.poll(() => countOrders(world.db)).toEqual({ placed: returning });
  if (isLong) expect(await eventSources()).toEqual(['poll', 'return', 'web-hook']);
  expect(await notOnce(world.db)).toEqual([]);
  expect(await stockOf()).toBe(initialStock - returning);
  expect(await differencesOf(world.db, await world.ledger())).toEqual([]);
  expect(await invariantViolations(world.db)).toEqual([]);
}, 600_000);

describe(`${twice} carts that are paid in two tabs`, () => {
  test('and paid in both tabs at once place one order each and refund the second payment', async () => {
    const before = await countOrders(world.db);
    const firsts = await payers(twice, (index) => (index % 2 === 0 ? 'card' : 'wallet'));
    const seconds = await eachOf(firsts, 8, (first) =>
      payerOf(shop, first.cart, 'local-a', { order_id: first.orderId }),
    );
    await world.scenario({ faults: [{ on: 'query', kind: 'late', times: twice, delayMs: lateMs }] });
    const both = firsts.flatMap((first, index) => [first, seconds[index]!]);
    await Promise.all(both.map(({ provider, id }) => world.act(provider, id, 'pay')));
    await Promise.all(
      both.map(({ provider, reference, browser }, index) =>
        (index % 2 === 0 ? shop : beside).get(`/api/payments/${provider}/status?ref=${reference}`, browser),
      ),
    );
    await settled(world);
    expect((await countOrders(world.db)).placed).toBe((before.placed ?? 0) + twice);
    const refunds = (await world.ledger()).filter(({ kind }) => kind === 'refund');
    // The shop never captures a PayPal payment for an order that is already paid.
    expect(refunds.length).toBeLessThanOrEqual(twice);
    expect(refunds.length).toBeGreaterThanOrEqual(twice / 2);
    const states = await Promise.all(firsts.map(({ orderId }) => readOrderState(world.db, orderId)));
    expect(states.map(({ netCents }) => netCents)).toEqual(firsts.map(() => 12_000));
    expect(await differencesOf(world.db, await world.ledger())).toEqual([]);
  }, 600_000);

  test('and paid in one tab while ordered on delivery in the other have one order and no money without an order', async () => {
    const shoppers = await payers(twice, () => 'local-a');
    const outcomes = await eachOf(
      shoppers,
      4,
      async ({ provider, id, cart, reference, browser, orderId }) => {
        const sent = orderFor({ TEA: 1 });
        await world.scenario({ provider, faults: [{ on: 'query', kind: 'late', times: 2, delayMs: 300 }] });
        // The query starts before the payment and gets its response afterwards.
        const ordering = shop.post('/api/order', sent, cart.headers);
        await pause(20);
        await world.act(provider, id, 'pay');
        const statusQuery = beside.get(`/api/payments/${provider}/status?ref=${reference}`, browser);
        const [{ status }] = await Promise.all([ordering, statusQuery]);
        return { orderId, isOnDelivery: status === 200 };
      },
    );
    await settled(world);
    const wrong: object[] = [];
    for (const { orderId, isOnDelivery } of outcomes) {
      const { state, netCents } = await readOrderState(world.db, orderId);
      const isRight = isOnDelivery
        ? state !== 'placed' && netCents === 0
        : state === 'placed' && netCents === 12_000;
      if (!isRight) wrong.push({ isOnDelivery, state, netCents });
    }
    expect(wrong).toEqual([]);
    const delivered = outcomes.filter(({ isOnDelivery }) => isOnDelivery).length;
    reportMeasurement(
      `${twice} concurrent payments and orders on delivery`,
      `${delivered} on delivery, the others paid; none both`,
      'never both',
    );
    expect(await differencesOf(world.db, await world.ledger())).toEqual([]);
  }, 600_000);
});
