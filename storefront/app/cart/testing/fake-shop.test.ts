import { type CartOutcome, contracted, playContract } from '@fynbos/test-kit/cart/cart-contract.ts';
import { expect, test } from 'vitest';
import { ApiProblem } from '../../platform/api/api-problem.ts';
import { ShopOfTest } from './fake-shop.ts';

test('ShopOfTest gives the cart outcomes of the shared contract', async () => {
  const shop = new ShopOfTest();
  const whose = (isCustomer: boolean) => (isCustomer ? 1 : undefined);
  const outcome = await playContract({
    async open(isCustomer, token) {
      const call = { name: 'createCart', token, key: undefined, query: {}, body: {} };
      return shop.handle({ ...call, customer: whose(isCustomer) }).result;
    },
    async call({ name, token, isCustomer, key, item, coupon }): Promise<CartOutcome> {
      const body = item ? { cartItem: { ...item, quoteId: token } } : {};
      try {
        shop.handle({ name, token, key, query: { coupon }, body, customer: whose(isCustomer) });
      } catch (error) {
        if (error instanceof ApiProblem) return { problem: error.code };
        throw error;
      }
      const { rows, version, coupon: held } = shop.cartOf(token)!;
      return { version, items: rows.map(({ id, sku, qty }) => ({ item_id: id, sku, qty })), coupon: held };
    },
  });
  expect(outcome).toEqual(contracted);
});
