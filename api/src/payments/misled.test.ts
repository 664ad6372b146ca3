import { type ProviderCode, providerCodes } from '@fynbos/core/payments/providers.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { behindProxy } from '../accounts/testing/people.ts';
import { readConfig } from '../config.ts';
import { openPayingShop, type PayingShop } from '../testing/paying-shop.ts';
import { providersOf } from './open-providers.ts';
import { differencesOf } from './testing/books.ts';
import { payable } from './testing/payable.ts';
import { begin, handOver, type Payer, payer, payerOf, payingFiles } from './testing/paying.ts';
import { settled, standing } from './testing/settled.ts';

/** Calls and returns that come at the wrong time, or mean another payment (payments 4, races 1 to 3, 11, 12 and 18). */

let shop: PayingShop;
beforeAll(async () => {
  shop = await openPayingShop(payingFiles, behindProxy);
  await shop.scenario({ hooks: { mode: 'none' } });
});
afterAll(() => shop.close());

const told = providerCodes.filter((code) => code !== 'instalments');
const stateOf = async ({ orderId }: Payer) => (await standing(shop.db, orderId)).state;
/** The books of the shop and of the providers say the same, but for what is another shop's. */
async function agree(): Promise<void> {
  const ledger = (await shop.ledger()).filter(({ reference }) => !reference.startsWith(otherShop));
  expect(await differencesOf(shop.db, ledger)).toEqual([]);
}
const otherShop = 'OTHERSHOP';

describe.each(told)('a web-hook of %s', (provider) => {
  test('that comes while the shop hears that nothing is paid yet is not lost', async () => {
    const shopper = await payer(shop, provider);
    await shop.scenario({ provider, faults: [{ on: 'query', kind: 'late', times: 1, delayMs: 400 }] });
    const asked = (await shop.requests()).length;
    const early = shopper.status();
    await expect.poll(async () => (await shop.requests()).length).toBeGreaterThan(asked);
    await shop.act(provider, shopper.id, 'pay');
    expect((await shop.sendHook(provider, shopper.id, { kind: 'again' })).statuses).toEqual([200]);
    expect((await early).status).toBe('pending');
    expect(await stateOf(shopper)).toBe('placed');
  });

  test('about a try nobody was sent to is money all the same, and once', async () => {
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
    expect(await standing(shop.db, first.orderId)).toMatchObject({ state: 'placed', kept: 12_000 });
    await agree();
  });

  test('about a payment that is none of ours is answered, and changes nothing', async () => {
    const config = readConfig({ ...shop.settings, LOG_LEVEL: 'silent' });
    const webHookUrl = `${shop.origin}/api/payments/${provider}/web-hook`;
    const made = await providersOf(config)
      .get(provider)!
      .create(
        payable({ reference: `${otherShop}000${told.indexOf(provider)}1`, webHookUrl, ...foreign(provider) }),
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

/** A wallet charges in a currency of its own. */
const foreign = (provider: ProviderCode) =>
  provider === 'wallet' ? { charge: { cents: 100, currency: 'USD' } } : {};

test('a card that was declined, told of again and again, does not touch the card that paid afterwards', async () => {
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
  expect(await standing(shop.db, first.orderId)).toMatchObject({ state: 'placed', kept: 12_000 });
});

describe('a genuine small payment shown for a large order (CVE-2026-9189)', () => {
  test.for(providerCodes)('by %s settles nothing of it (T17)', async (provider, { task }) => {
    const small = await payer(shop, provider);
    const large = await payer(shop, provider, 'TEA', 'GIFT');
    await shop.act(provider, small.id, 'pay');
    const [smallId, largeId] = [small.id, large.id].map(encodeURIComponent);
    const path = `/api/payments/${provider}`;
    const wishes = [
      `${path}/process-order?id=${smallId}`,
      `${path}/process-order?id=${smallId}&ref=${large.reference}`,
      `${path}/process-order?id=${largeId}&resourcePath=${encodeURIComponent(`/v1/checkouts/${smallId}/payment`)}`,
      `${path}/process-order?ref=${large.reference}&resourcePath=//evil.example/v1/checkouts/${smallId}/payment`,
      `${path}/status?ref=${large.reference}&id=${smallId}`,
      `${path}/status?ref=${small.reference}`,
    ];
    for (const wish of wishes) {
      const { status, body } = await shop.get(wish, { cookie: large.cookie });
      if (status === 200)
        expect(body.result).toMatchObject({ status: 'pending', checkoutReference: large.reference });
      else expect(body.meta.problem).toBe('payment_not_found');
    }
    expect(await standing(shop.db, large.orderId)).toMatchObject({ state: 'pending_payment', kept: 0 });
    expect((await shop.requests()).some(({ url }) => url.includes('evil'))).toBe(false);
    expect((await small.status()).status).toBe('paid');
    task.meta.tried = wishes.length;
  });
});

test('a cart ordered anew in another tab, and paid in both, is bought once: the later money goes back', async () => {
  const first = await payer(shop, 'card');
  const second = await payerOf(shop, first.cart, 'local-a');
  expect(second.orderId).not.toBe(first.orderId);
  await shop.act('card', first.id, 'pay');
  expect(await first.status()).toMatchObject({ status: 'paid', isOrdered: true });
  await shop.act('local-a', second.id, 'pay');
  await second.status();
  await settled(shop);
  expect(await standing(shop.db, first.orderId)).toMatchObject({ state: 'placed', kept: 12_000 });
  const { state, kept } = await standing(shop.db, second.orderId);
  expect([state === 'placed', kept]).toEqual([false, 0]);
  await agree();
});
