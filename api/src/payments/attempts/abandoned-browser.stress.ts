import { type ProviderCode, providerCodes } from '@fynbos/core/payments/providers.ts';
import { behindProxy, freshAddress } from '@fynbos/test-kit/accounts/customers.ts';
import { newCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { invariantViolations } from '@fynbos/test-kit/orders/order-audit.ts';
import { countOrders, differencesOf, notOnce } from '@fynbos/test-kit/payments/ledger-comparison.ts';
import { begin, handOver, payer, payingFiles } from '@fynbos/test-kit/payments/payer.ts';
import { readOrderState } from '@fynbos/test-kit/payments/settled-orders.ts';
import { eachOf } from '@fynbos/test-kit/payments/statistics.ts';
import {
  openPayingProcesses,
  type PayingProcesses,
  type ShopProcess,
} from '@fynbos/test-kit/processes/payment-shop-processes.ts';
import { reportMeasurement } from '@fynbos/test-kit/security/attack-result.ts';
import { repetitions } from '@fynbos/test-kit/stress-mode.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/**
 * Polling finds payments whose shopper closed the browser or whose response was lost; `npm run test:stress --
 * payments` in full size.
 */

const closed = repetitions(4, 200);
const unanswered = repetitions(4, 100);
const minute = 60_000;

let world: PayingProcesses;
let shop: ShopProcess;
beforeAll(async () => {
  world = await openPayingProcesses(payingFiles, behindProxy);
  shop = await world.start();
  await world.scenario({ hooks: { mode: 'none' } });
});
afterAll(() => world.close());

const codeAt = (index: number) => providerCodes[index % providerCodes.length]!;
const placed = async () => (await countOrders(world.db)).placed ?? 0;
const range = (count: number) => Array.from({ length: count }, (_, index) => index);

async function allIsRight(): Promise<void> {
  expect(await notOnce(world.db)).toEqual([]);
  expect(await differencesOf(world.db, await world.ledger())).toEqual([]);
  expect(await invariantViolations(world.db)).toEqual([]);
}

test(`${closed} shoppers pay and close the tab, without a web-hook: each order is placed once`, async () => {
  const payers = await eachOf(range(closed), 8, (index) => payer(shop, codeAt(index)));
  await eachOf(payers, 8, ({ provider, id }) => world.act(provider, id, 'pay_no_return'));
  const begun = performance.now();
  await world.advance(minute);
  await expect.poll(placed, { interval: 100 }).toBe(closed);
  const took = Math.round(performance.now() - begun);
  reportMeasurement(
    `${closed} paid, closed the tab, and no web-hook came`,
    `all placed ${took} ms after a minute`,
    'all, 60 s',
  );
  await allIsRight();
}, 600_000);

describe('payments that were charged without a response', () => {
  test(`${unanswered} payments whose creation or capture got no response are charged once and placed`, async () => {
    const before = await placed();
    const codes: readonly ProviderCode[] = ['wallet', ...providerCodes];
    const injectFailure = (provider: ProviderCode, on: string) =>
      world.scenario({ provider, faults: [{ on, kind: 'after', times: 1 }] });
    // One after the other: five consecutive failures would pause a provider for a minute.
    for (const index of range(unanswered)) {
      const provider = codes[index % codes.length]!;
      const cart = await newCart(shop, { 'x-forwarded-for': freshAddress() });
      await cart.update({ sku: 'TEA', qty: 1 });
      const { sent } = await begin(cart, provider);
      const isTaking = provider === 'wallet' && index % codes.length === 0;
      if (!isTaking) {
        await injectFailure(provider, 'create');
        expect((await handOver(cart, provider, sent)).body.meta.problem).toBe('payment_unavailable');
      }
      const handed = await handOver(cart, provider, sent);
      expect(handed.status).toBe(200);
      await world.act(provider, handed.body.result.id, 'pay');
      if (isTaking) await injectFailure(provider, 'capture');
      const path = `/api/payments/${provider}/status?ref=${sent.checkoutReference}`;
      const { body } = await shop.get(path, cart.headers);
      expect(body.result.status).toBe(isTaking ? 'pending' : 'paid');
    }
    await world.advance(minute);
    await expect.poll(placed).toBe(before + unanswered);
    await allIsRight();
  }, 600_000);

  test('an attempt whose creation got no response expires with its order, and nothing is charged', async () => {
    const before = await countOrders(world.db);
    const orderIds = await eachOf(providerCodes, 5, async (provider) => {
      const cart = await newCart(shop, { 'x-forwarded-for': freshAddress() });
      await cart.update({ sku: 'TEA', qty: 1 });
      const { sent } = await begin(cart, provider);
      await world.scenario({ provider, faults: [{ on: 'create', kind: 'after', times: 1 }] });
      expect((await handOver(cart, provider, sent)).body.meta.problem).toBe('payment_unavailable');
      return sent.order_id;
    });
    await world.advance(4 * 60 * minute);
    await expect
      .poll(() => countOrders(world.db))
      .toEqual({ ...before, expired: (before.expired ?? 0) + orderIds.length });
    await allIsRight();
  });
});

test('many orders with an open payment case do not prevent others from expiring', async () => {
  // As many as one round processes.
  const stuck = await eachOf(range(50), 8, () => payer(shop, 'local-a'));
  await eachOf(stuck, 8, async ({ provider, id, status }) => {
    await world.act(provider, id, 'underpay');
    await expect.poll(async () => (await status()).status).toBe('review');
  });
  const lastPayer = await payer(shop, 'card', 'LAST');
  await world.advance(24 * 60 * minute);
  const stateOf = async () => (await readOrderState(world.db, lastPayer.orderId)).state;
  await expect.poll(stateOf).toBe('expired');
  expect((await readOrderState(world.db, stuck[0]!.orderId)).state).toBe('pending_payment');
});

// Last, because the two orders still wait for their payment at its end.
test('a payment is queried within the provider’s rate limit, however often its shopper requests the status', async () => {
  const queriesFor = async (hasCreateResponse: boolean) => {
    const cart = await newCart(shop, { 'x-forwarded-for': freshAddress() });
    await cart.update({ sku: 'TEA', qty: 1 });
    const { sent } = await begin(cart, 'card');
    if (!hasCreateResponse)
      await world.scenario({ provider: 'card', faults: [{ on: 'create', kind: 'after', times: 1 }] });
    const before = (await world.requests()).length;
    const { status, body } = await handOver(cart, 'card', sent);
    expect(status).toBe(hasCreateResponse ? 200 : 503);
    for (let times = 0; times < 12; times++)
      await shop.get(`/api/payments/card/status?ref=${sent.checkoutReference}`, cart.headers);
    const requests = (await world.requests()).slice(before);
    const made = requests.find(({ method, url }) => method === 'POST' && url.includes('/v1/checkouts'))!;
    const called = hasCreateResponse
      ? body.result.id
      : new URLSearchParams(made.body).get('merchantTransactionId');
    // Polling queries other payments meanwhile.
    return requests
      .filter(({ method, url }) => method === 'GET' && url.includes(called))
      .map(({ url }) => url);
  };
  const urlsWith = (count: number, part: string) =>
    Array.from({ length: count }, () => expect.stringContaining(part));
  expect(await queriesFor(true)).toEqual(urlsWith(9, '/v1/checkouts/'));
  expect(await queriesFor(false)).toEqual(urlsWith(2, '/v1/query?'));
});
