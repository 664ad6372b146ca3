import { randomUUID } from 'node:crypto';
import { behindProxy } from '@fynbos/test-kit/accounts/customers.ts';
import { setBucketTokens } from '@fynbos/test-kit/network/rate-limit-buckets.ts';
import { payer, payingFiles } from '@fynbos/test-kit/payments/payer.ts';
import { openPayingShop, type PayingShop } from '@fynbos/test-kit/payments/payment-shop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bucketKey } from '../../platform/rate-limit/rate-limits.ts';

/** Web-hooks that would cause requests to a provider (T33). */

let shop: PayingShop;
beforeAll(async () => {
  shop = await openPayingShop(payingFiles, behindProxy);
});
afterAll(() => shop.close());

const minute = 60_000;

/** A web-hook of PayPal with an invented signature. */
function forge(from: string, resource: object, type = 'PAYMENT.CAPTURE.COMPLETED') {
  const headers = {
    ...{
      'x-forwarded-for': from,
      'paypal-auth-algo': 'SHA256withRSA',
      'paypal-cert-url': 'https://paypal.test',
    },
    ...{ 'paypal-transmission-id': randomUUID(), 'paypal-transmission-sig': 'bm8gc2lnbmF0dXJl' },
    'paypal-transmission-time': shop.now().toISOString(),
  };
  const event = { id: `WH-${randomUUID()}`, event_type: type, resource };
  return shop.post('/api/payments/wallet/web-hook', event, headers);
}

const verifications = async () =>
  (await shop.requests()).filter(({ url }) => url.includes('verify-webhook-signature')).length;

describe('web-hooks that cause requests (T33)', () => {
  test.each([
    ['a payment', 'PAYMENT.CAPTURE.COMPLETED', { custom_id: 'NOBODYSORDER01' }],
    [
      'a dispute',
      'CUSTOMER.DISPUTE.CREATED',
      { dispute_id: 'PP-R-ABC-1', disputed_transactions: [{ seller_transaction_id: '3C679366HH908993F' }] },
    ],
  ])(
    'a web-hook about %s of nobody is acknowledged, and the provider is not asked (T33)',
    async (_, type, resource) => {
      const before = (await shop.requests()).length;
      const { status } = await forge('203.0.113.20', resource, type);
      expect([status, (await shop.requests()).length]).toEqual([200, before]);
    },
  );

  test('forged web-hooks about a known payment cause a limited number of requests by client IP (T33)', async () => {
    const shopper = await payer(shop, 'wallet');
    const resource = { supplementary_data: { related_ids: { order_id: shopper.id } } };
    const attacker = '203.0.113.21';
    await setBucketTokens(shop.db, bucketKey('refused-web-hook', attacker), 2, shop.now());
    const before = await verifications();
    const statuses: number[] = [];
    for (let index = 0; index < 5; index++) statuses.push((await forge(attacker, resource)).status);
    // A token returns every six seconds.
    expect(statuses.slice(0, 2)).toEqual([401, 401]);
    expect(statuses).toContain(429);
    const accepted = statuses.filter((status) => status !== 429);
    expect(await verifications()).toBe(before + accepted.length);
    // PayPal sends from other addresses.
    await shop.act('wallet', shopper.id, 'pay_no_return');
    await expect.poll(async () => (await shopper.status()).isOrdered).toBe(true);
  });

  test('refused web-hooks are one line of the log in a minute, with their number (T33)', async () => {
    const lines = () =>
      shop.log.map((line) => JSON.parse(line)).filter(({ msg }) => /rejected.* web-?hooks?/.test(msg));
    const counted = () => lines().reduce((sum, { count }) => sum + (count ?? 1), 0);
    await shop.advance(2 * minute);
    const [before, linesBefore] = [counted(), lines().length];
    for (let index = 0; index < 30; index++)
      expect((await shop.post('/api/payments/card/web-hook', { encryptedBody: 'ab' })).status).toBe(401);
    await shop.advance(2 * minute);
    await expect.poll(() => counted() - before).toBeGreaterThanOrEqual(30);
    // The shop's clock may pass a minute while they arrive.
    expect(lines().length - linesBefore).toBeLessThanOrEqual(3);
  });
});
