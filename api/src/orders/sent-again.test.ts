import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { behindProxy } from '../accounts/testing/people.ts';
import { cartWith } from '../cart/testing/guest.ts';
import { eachOf } from '../payments/testing/figures.ts';
import { isLong } from '../testing/long.ts';
import type { TestShop } from '../testing/shop.ts';
import { openSmallShop, search } from '../testing/small-shop.ts';
import { faultsIn } from './testing/books.ts';
import { countKinds } from './testing/kinds.ts';
import { address, deliveryFile, orderOf } from './testing/order.ts';

/** An order that was sent before, as it was or otherwise (reliability 6.6 to 6.8): it is one order, whatever is sent. */

const words = '"[{""title"":""Words"",""type"":""field"",""is_require"":true}]"';
const files = {
  'products.csv':
    'sku,name,price_incl_tax,tax_class,qty,type_id,custom_options\n' +
    'OOLONG,Oolong,60.00,standard,40,simple,\nTEA,Tea,60.00,standard,40,simple,\nRUSKS,Rusks,60.00,standard,40,simple,\n' +
    `SCONES,Scones,60.00,standard,40,simple,\nMUG,Mug,60.00,standard,40,simple,${words}\n`,
  'delivery.csv': deliveryFile,
};

let shop: TestShop;
beforeAll(async () => {
  shop = await openSmallShop(files, behindProxy);
});
afterAll(() => shop.close());

const guest = (...skus: string[]) => cartWith(shop, ...skus);
const stockOf = async (sku: string) => (await shop.get(`/api/stock/check?sku=${sku}`)).body.result.qty;
const countOrders = async () => (await shop.db.selectFrom('sales_order').select('id').execute()).length;

/** Somebody's order in which everything is said that an order can say. */
async function mugAndTea() {
  const { items } = await search(shop, { size: 50 });
  const mug = items.find((item: { sku: string }) => item.sku === 'MUG');
  const option = { option_id: String(mug.custom_options[0].option_id), option_value: 'For Thandi' };
  const product_option = { extension_attributes: { custom_options: [option] } };
  const cart = await guest();
  expect((await cart.update({ sku: 'OOLONG', qty: 2 })).status).toBe(200);
  expect((await cart.update({ sku: 'MUG', qty: 1, product_option })).status).toBe(200);
  const sent = await orderOf(cart);
  const place = { ...address, region_id: 7, countryId: 'ZA', company: 'Fynbos', vat_id: '4120000000' };
  return {
    cart,
    sent: {
      ...sent,
      products: sent.products.map((product) =>
        product.sku === 'MUG' ? { ...product, product_option } : product,
      ),
      addressInformation: {
        ...sent.addressInformation,
        ...{ shippingAddress: place, billingAddress: place },
        ...{ payment_method_additional: { change_for: 200 }, shippingExtraFields: { gate: { code: '12' } } },
      },
    },
  };
}
const stocks = async () => [await stockOf('OOLONG'), await stockOf('MUG')];

/** Money is compared when an order is placed; it is not what the order means. */
const isMoney = (name: string) => name.startsWith('price');

/** The same once for each of its texts and numbers, of which that one is another. */
function withAnotherLeaf<Value>(value: Value): Value[] {
  if (typeof value === 'string') return [`${value}2` as Value];
  if (typeof value === 'number') return [(value + 1) as Value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    if (isMoney(name)) return [];
    return withAnotherLeaf(inner).map((other) =>
      Array.isArray(value) ? (value.with(Number(name), other) as Value) : { ...value, [name]: other },
    );
  });
}

