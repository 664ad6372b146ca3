import { behindProxy, freshAddress } from '@fynbos/test-kit/accounts/customers.ts';
import { newCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { invariantViolations } from '@fynbos/test-kit/orders/order-audit.ts';
import { order, orderFor } from '@fynbos/test-kit/orders/order-body.ts';
import { countOrders } from '@fynbos/test-kit/payments/ledger-comparison.ts';
import { payer, payingFiles } from '@fynbos/test-kit/payments/payer.ts';
import { openPayingShop, type PayingShop } from '@fynbos/test-kit/payments/payment-shop.ts';
import { outcomeOf } from '@fynbos/test-kit/payments/settled-orders.ts';
import { eachOf } from '@fynbos/test-kit/payments/statistics.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditSandbox } from '../audit/sandbox-audit-service.ts';

/**
 * Payments that arrive after their order was abandoned (spec reliability 6.15): they revive the order, are
 * refunded, or open a payment case.
 */

/** Providers that capture without the shop; PayPal captures on request only, and never for an ended order. */
const providers = ['card', 'instalments', 'local-a', 'local-b'] as const;
/**
 * For each provider every second order wants a product that is sold meanwhile; of either kind every second
 * one is cancelled.
 */
const late = Array.from({ length: 100 }, (_, index) => ({
  provider: providers[index % 4]!,
  sku: (index >> 2) % 2 === 0 ? `LATE${index}` : 'TEA',
  isCancelled: (index + (index >> 3)) % 2 === 0,
}));
const soldMeanwhile = late.map(({ sku }) => sku).filter((sku) => sku !== 'TEA');

let shop: PayingShop;
beforeAll(async () => {
  const rows = soldMeanwhile.map((sku) => `${sku},${sku},60.00,zero,1,simple\n`);
  const products = payingFiles['products.csv'] + rows.join('');
  shop = await openPayingShop({ ...payingFiles, 'products.csv': products }, behindProxy);
});
afterAll(() => shop.close());

test(`${late.length} payments that arrive after cancellation or expiry are all placed, refunded or opened as a case`, async () => {
  const payers = await eachOf(late, 8, async (entry) => ({
    ...entry,
    ...(await payer(shop, entry.provider, entry.sku)),
  }));
  await eachOf(payers, 8, async ({ provider, id, isCancelled }) => {
    if (isCancelled) await shop.act(provider, id, 'cancel');
  });
  await asTimeGoesBy(() => countOrders(shop.db), 6).toEqual({ expired: late.length });
  await eachOf(soldMeanwhile, 8, async (sku) => {
    const cart = await newCart(shop, { 'x-forwarded-for': freshAddress() });
    await cart.update({ sku, qty: 1 });
    expect((await order(cart, orderFor({ [sku]: 1 }))).status).toBe(200);
  });

  await eachOf(payers, 8, ({ provider, id }) => shop.act(provider, id, 'pay'));
  const came = (await shop.ledger()).filter(({ kind }) => kind === 'payment');
  expect(came.map(({ cents }) => cents)).toEqual(late.map(() => 12_000));
  // iKhokha has no automatic refund, and another provider's payment is found by the daily reconciliation.
  const right = late.map(({ sku, provider }) => {
    if (sku === 'TEA') return 'placed';
    return provider === 'local-b' ? 'looked at' : 'given back';
  });
  await asTimeGoesBy(() => eachOf(payers, 8, ({ orderId }) => outcomeOf(shop.db, orderId)), 6 * 60).toEqual(
    right,
  );
  expect(await invariantViolations(shop.db, shop.now())).toEqual([]);
  expect((await auditSandbox(shop.db, shop.sandboxUrl, providers, shop.now())).violations).toEqual([]);
}, 300_000);

const asTimeGoesBy = <Value>(read: () => Promise<Value>, minutes: number) =>
  expect.poll(
    async () => {
      await shop.advance(minutes * 60_000);
      return read();
    },
    { timeout: 90_000, interval: 200 },
  );
