import { behindProxy } from '@fynbos/test-kit/accounts/customers.ts';
import { cartWith } from '@fynbos/test-kit/cart/guest-cart.ts';
import { invariantViolations } from '@fynbos/test-kit/orders/order-audit.ts';
import { address, deliveryFile, orderOf } from '@fynbos/test-kit/orders/order-body.ts';
import { countKinds } from '@fynbos/test-kit/orders/response-counts.ts';
import { eachOf } from '@fynbos/test-kit/payments/statistics.ts';
import { openSmallShop, search } from '@fynbos/test-kit/shop/small-shop.ts';
import type { TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { repetitions } from '@fynbos/test-kit/stress-mode.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/**
 * Tests for an order that is sent a second time, unchanged or changed (spec reliability 6.6 to 6.8): it is
 * always a single order.
 */

const customOptionsCell = '"[{""title"":""Words"",""type"":""field"",""is_require"":true}]"';
const files = {
  'products.csv':
    'sku,name,price_incl_tax,tax_class,qty,type_id,custom_options\n' +
    'OOLONG,Oolong,60.00,standard,40,simple,\nTEA,Tea,60.00,standard,40,simple,\nRUSKS,Rusks,60.00,standard,40,simple,\n' +
    `SCONES,Scones,60.00,standard,40,simple,\nMUG,Mug,60.00,standard,40,simple,${customOptionsCell}\n`,
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

/** An order that uses every optional field. */
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

/** Prices are compared when an order is placed; they are not part of its identity. */
const isMoney = (name: string) => name.startsWith('price');

/** Returns one copy of the value per text or number in it, with that text or number changed. */
function withAnotherLeaf<Value>(value: Value): Value[] {
  if (typeof value === 'string') return [`${value}2` as Value];
  if (typeof value === 'number') return [(value + 1) as Value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    if (isMoney(name)) return [];
    return withAnotherLeaf(inner).map((changed) =>
      Array.isArray(value) ? (value.with(Number(name), changed) as Value) : { ...value, [name]: changed },
    );
  });
}

/** Reverses the field order of every object. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, inner]) => [name, reversed(inner)]),
  );
}

describe('resending the same order (spec D5)', () => {
  test('returns the same response and creates one order, for 100 concurrent requests and a later one', async () => {
    const cart = await guest('RUSKS');
    const sent = await orderOf(cart);
    const responses = await Promise.all(Array.from({ length: 100 }, () => cart.post('/api/order', sent)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(responses.map(({ body }) => JSON.stringify(body.result))).size).toBe(1);
    const later = await cart.post('/api/order', { ...sent, transmited_at: '2026-12-24', grand_total: 120 });
    expect(later.body).toEqual(responses[0]!.body);
    await expect.poll(() => stockOf('RUSKS')).toBe(39);
    const synced = await shop.get(`/api/sync/order/${sent.order_id}`);
    expect(synced.body.result).toMatchObject({
      platform_order_id: later.body.result.backendOrderId,
      transmited: true,
      order: null,
    });
  });

  test('returns 409 idempotency_conflict when any part of the order changed', async () => {
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
      ...otherProducts.map((changedProducts) => ({ ...sent, products: changedProducts })),
      ...otherInformation.map((changedInformation) => ({ ...sent, addressInformation: changedInformation })),
    ];
    expect(variants.length).toBeGreaterThanOrEqual(50);
    const responses = await eachOf(variants, 8, (variant) => cart.post('/api/order', variant));
    const accepted = variants.filter(
      (_, index) => responses[index]!.body.meta?.problem !== 'idempotency_conflict',
    );
    expect(accepted).toEqual([]);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([409]));
    expect([await countOrders(), await stocks()]).toEqual([before, [38, 39]]);
  });

  test('returns the same response for reordered fields, numbers as text and no prices', async () => {
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

  test('creates one order when the client sends no order id, or a new one for each attempt', async () => {
    const attempts = repetitions(2, 100);
    const nameless = (sent: object) => ({ ...sent, order_id: undefined });
    const renamed = (sent: object) => ({ ...sent, order_id: crypto.randomUUID() });
    for (const variant of [nameless, renamed]) {
      const cart = await guest('SCONES');
      const sent = await orderOf(cart);
      const [orders, stock] = [await countOrders(), await stockOf('SCONES')];
      const responses = await Promise.all(
        Array.from({ length: attempts }, () => cart.post('/api/order', variant(sent))),
      );
      expect(countKinds(responses)).toEqual({ 'order placed': 1, cart_not_found: attempts - 1 });
      expect((await cart.post('/api/order', variant(sent))).body.meta.problem).toBe('cart_not_found');
      expect(await countOrders()).toBe(orders + 1);
      await expect.poll(() => stockOf('SCONES')).toBe(stock - 1);
    }
  });

  test('refuses an order id that belongs to another shopper', async () => {
    const sent = await orderOf(await guest('TEA'));
    const cart = await guest('TEA');
    const ownerResponse = await cart.post('/api/order', sent);
    expect(ownerResponse.status).toBe(200);
    const stranger = await guest('TEA');
    expect((await stranger.post('/api/order', sent)).body.meta.problem).toBe('cart_not_found');
    expect((await stranger.pull()).length).toBe(1);
  });

  test('returns null for an unknown order id', async () => {
    const { status, body } = await shop.get(`/api/sync/order/${crypto.randomUUID()}`);
    expect([status, body.result]).toEqual([200, null]);
    expect((await shop.get('/api/sync/order/4711')).body.result).toBe(null);
    expect((await shop.get(`/api/sync/order/${'x'.repeat(65)}`)).status).toBe(400);
  });
});

test('the order audit finds no violations afterwards (spec reliability 4)', async () => {
  expect(await invariantViolations(shop.db)).toEqual([]);
});
