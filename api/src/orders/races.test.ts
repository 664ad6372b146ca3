import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { behindProxy } from '../accounts/testing/people.ts';
import { cartWith, type TestCart } from '../cart/testing/guest.ts';
import { eachOf } from '../payments/testing/figures.ts';
import { tell } from '../testing/figure.ts';
import { isLong, long } from '../testing/long.ts';
import type { TestShop } from '../testing/shop.ts';
import { openSmallShop } from '../testing/small-shop.ts';
import { faultsIn } from './testing/books.ts';
import { countKinds } from './testing/kinds.ts';
import { address, deliveryFile, orderFor } from './testing/order.ts';

/** What happens at the same instant, on a real PostgreSQL (reliability 3.1, 6); `npm run torture -- orders` in full size. */

const shoppers = 200;
const rounds = isLong ? 20 : 1;
const mixed = isLong ? 400 : 80;
const skus = Array.from({ length: 8 }, (_, index) => `MIX${index}`);
const last = Array.from({ length: rounds }, (_, index) => `LAST${index}`);
/** What there are five and fifty of. */
const fives = Array.from({ length: rounds }, (_, index) => `FIVE${index}`);
const fifties = Array.from({ length: rounds }, (_, index) => `FIFTY${index}`);
const many = isLong ? 200 : 60;
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

/** Everybody orders at the same instant. @returns how many answers there were of each kind */
async function orderAtOnce(carts: readonly TestCart[], sent: (index: number) => object) {
  const answers = await Promise.all(carts.map((cart, index) => cart.post('/api/order', sent(index))));
  return countKinds(answers);
}

describe(`${shoppers} shoppers at once`, () => {
  test.each(last)('get the last one exactly once: %s', async (sku) => {
    const carts = await guests(shoppers, sku);
    const counted = await orderAtOnce(carts, () => orderFor({ [sku]: 1 }));
    expect(counted).toEqual({ 'order placed': 1, order_lines_unavailable: shoppers - 1 });
    await expect.poll(() => stockOf(sku)).toBe(0);
  });

  test.each(fifties)('get exactly the fifty there are: %s', async (sku) => {
    const carts = await guests(shoppers, sku);
    const counted = await orderAtOnce(carts, () => orderFor({ [sku]: 1 }));
    expect(counted).toEqual({ 'order placed': 50, order_lines_unavailable: shoppers - 50 });
    await expect.poll(() => stockOf(sku)).toBe(0);
  });

  test.each(fives)('get exactly the five there are: %s', async (sku) => {
    const counted = await orderAtOnce(await guests(shoppers, sku), () => orderFor({ [sku]: 1 }));
    expect(counted).toEqual({ 'order placed': 5, order_lines_unavailable: shoppers - 5 });
    await expect.poll(() => stockOf(sku)).toBe(0);
  });
});

long(
  'a thousand at once get exactly the fifty there are',
  async () => {
    const carts = (await Promise.all(Array.from({ length: 5 }, () => guests(200, 'CROWD')))).flat();
    const begin = performance.now();
    const took: number[] = [];
    const answers = await Promise.all(
      carts.map(async (cart) => {
        const answer = await cart.post('/api/order', orderFor({ CROWD: 1 }));
        took.push(performance.now() - begin);
        return answer;
      }),
    );
    expect(countKinds(answers)).toEqual({ 'order placed': 50, order_lines_unavailable: 950 });
    const last = Math.round(Math.max(...took));
    tell('a thousand at once for the last fifty', `50 orders; the last answer after ${last} ms`, '50, 2 s');
  },
  120_000,
);

test('carts with the same products in any order never stand in each other’s way', async () => {
  const carts = await Promise.all(
    Array.from({ length: mixed }, (_, index) => {
      const own = skus.toSorted((one, other) => mix(index, one) - mix(index, other)).slice(0, 5);
      return guest(...own).then((cart) => ({ cart, own }));
    }),
  );
  const before = await Promise.all(skus.map(stockOf));
  const counted = await orderAtOnce(
    carts.map(({ cart }) => cart),
    (index) => orderFor(Object.fromEntries(carts[index]!.own.map((sku) => [sku, 1]))),
  );
  expect(counted).toEqual({ 'order placed': mixed });
  const sold = skus.map((sku) => carts.filter(({ own }) => own.includes(sku)).length);
  await expect
    .poll(() => Promise.all(skus.map(stockOf)))
    .toEqual(before.map((count, index) => count - sold[index]!));
});

test(`${many} carts with the same five products in any order sell all forty of each, and none twice`, async () => {
  // Mixed once, five names come in ten orders.
  const twice = (index: number, sku: string) => mix(mix(index, sku), sku);
  const carts = await eachOf(Array.from({ length: many }), 20, (_, index) =>
    guest(...forty.toSorted((one, other) => twice(index, one) - twice(index, other))),
  );
  const inOrder = await Promise.all(carts.map(async (cart) => (await cart.pull()).map(({ sku }) => sku)));
  expect(new Set(inOrder.map(String)).size).toBeGreaterThan(many / 4);
  const counted = await orderAtOnce(carts, (index) =>
    orderFor(Object.fromEntries(inOrder[index]!.map((sku) => [sku, 1]))),
  );
  expect(counted).toEqual({ 'order placed': 40, order_lines_unavailable: many - 40 });
  await expect.poll(() => Promise.all(forty.map(stockOf))).toEqual([0, 0, 0, 0, 0]);
});

/** A number that looks like chance, the same for the same pair. */
function mix(index: number, sku: string): number {
  return (Math.imul(index + 1, 2_654_435_761) ^ Math.imul(sku.charCodeAt(3), 40_503)) >>> 0;
}

describe('a coupon in a hundred orders at once (T2)', () => {
  async function withCoupon(code: string, emails: (index: number) => string) {
    const carts = await guests(100, 'TEA');
    await Promise.all(carts.map((cart) => cart.post(`/api/cart/apply-coupon?coupon=${code}`)));
    return orderAtOnce(carts, (index) => orderFor({ TEA: 1 }, { grand_total: 90, email: emails(index) }));
  }

  test('with one use is taken off one of them; the others are asked again', async () => {
    const counted = await withCoupon('ONCE', (index) => `shopper${index}@example.co.za`);
    expect(counted).toEqual({ 'order placed': 1, total_changed: 99 });
  });

  test('with one use a person is taken off once, whatever alias they write', async () => {
    const counted = await withCoupon('EACH', (index) => `${address.firstname}+${index}@example.co.za`);
    expect(counted).toEqual({ 'order placed': 1, total_changed: 99 });
  });
});

test('after all of it the books are right (reliability 4)', async () => {
  expect(await faultsIn(shop.db)).toEqual([]);
});
