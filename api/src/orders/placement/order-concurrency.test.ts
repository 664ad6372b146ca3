import { behindProxy } from '@fynbos/test-kit/accounts/customers.ts';
import { cartWith, type TestCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { invariantViolations } from '@fynbos/test-kit/orders/order-audit.ts';
import { address, deliveryFile, orderFor } from '@fynbos/test-kit/orders/order-body.ts';
import { countKinds } from '@fynbos/test-kit/orders/response-counts.ts';
import { eachOf } from '@fynbos/test-kit/payments/statistics.ts';
import { reportMeasurement } from '@fynbos/test-kit/security/attack-result.ts';
import { openSmallShop } from '@fynbos/test-kit/shop/small-shop.ts';
import type { TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { isLong, long, repetitions } from '@fynbos/test-kit/stress-mode.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/**
 * Concurrent orders on a real PostgreSQL (spec reliability 3.1, 6); `npm run test:stress -- orders` runs the full
 * size.
 */

const shoppers = isLong ? 200 : 60;
const couponUsers = isLong ? 100 : 30;
const rounds = repetitions(1, 20);
const mixed = repetitions(16, 400);
const skus = Array.from({ length: 8 }, (_, index) => `MIX${index}`);
const last = Array.from({ length: rounds }, (_, index) => `LAST${index}`);
/** Products with a stock of five and fifty. */
const fives = Array.from({ length: rounds }, (_, index) => `FIVE${index}`);
const fifties = Array.from({ length: rounds }, (_, index) => `FIFTY${index}`);
const many = repetitions(60, 200);
const forty = Array.from({ length: 5 }, (_, index) => `ALL${index}`);
const files = {
  'products.csv': `sku,name,price_incl_tax,tax_class,qty\n${[
    ...last.map((sku) => `${sku},${sku},10.00,standard,1`),
    ...skus.map((sku) => `${sku},${sku},10.00,standard,${mixed}`),
    ...fives.map((sku) => `${sku},${sku},10.00,standard,5`),
    ...fifties.map((sku) => `${sku},${sku},10.00,standard,50`),
    ...forty.map((sku) => `${sku},${sku},10.00,standard,40`),
    'CROWD,Crowd,10.00,standard,50',
    'TEA,Tea,60.00,standard,5000',
  ].join('\n')}\n`,
  'coupons.csv':
    'code,label,kind,percent,most_uses,most_uses_each\nONCE,Once,percent,50,1,\nEACH,Each,percent,50,,1\n',
  'delivery.csv': deliveryFile,
};

let shop: TestShop;
beforeAll(async () => {
  shop = await openSmallShop(files, behindProxy);
});
afterAll(() => shop.close());

const guest = (...products: string[]) => cartWith(shop, ...products);
const guests = (count: number, ...products: string[]) =>
  Promise.all(Array.from({ length: count }, () => guest(...products)));
const stockOf = async (sku: string) => (await shop.get(`/api/stock/check?sku=${sku}`)).body.result.qty;

/**
 * Sends all orders at the same time.
 * @returns the number of responses of each kind
 */
async function orderAtOnce(carts: readonly TestCart[], sent: (index: number) => object) {
  const responses = await Promise.all(carts.map((cart, index) => cart.post('/api/order', sent(index))));
  return countKinds(responses);
}

describe(`${shoppers} concurrent shoppers`, () => {
  test.each(last)('concurrent shoppers buy the last unit exactly once: %s', async (sku) => {
    const carts = await guests(shoppers, sku);
    const counted = await orderAtOnce(carts, () => orderFor({ [sku]: 1 }));
    expect(counted).toEqual({ 'order placed': 1, order_lines_unavailable: shoppers - 1 });
    await expect.poll(() => stockOf(sku)).toBe(0);
  });

  test.each(fifties)('concurrent shoppers buy exactly the fifty units in stock: %s', async (sku) => {
    const carts = await guests(shoppers, sku);
    const counted = await orderAtOnce(carts, () => orderFor({ [sku]: 1 }));
    expect(counted).toEqual({ 'order placed': 50, order_lines_unavailable: shoppers - 50 });
    await expect.poll(() => stockOf(sku)).toBe(0);
  });

  test.each(fives)('concurrent shoppers buy exactly the five units in stock: %s', async (sku) => {
    const counted = await orderAtOnce(await guests(shoppers, sku), () => orderFor({ [sku]: 1 }));
    expect(counted).toEqual({ 'order placed': 5, order_lines_unavailable: shoppers - 5 });
    await expect.poll(() => stockOf(sku)).toBe(0);
  });
});

long(
  'a thousand concurrent shoppers buy exactly the fifty units in stock',
  async () => {
    const carts = (await Promise.all(Array.from({ length: 5 }, () => guests(200, 'CROWD')))).flat();
    const begin = performance.now();
    const took: number[] = [];
    const responses = await Promise.all(
      carts.map(async (cart) => {
        const response = await cart.post('/api/order', orderFor({ CROWD: 1 }));
        took.push(performance.now() - begin);
        return response;
      }),
    );
    expect(countKinds(responses)).toEqual({ 'order placed': 50, order_lines_unavailable: 950 });
    const last = Math.round(Math.max(...took));
    reportMeasurement(
      'a thousand concurrent orders for the last fifty units',
      `50 orders; the last response after ${last} ms`,
      '50, 2 s',
    );
  },
  600_000,
);

test('concurrent orders of the same products in any order do not deadlock', async () => {
  const carts = await Promise.all(
    Array.from({ length: mixed }, (_, index) => {
      const chosen = skus.toSorted((left, right) => mix(index, left) - mix(index, right)).slice(0, 5);
      return guest(...chosen).then((cart) => ({ cart, chosen }));
    }),
  );
  const before = await Promise.all(skus.map(stockOf));
  const counted = await orderAtOnce(
    carts.map(({ cart }) => cart),
    (index) => orderFor(Object.fromEntries(carts[index]!.chosen.map((sku) => [sku, 1]))),
  );
  expect(counted).toEqual({ 'order placed': mixed });
  const sold = skus.map((sku) => carts.filter(({ chosen }) => chosen.includes(sku)).length);
  await expect
    .poll(() => Promise.all(skus.map(stockOf)))
    .toEqual(before.map((count, index) => count - sold[index]!));
});

test(`${many} concurrent carts with the same five products in any order sell all forty units of each, and none twice`, async () => {
  // Five names mixed once have only ten orders.
  const twice = (index: number, sku: string) => mix(mix(index, sku), sku);
  const carts = await eachOf(Array.from({ length: many }), 20, (_, index) =>
    guest(...forty.toSorted((left, right) => twice(index, left) - twice(index, right))),
  );
  const inOrder = await Promise.all(carts.map(async (cart) => (await cart.pull()).map(({ sku }) => sku)));
  expect(new Set(inOrder.map(String)).size).toBeGreaterThan(many / 4);
  const counted = await orderAtOnce(carts, (index) =>
    orderFor(Object.fromEntries(inOrder[index]!.map((sku) => [sku, 1]))),
  );
  expect(counted).toEqual({ 'order placed': 40, order_lines_unavailable: many - 40 });
  await expect.poll(() => Promise.all(forty.map(stockOf))).toEqual([0, 0, 0, 0, 0]);
});

/** A pseudo-random number, the same for the same pair. */
function mix(index: number, sku: string): number {
  return (Math.imul(index + 1, 2_654_435_761) ^ Math.imul(sku.charCodeAt(3), 40_503)) >>> 0;
}

describe(`one coupon in ${couponUsers} concurrent orders (T2)`, () => {
  async function withCoupon(code: string, emails: (index: number) => string) {
    const carts = await guests(couponUsers, 'TEA');
    await Promise.all(carts.map((cart) => cart.post(`/api/cart/apply-coupon?coupon=${code}`)));
    return orderAtOnce(carts, (index) => orderFor({ TEA: 1 }, { grand_total: 90, email: emails(index) }));
  }

  test('a coupon with one use is applied to one order; the others return total_changed', async () => {
    const counted = await withCoupon('ONCE', (index) => `shopper${index}@example.co.za`);
    expect(counted).toEqual({ 'order placed': 1, total_changed: couponUsers - 1 });
  });

  test('a coupon with one use per person is applied once, whatever alias is used', async () => {
    const counted = await withCoupon('EACH', (index) => `${address.firstname}+${index}@example.co.za`);
    expect(counted).toEqual({ 'order placed': 1, total_changed: couponUsers - 1 });
  });
});

test('all invariants hold after the concurrent orders (spec reliability 4)', async () => {
  expect(await invariantViolations(shop.db)).toEqual([]);
});
