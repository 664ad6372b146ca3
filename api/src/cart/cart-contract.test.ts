import { logInPerson } from '@fynbos/test-kit/accounts/customers.ts';
import { type CartCall, contracted, playContract } from '@fynbos/test-kit/cart/cart-contract.ts';
import { cartOf, type Item } from '@fynbos/test-kit/cart/guest-cart.ts';
import { openSmallShop } from '@fynbos/test-kit/shop/small-shop.ts';
import type { TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const files = {
  'products.csv':
    'sku,name,price_incl_tax,tax_class,qty\nOATS,Oats,10.00,zero,\nMILK,Milk,10.00,zero,\nSCARCE,Scarce,10.00,zero,4\n',
  'coupons.csv': 'code,label,kind,percent\nTEN,10 %,percent,10\n',
};

let shop: TestShop;
beforeAll(async () => {
  shop = await openSmallShop(files);
});
afterAll(() => shop.close());

const paths: Record<Exclude<CartCall['name'], 'pullCart'>, string> = {
  updateCartItem: '/api/cart/update',
  deleteCartItem: '/api/cart/delete',
  applyCoupon: '/api/cart/apply-coupon',
  deleteCoupon: '/api/cart/delete-coupon',
};

test('the API and the storefront’s in-memory shop pass the same cart contract', async () => {
  const { token: bearer } = await logInPerson(shop);
  const as = (isCustomer: boolean): Record<string, string> =>
    isCustomer ? { authorization: `Bearer ${bearer}` } : {};
  const results = await playContract({
    async open(isCustomer, guestToken) {
      const headers = { ...as(isCustomer), ...(guestToken !== undefined && { 'x-cart-token': guestToken }) };
      return (await shop.post('/api/cart/create', {}, headers)).body.result as string;
    },
    async call({ name, token, isCustomer, key, item, coupon }) {
      const cart = cartOf(shop, token, as(isCustomer));
      const { status, body } =
        name === 'pullCart'
          ? await cart.get('/api/cart/pull')
          : await cart.post(
              paths[name] + (coupon === undefined ? '' : `?coupon=${coupon}`),
              item ? { cartItem: { ...item, quoteId: token } } : {},
              key === undefined ? {} : { 'idempotency-key': key },
            );
      if (status !== 200) return { problem: body.meta.problem as string };
      const { coupon_code } = (await cart.totals()) as { coupon_code?: string };
      const items: readonly Item[] = await cart.pull();
      return { version: body.meta.cartVersion as number, items, coupon: coupon_code };
    },
  });
  expect(results).toEqual(contracted);
});
