import { providerCodes } from '@fynbos/core/payments/providers.ts';
import {
  behindProxy,
  freshAddress,
  logInCustomer,
  logInPerson,
  registerPerson,
} from '@fynbos/test-kit/accounts/customers.ts';
import { newCart, type TestCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { invariantViolations } from '@fynbos/test-kit/orders/order-audit.ts';
import { orderOf } from '@fynbos/test-kit/orders/order-body.ts';
import { countKinds } from '@fynbos/test-kit/orders/response-counts.ts';
import { countOrders } from '@fynbos/test-kit/payments/ledger-comparison.ts';
import { payer, payingFiles } from '@fynbos/test-kit/payments/payer.ts';
import { openPayingShop, type PayingShop } from '@fynbos/test-kit/payments/payment-shop.ts';
import { readOrderState } from '@fynbos/test-kit/payments/settled-orders.ts';
import { repetitions } from '@fynbos/test-kit/stress-mode.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** An order with an online payment method is placed only after its payment (spec D6). */

let shop: PayingShop;
beforeAll(async () => {
  const coupons =
    'code,label,kind,percent,most_uses,first_order\nONCE,Once,percent,50,1,\nFIRST,First,percent,50,,yes\n';
  shop = await openPayingShop({ ...payingFiles, 'coupons.csv': coupons }, behindProxy);
});
afterAll(() => shop.close());

const guest = async (...skus: string[]): Promise<TestCart> => {
  const cart = await newCart(shop, { 'x-forwarded-for': freshAddress() });
  for (const sku of skus) expect((await cart.update({ sku, qty: 1 })).status).toBe(200);
  return cart;
};
const stockOf = async (sku: string) => (await shop.get(`/api/stock/check?sku=${sku}`)).body.result.qty;
const problemOf = ({ body }: { body: { meta?: { problem?: string } } }) => body.meta?.problem;

/** The order of a cart with this payment method. */
async function paidBy(cart: TestCart, method: string, isVirtual = false) {
  const { addressInformation, ...sent } = await orderOf(cart);
  const { shippingAddress, ...place } = addressInformation;
  return {
    ...sent,
    addressInformation: {
      ...(isVirtual ? place : { ...place, shippingAddress }),
      payment_method_code: method,
    },
  };
}

/** The field that only clients with payment pages send. */
const withReference = () => ({ checkoutReference: crypto.randomUUID() });

describe('orders with an online payment method are not placed before payment (T20, T1)', () => {
  test('POST /api/order refuses every online payment method of a client that starts payments itself, for guests and customers, goods and gift cards', async ({
    task,
  }) => {
    // A customer has one cart, so the gift card purchase needs its own customer.
    const customers = { TEA: await logInPerson(shop), GIFT: await logInPerson(shop) };
    const before = { orders: await countOrders(shop.db), stock: await stockOf('TEA') };
    const spellings = providerCodes.flatMap((code) => [code, code.toUpperCase(), ` ${code}`]);
    let attempts = 0;
    for (const method of spellings)
      for (const sku of ['TEA', 'GIFT'] as const) {
        const whose: Record<string, string>[] = [{}, { authorization: `Bearer ${customers[sku].token}` }];
        for (const headers of whose) {
          const cart = await newCart(shop, { 'x-forwarded-for': freshAddress(), ...headers });
          await cart.update({ sku, qty: 1 });
          const lines = await cart.pull();
          const sent = { ...(await paidBy(cart, method, sku === 'GIFT')), ...withReference() };
          const response = await cart.post('/api/order', sent);
          expect([method, sku, response.status, problemOf(response)]).toEqual([
            method,
            sku,
            409,
            'payment_method_unknown',
          ]);
          expect(await cart.pull()).toEqual(lines);
          attempts += 1;
        }
      }
    expect({ orders: await countOrders(shop.db), stock: await stockOf('TEA') }).toEqual(before);
    task.meta.attempts = attempts;
  });

  test('POST /api/order does not place an order that waits for its payment', async ({ task }) => {
    for (const provider of providerCodes) {
      const shopper = await payer(shop, provider);
      for (const method of [provider, 'cashondelivery']) {
        const paid = { ...(await paidBy(shopper.cart, method)), ...withReference() };
        const sent = { ...paid, order_id: shopper.orderId };
        expect(problemOf(await shopper.cart.post('/api/order', sent))).toBe('idempotency_conflict');
      }
      expect((await shopper.status()).status).toBe('pending');
    }
    task.meta.attempts = providerCodes.length * 2;
  });

  test('save-pending-order refuses a payment method that is not an online provider', async ({ task }) => {
    const methods = ['cashondelivery', 'free', '', 'CARD', 'constructor', '__proto__', 'card,cashondelivery'];
    for (const method of methods) {
      const cart = await guest('TEA');
      const sent = { ...(await paidBy(cart, method)), checkoutReference: crypto.randomUUID() };
      const response = await cart.post('/api/order/save-pending-order', sent);
      expect([method, response.status]).toEqual([method, 409]);
      expect(problemOf(response)).toBe('payment_method_unknown');
    }
    task.meta.attempts = methods.length;
  });

  test('a single-use code counts for one of many concurrent pending orders, and becomes available after that order expires (T2)', async ({
    task,
  }) => {
    const count = repetitions(10, 100);
    const begun = async (cart: TestCart) =>
      cart.post('/api/order/save-pending-order', {
        ...(await paidBy(cart, 'card')),
        checkoutReference: crypto.randomUUID(),
      });
    const withCode = async () => {
      const cart = await guest('TEA');
      expect((await cart.post('/api/cart/apply-coupon?coupon=ONCE')).status).toBe(200);
      return cart;
    };
    const carts = await Promise.all(Array.from({ length: count + 1 }, withCode));
    const late = carts.pop()!;
    const responses = await Promise.all(carts.map(begun));
    expect(countKinds(responses)).toEqual({ 'order placed': 1, total_changed: count - 1 });
    expect(problemOf(await begun(late))).toBe('total_changed');
    // No shopper was redirected, so the pending order does not wait for a payment.
    await shop.advance(30 * 60_000);
    await expect.poll(async () => problemOf(await begun(late))).toBeUndefined();
    expect(await invariantViolations(shop.db, shop.now())).toEqual([]);
    task.meta.attempts = count;
  });

  test('an order that expired unpaid is no first order', async () => {
    const { email } = await registerPerson(shop);
    const openCart = async () => {
      const { token } = await logInCustomer(shop, email);
      return newCart(shop, { authorization: `Bearer ${token}` });
    };
    const apply = (cart: TestCart) => cart.post('/api/cart/apply-coupon?coupon=FIRST');
    const cart = await openCart();
    await cart.update({ sku: 'TEA', qty: 1 });
    const sent = { ...(await paidBy(cart, 'card')), checkoutReference: crypto.randomUUID() };
    expect((await cart.post('/api/order/save-pending-order', sent)).status).toBe(200);
    expect(problemOf(await apply(cart))).toBe('coupon_first_order');
    await shop.advance(30 * 60_000);
    await expect.poll(async () => (await readOrderState(shop.db, sent.order_id)).state).toBe('expired');
    expect((await apply(await openCart())).status).toBe(200);
  });

  test('an order with cash on delivery is placed, and the order audit finds no violations', async () => {
    const cart = await guest('TEA');
    expect((await cart.post('/api/order', await paidBy(cart, 'cashondelivery'))).status).toBe(200);
    expect(await invariantViolations(shop.db, shop.now())).toEqual([]);
  });
});
