import type { ProviderCode } from '@fynbos/core/payments/providers.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { behindProxy, freshAddress, logInPerson } from '../accounts/testing/people.ts';
import { newCart, type TestCart } from '../cart/testing/guest.ts';
import { countOrders } from '../payments/testing/books.ts';
import { payer, payingFiles } from '../payments/testing/paying.ts';
import { isLong } from '../testing/long.ts';
import { openPayingShop, type PayingShop } from '../testing/paying-shop.ts';
import { faultsIn } from './testing/books.ts';
import { countKinds } from './testing/kinds.ts';
import { orderOf } from './testing/order.ts';

/** What is paid online is placed by its money alone (decision 6): nobody skips the step of paying. */

let shop: PayingShop;
beforeAll(async () => {
  shop = await openPayingShop(payingFiles, behindProxy);
});
afterAll(() => shop.close());

const online: readonly ProviderCode[] = ['card', 'instalments', 'local-a', 'local-b', 'wallet'];
const guest = async (...skus: string[]): Promise<TestCart> => {
  const cart = await newCart(shop, { 'x-forwarded-for': freshAddress() });
  for (const sku of skus) expect((await cart.update({ sku, qty: 1 })).status).toBe(200);
  return cart;
};
const stockOf = async (sku: string) => (await shop.get(`/api/stock/check?sku=${sku}`)).body.result.qty;
const problemOf = ({ body }: { body: { meta?: { problem?: string } } }) => body.meta?.problem;

/** The order of a cart, to be paid in this way. */
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

describe('nothing that is paid online is placed before its money is there (T20, T1)', () => {
  test('placed without going to a provider, whatever the way to pay, the goods and whoever asks', async ({
    task,
  }) => {
    // A customer has one cart: what a gift card is bought with holds nothing else.
    const customers = { TEA: await logInPerson(shop), GIFT: await logInPerson(shop) };
    const before = { orders: await countOrders(shop.db), stock: await stockOf('TEA') };
    const spellings = online.flatMap((code) => [code, code.toUpperCase(), ` ${code}`]);
    let tried = 0;
    for (const method of spellings)
      for (const sku of ['TEA', 'GIFT'] as const) {
        const whose: Record<string, string>[] = [{}, { authorization: `Bearer ${customers[sku].token}` }];
        for (const headers of whose) {
          const cart = await newCart(shop, { 'x-forwarded-for': freshAddress(), ...headers });
          await cart.update({ sku, qty: 1 });
          const lines = await cart.pull();
          const answered = await cart.post('/api/order', await paidBy(cart, method, sku === 'GIFT'));
          expect([method, sku, answered.status, problemOf(answered)]).toEqual([
            method,
            sku,
            409,
            'payment_method_unknown',
          ]);
          expect(await cart.pull()).toEqual(lines);
          tried += 1;
        }
      }
    expect({ orders: await countOrders(shop.db), stock: await stockOf('TEA') }).toEqual(before);
    task.meta.tried = tried;
  });

  test('placed under the id of an order that waits for its money', async ({ task }) => {
    for (const provider of online) {
      const shopper = await payer(shop, provider);
      for (const method of [provider, 'cashondelivery']) {
        const sent = { ...(await paidBy(shopper.cart, method)), order_id: shopper.orderId };
        expect(problemOf(await shopper.cart.post('/api/order', sent))).toBe('idempotency_conflict');
      }
      expect((await shopper.status()).status).toBe('pending');
    }
    task.meta.tried = online.length * 2;
  });

  test('begun as a payment that nobody takes online', async ({ task }) => {
    const ways = ['cashondelivery', 'free', '', 'CARD', 'constructor', '__proto__', 'card,cashondelivery'];
    for (const method of ways) {
      const cart = await guest('TEA');
      const sent = { ...(await paidBy(cart, method)), checkoutReference: crypto.randomUUID() };
      const answered = await cart.post('/api/order/save-pending-order', sent);
      expect([method, answered.status]).toEqual([method, 409]);
      expect(problemOf(answered)).toBe('payment_method_unknown');
    }
    task.meta.tried = ways.length;
  });

  test('a code that may be used once is, in many orders on their way to be paid, and comes back with the one that was not (T2)', async ({
    task,
  }) => {
    const count = isLong ? 100 : 40;
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
    const answers = await Promise.all(carts.map(begun));
    expect(countKinds(answers)).toEqual({ 'order placed': 1, total_changed: count - 1 });
    expect(problemOf(await begun(late))).toBe('total_changed');
    // Nobody was handed over, so nothing waits for the money.
    await shop.advance(30 * 60_000);
    await expect.poll(async () => problemOf(await begun(late))).toBeUndefined();
    expect(await faultsIn(shop.db, shop.now())).toEqual([]);
    task.meta.tried = count;
  });

  test('what is paid at the door is placed as ever, and the books are right', async () => {
    const cart = await guest('TEA');
    expect((await cart.post('/api/order', await paidBy(cart, 'cashondelivery'))).status).toBe(200);
    expect(await faultsIn(shop.db, shop.now())).toEqual([]);
  });
});
