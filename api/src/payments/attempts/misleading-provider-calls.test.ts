import { type ProviderCode, providerCodes } from '@fynbos/core/payments/providers.ts';
import { behindProxy } from '@fynbos/test-kit/accounts/customers.ts';
import { differencesOf } from '@fynbos/test-kit/payments/ledger-comparison.ts';
import { payable } from '@fynbos/test-kit/payments/payable-order.ts';
import { begin, handOver, type Payer, payer, payerOf, payingFiles } from '@fynbos/test-kit/payments/payer.ts';
import { openPayingShop, type PayingShop } from '@fynbos/test-kit/payments/payment-shop.ts';
import { readOrderState, settled } from '@fynbos/test-kit/payments/settled-orders.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { providersOf } from '../provider-setup.ts';

/**
 * Web-hooks and returns that arrive at the wrong time, or refer to another payment (spec payments 4, races 1 to
 * 3, 11, 12 and 18).
 */

let shop: PayingShop;
beforeAll(async () => {
  shop = await openPayingShop(payingFiles, behindProxy);
  await shop.scenario({ hooks: { mode: 'none' } });
});
afterAll(() => shop.close());

const webHookCodes = providerCodes.filter((code) => code !== 'instalments');
const stateOf = async ({ orderId }: Payer) => (await readOrderState(shop.db, orderId)).state;
/** The ledgers of shop and providers agree, except for payments of another shop. */
async function agree(): Promise<void> {
  const ledger = (await shop.ledger()).filter(({ reference }) => !reference.startsWith(otherShop));
  expect(await differencesOf(shop.db, ledger)).toEqual([]);
}
const otherShop = 'OTHERSHOP';

describe.each(webHookCodes)('a web-hook of %s', (provider) => {
  test('that arrives during a query with the result unpaid is not lost', async () => {
    const shopper = await payer(shop, provider);
    await shop.scenario({ provider, faults: [{ on: 'query', kind: 'late', times: 1, delayMs: 400 }] });
    const requestCount = (await shop.requests()).length;
    const early = shopper.status();
    await expect.poll(async () => (await shop.requests()).length).toBeGreaterThan(requestCount);
    await shop.act(provider, shopper.id, 'pay');
    expect((await shop.sendHook(provider, shopper.id, { kind: 'again' })).statuses).toEqual([200]);
    expect((await early).status).toBe('pending');
    expect(await stateOf(shopper)).toBe('placed');
  });

  test('that arrives while its provider does not respond is refused, and counts when it is sent again', async () => {
    const shopper = await payer(shop, provider);
    await shop.act(provider, shopper.id, 'pay');
    await shop.scenario({ provider, faults: [{ on: 'query', kind: '502', times: 1 }] });
    const sendHook = () => shop.sendHook(provider, shopper.id, { kind: 'again' });
    expect((await sendHook()).statuses).toEqual([503]);
    expect((await sendHook()).statuses).toEqual([200]);
    expect(await stateOf(shopper)).toBe('placed');
  });

  test('about an attempt without a redirect counts as payment, once', async () => {
    const first = await payer(shop, 'instalments');
    await shop.scenario({ provider, faults: [{ on: 'create', kind: 'after', times: 1 }] });
    const { sent } = await begin(first.cart, provider, { order_id: first.orderId });
    expect((await handOver(first.cart, provider, sent)).body.meta.problem).toBe('payment_unavailable');
    const handed = await handOver(first.cart, provider, sent);
    expect(handed.status).toBe(200);
    const { short_reference } = await shop.db
      .selectFrom('payment_attempt')
      .select('short_reference')
      .where('reference', '=', sent.checkoutReference)
      .executeTakeFirstOrThrow();
    const dead = { reference: `${short_reference}01` };
    await shop.act(provider, dead, 'cancel');
    await shop.sendHook(provider, dead, { kind: 'again' });
    const stillOpen = await shop.get(
      `/api/payments/${provider}/status?ref=${sent.checkoutReference}`,
      first.cart.headers,
    );
    expect(stillOpen.body.result).toMatchObject({ status: 'pending', canPay: true });
    await shop.act(provider, dead, 'pay');
    await shop.sendHook(provider, dead, { kind: 'again', times: 3 });
    expect(await readOrderState(shop.db, first.orderId)).toMatchObject({ state: 'placed', netCents: 12_000 });
    await agree();
  });

  test('about a payment of another shop gets 200 and changes nothing', async () => {
    const config = readConfig({ ...shop.settings, LOG_LEVEL: 'silent' });
    const webHookUrl = `${shop.origin}/api/payments/${provider}/web-hook`;
    const made = await providersOf(config)
      .get(provider)!
      .create(
        payable({
          reference: `${otherShop}000${webHookCodes.indexOf(provider)}1`,
          webHookUrl,
          ...foreign(provider),
        }),
      );
    await shop.act(provider, made.id, 'pay');
    const count = () => shop.db.selectFrom('payment_event').select('id').execute();
    const before = (await count()).length;
    expect((await shop.sendHook(provider, made.id, { kind: 'again', times: 2 })).statuses).toEqual([
      200, 200,
    ]);
    expect((await count()).length).toBe(before);
  });
});

