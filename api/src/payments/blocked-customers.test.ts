import { behindProxy, freshAddress } from '@fynbos/test-kit/accounts/customers.ts';
import { newCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { address } from '@fynbos/test-kit/orders/order-body.ts';
import { begin, payingFiles } from '@fynbos/test-kit/payments/payer.ts';
import { openPayingShop } from '@fynbos/test-kit/payments/payment-shop.ts';
import { expect, test } from 'vitest';

test('an order that is to be paid online is refused to a blocked address', async () => {
  const shop = await openPayingShop(payingFiles, behindProxy);
  await shop.admin('customers', 'block', address.email);
  const cart = await newCart(shop, { 'x-forwarded-for': freshAddress() });
  await cart.update({ sku: 'TEA', qty: 1 });
  const { response } = await begin(cart, 'card');
  expect([response.status, response.body.meta.problem]).toEqual([403, 'customer_blocked']);
  await shop.admin('customers', 'unblock', address.email);
  expect((await begin(cart, 'card')).response.status).toBe(200);
  await shop.close();
});
