import { providerCodes } from '@fynbos/core/payments/providers.ts';
import { behindProxy } from '@fynbos/test-kit/accounts/customers.ts';
import { begin, handOver, payer, payerOf, payingFiles } from '@fynbos/test-kit/payments/payer.ts';
import { openPayingShop, type PayingShop } from '@fynbos/test-kit/payments/payment-shop.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let shop: PayingShop;
beforeAll(async () => {
  shop = await openPayingShop(payingFiles, behindProxy);
});
afterAll(() => shop.close());

const sessionMs = 30 * 60_000;
/** Opens the provider's page, as the shopper's browser does. */
const openPage = async (url: string) => expect((await fetch(url)).status).toBe(200);

test('a bank page that was opened can be opened again until its time is over (Ozow)', async () => {
  const first = await payer(shop, 'local-a');
  await openPage(first.handed.url);
  const openUntil = first.handed.expiresAt;
  const awaited = { checkoutReference: first.reference, paymentCode: 'local-a', openUntil };
  expect(await first.status()).toMatchObject({ status: 'pending', canPay: true, awaited });
  const checkout = { checkoutReference: first.reference, grand_total: 120 };
  const again = await handOver(first.cart, 'local-a', checkout);
  expect(again.body.result).toEqual(first.handed);
  await shop.advance(sessionMs);
  expect((await first.status()).awaited?.openUntil).toBeUndefined();
});

test('while a bank page is open, another method of its order is answered with done, and its status names the page', async () => {
  const first = await payer(shop, 'local-a');
  await openPage(first.handed.url);
  const second = await payerOf(shop, first.cart, 'card', { order_id: first.orderId });
  expect(second.handed.kind).toBe('done');
  const { body } = await first.cart.get(`/api/payments/card/status?ref=${second.reference}`);
  const { reference: checkoutReference, handed } = first;
  const awaited = { checkoutReference, paymentCode: 'local-a', openUntil: handed.expiresAt };
  expect(body.result).toMatchObject({ status: 'pending', canPay: true, awaited });
  // "Start again" makes another order of the same cart.
  const restarted = await payerOf(shop, first.cart, 'card');
  expect(restarted.handed.kind).toBe('widget');
});

test('a payment that its bank investigates cannot be continued, and no other one starts', async () => {
  const first = await payer(shop, 'local-a');
  await shop.act('local-a', first.id, 'review');
  const awaited = { checkoutReference: first.reference, paymentCode: 'local-a' };
  expect((await first.status()).awaited).toEqual(awaited);
  const { response, sent } = await begin(first.cart, 'card', { order_id: first.orderId });
  expect(response.status).toBe(200);
  expect((await handOver(first.cart, 'card', sent)).body.result.kind).toBe('done');
  const { body } = await first.cart.get(`/api/payments/card/status?ref=${sent.checkoutReference}`);
  expect(body.result.awaited).toEqual(awaited);
});

test.each(providerCodes)('the page of %s can be opened again after it was left', async (provider) => {
  const shopper = await payer(shop, provider);
  const { reference: checkoutReference, handed } = shopper;
  const openUntil = handed.expiresAt;
  expect((await shopper.status()).awaited).toEqual({ checkoutReference, paymentCode: provider, openUntil });
  await shop.act(provider, shopper.id, 'pay');
  expect((await shopper.status()).awaited).toBeUndefined();
});