/** The same with every object's fields from the last to the first. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, inner]) => [name, reversed(inner)]),
  );
}

describe('the same order sent again (decision 5)', () => {
  test('answers as before, a hundred times at once and later, and is one order', async () => {
    const cart = await guest('RUSKS');
    const sent = await orderOf(cart);
    const answers = await Promise.all(Array.from({ length: 100 }, () => cart.post('/api/order', sent)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body.result))).size).toBe(1);
    const later = await cart.post('/api/order', { ...sent, transmited_at: '2026-12-24', grand_total: 120 });
    expect(later.body).toEqual(answers[0]!.body);
    await expect.poll(() => stockOf('RUSKS')).toBe(39);
    const synced = await shop.get(`/api/sync/order/${sent.order_id}`);
    expect(synced.body.result).toMatchObject({
      platform_order_id: later.body.result.backendOrderId,
      transmited: true,
      order: null,
    });
  });

  test('with another meaning is refused, whichever part of it means something else', async () => {
    const { cart, sent } = await mugAndTea();
    const first = await cart.post('/api/order', sent);
    expect(first.status).toBe(200);
    await expect.poll(stocks).toEqual([38, 39]);
    const before = await countOrders();
    const { products, addressInformation } = sent;
    const [tea, mug] = products as [object, { product_option?: object }];
    const otherProducts = [
      ...withAnotherLeaf(products),
      ...[[tea], [mug], [tea, { ...mug, product_option: undefined }]],
      [...products, { sku: 'TEA', qty: 1 }],
    ];
    const left = Object.keys(addressInformation).filter((name) => name !== 'payment_method_code');
    const otherInformation = [
      ...withAnotherLeaf(addressInformation),
      ...left.map((name) => ({ ...addressInformation, [name]: null })),
    ];
    const variants = [
      ...otherProducts.map((other) => ({ ...sent, products: other })),
      ...otherInformation.map((other) => ({ ...sent, addressInformation: other })),
    ];
    expect(variants.length).toBeGreaterThanOrEqual(50);
    const answers = await eachOf(variants, 8, (variant) => cart.post('/api/order', variant));
    const taken = variants.filter(
      (_, index) => answers[index]!.body.meta?.problem !== 'idempotency_conflict',
    );
    expect(taken).toEqual([]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([409]));
    expect([await countOrders(), await stocks()]).toEqual([before, [38, 39]]);
  });

  test('with its fields written in another order, its numbers as text and no prices, answers as before', async () => {
    const { cart, sent } = await mugAndTea();
    const first = await cart.post('/api/order', sent);
    expect(first.status).toBe(200);
    const backwards = reversed(sent) as object;
    expect(JSON.stringify(backwards)).not.toBe(JSON.stringify(sent));
    const plainer = sent.products.map(({ price_incl_tax: _, qty, ...product }) => ({
      ...product,
      qty: String(qty),
    }));
    for (const same of [backwards, { ...sent, products: plainer }])
      expect((await cart.post('/api/order', same)).body).toEqual(first.body);
  });

  test('by a client that lost its id, or chose one for each try, is one order', async () => {
    const tries = isLong ? 100 : 5;
    const nameless = (sent: object) => ({ ...sent, order_id: undefined });
    const renamed = (sent: object) => ({ ...sent, order_id: crypto.randomUUID() });
    for (const again of [nameless, renamed]) {
      const cart = await guest('SCONES');
      const sent = await orderOf(cart);
      const [orders, stock] = [await countOrders(), await stockOf('SCONES')];
      const answers = await Promise.all(
        Array.from({ length: tries }, () => cart.post('/api/order', again(sent))),
      );
      expect(countKinds(answers)).toEqual({ 'order placed': 1, cart_not_found: tries - 1 });
      expect((await cart.post('/api/order', again(sent))).body.meta.problem).toBe('cart_not_found');
      expect(await countOrders()).toBe(orders + 1);
      await expect.poll(() => stockOf('SCONES')).toBe(stock - 1);
    }
  });

  test('by somebody else is no order of theirs', async () => {
    const sent = await orderOf(await guest('TEA'));
    const cart = await guest('TEA');
    const own = await cart.post('/api/order', sent);
    expect(own.status).toBe(200);
    const stranger = await guest('TEA');
    expect((await stranger.post('/api/order', sent)).body.meta.problem).toBe('cart_not_found');
    expect((await stranger.pull()).length).toBe(1);
  });

  test('of an id nobody used nothing is known', async () => {
    const { status, body } = await shop.get(`/api/sync/order/${crypto.randomUUID()}`);
    expect([status, body.result]).toEqual([200, null]);
    expect((await shop.get('/api/sync/order/4711')).status).toBe(400);
  });
});

test('after all of it the books are right (reliability 4)', async () => {
  expect(await faultsIn(shop.db)).toEqual([]);
});