/** PayPal charges in its own currency. */
const foreign = (provider: ProviderCode) =>
  provider === 'wallet' ? { charge: { cents: 100, currency: 'USD' } } : {};

test('repeated web-hooks of a declined card payment do not affect a later card payment', async () => {
  const first = await payer(shop, 'card');
  await shop.act('card', first.id, 'decline');
  expect((await first.status()).status).toBe('declined');
  const second = await payerOf(shop, first.cart, 'card', { order_id: first.orderId });
  await shop.sendHook('card', first.id, { kind: 'again' });
  expect(await second.status()).toMatchObject({ status: 'pending', canPay: true });
  await shop.act('card', second.id, 'pay');
  await shop.sendHook('card', second.id, { kind: 'again' });
  await shop.sendHook('card', first.id, { kind: 'two_finals' });
  expect(await second.status()).toMatchObject({ status: 'paid', isOrdered: true });
  expect(await readOrderState(shop.db, first.orderId)).toMatchObject({ state: 'placed', netCents: 12_000 });
});

describe('a genuine small payment presented for a large order (CVE-2026-9189)', () => {
  test.for(providerCodes)('by %s does not settle the large order (T17)', async (provider, { task }) => {
    const small = await payer(shop, provider);
    const large = await payer(shop, provider, 'TEA', 'GIFT');
    await shop.act(provider, small.id, 'pay');
    const [smallId, largeId] = [small.id, large.id].map(encodeURIComponent);
    const path = `/api/payments/${provider}`;
    const attackPaths = [
      `${path}/process-order?id=${smallId}`,
      `${path}/process-order?id=${smallId}&ref=${large.reference}`,
      `${path}/process-order?id=${largeId}&resourcePath=${encodeURIComponent(`/v1/checkouts/${smallId}/payment`)}`,
      `${path}/process-order?ref=${large.reference}&resourcePath=//evil.example/v1/checkouts/${smallId}/payment`,
      `${path}/status?ref=${large.reference}&id=${smallId}`,
      `${path}/status?ref=${small.reference}`,
    ];
    for (const attackPath of attackPaths) {
      const { status, body } = await shop.get(attackPath, { cookie: large.cookie });
      if (status === 200)
        expect(body.result).toMatchObject({ status: 'pending', checkoutReference: large.reference });
      else expect(body.meta.problem).toBe('payment_not_found');
    }
    expect(await readOrderState(shop.db, large.orderId)).toMatchObject({
      state: 'pending_payment',
      netCents: 0,
    });
    expect((await shop.requests()).some(({ url }) => url.includes('evil'))).toBe(false);
    expect((await small.status()).status).toBe('paid');
    task.meta.attempts = attackPaths.length;
  });
});

test('a cart ordered and paid in two tabs is placed once, and the later payment is refunded', async () => {
  const first = await payer(shop, 'card');
  const second = await payerOf(shop, first.cart, 'local-a');
  expect(second.orderId).not.toBe(first.orderId);
  await shop.act('card', first.id, 'pay');
  expect(await first.status()).toMatchObject({ status: 'paid', isOrdered: true });
  await shop.act('local-a', second.id, 'pay');
  await second.status();
  await settled(shop);
  expect(await readOrderState(shop.db, first.orderId)).toMatchObject({ state: 'placed', netCents: 12_000 });
  const { state, netCents } = await readOrderState(shop.db, second.orderId);
  expect([state === 'placed', netCents]).toEqual([false, 0]);
  await agree();
});
