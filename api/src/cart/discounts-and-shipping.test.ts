import { behindProxy, freshAddress, logInPerson } from '@fynbos/test-kit/accounts/customers.ts';
import { cartOf, newCart, newKey } from '@fynbos/test-kit/cart/guest-cart.ts';
import { orderFor, orderOf } from '@fynbos/test-kit/orders/order-body.ts';
import { openSmallShop } from '@fynbos/test-kit/shop/small-shop.ts';
import type { TestResponse, TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** Discounts and surcharges of a cart: promotions, coupons, vouchers, delivery (CART-3, CHK-2). */

const files = {
  'products.csv': `sku,type_id,name,price_incl_tax,tax_class,categories,packsize,product_type
TEA,simple,Tea,50.00,standard,Pantry > Drinks,250 g,Tea
OATS,simple,Oats,40.00,zero,Pantry,1 kg,
PILLS,simple,Pills,200.00,standard,Health,,
CARD,virtual,Gift card,100.00,standard,Gifts,,
PEAS,simple,Frozen peas,30.00,zero,Frozen,,Frozen vegetables
`,
  'deals.csv': `code,label,kind,qty,pay_qty,price_incl_tax,skus,valid_from,valid_to
tea,3 for the price of 2,buy_n_pay_m,3,2,,TEA,,
oats,2 for R70,n_for,2,,70.00,OATS,,2026-11-20
`,
  'coupons.csv': `code,label,kind,percent,amount,minimum_spend,first_order,categories,is_voucher,valid_to,enabled
TEN,10 %,percent,10,,,,,,,
PANTRY,20 % off the pantry,percent,20,,100.00,,Pantry,,,
FREE,Free delivery,free_delivery,,,,,,,,
OVER,5 %,percent,5,,,,,,2026-01-01,
OFF,5 %,percent,5,,,,,,,no
GIFT-30,R30,fixed,,30.00,,,,yes,,
GIFT-999,R999,fixed,,999.00,,,,yes,,
`,
  'delivery.csv': `carrier,method,carrier_title,method_title,needs,price_incl_tax,from_amount,postcode_from,postcode_to
van,door,Van,In three days,address,60.00,0,,
van,door,Van,In three days,address,0,650.00,,
bike,today,Bike,Today,address,99.00,0,8000,8099
shop,collect,Shop,Collect,store,0,0,,
locker,pickup,Locker,"The nearest, 3 to 5 working days",pickup_point,49.00,0,,
`,
  'stores.csv': `code,name,street,city,region_code,postcode,latitude,longitude,services
CPT,Claremont,1 Main Road,Cape Town,ZA-WC,7708,-33.98,18.46,collect
`,
};

let now = new Date('2026-11-20T10:00:00Z');
let shop: TestShop;
beforeAll(async () => {
  shop = await openSmallShop(files, behindProxy, () => now);
});
afterAll(() => shop.close());

const guest = () => newCart(shop, { 'x-forwarded-for': freshAddress() });
async function cartWith(...items: [sku: string, qty: number][]) {
  const cart = await guest();
  for (const [sku, qty] of items) await cart.update({ sku, qty });
  return cart;
}
const problem = ({ status, body }: TestResponse) => [status, body.meta.problem];

describe('promotions in a cart (spec D18)', () => {
  test('promotions apply automatically, and the line names them', async () => {
    const cart = await cartWith(['TEA', 4], ['OATS', 2]);
    expect(await cart.pull()).toMatchObject([
      { sku: 'TEA', row_total_incl_tax: 150, discount_amount: 50, deals: ['3 for the price of 2'] },
      { sku: 'OATS', row_total_incl_tax: 70, discount_amount: 10, deals: ['2 for R70'] },
    ]);
    expect(await cart.totals()).toMatchObject({
      subtotal_incl_tax: 280,
      discount_amount: -60,
      grand_total: 220,
      tax_amount: 19.57,
    });
  });

  test('a line names the saving of its promotion, and what the next one lacks', async () => {
    const cart = await cartWith(['TEA', 5], ['OATS', 1]);
    expect(await cart.pull()).toMatchObject([
      {
        sku: 'TEA',
        deals_met: [{ code: 'tea', label: '3 for the price of 2', saving: 50 }],
        deals_missed: [{ code: 'tea', label: '3 for the price of 2', missing: 1, is_combo: false }],
        unit_price: { amount: 20, unit: '100g' },
      },
      {
        sku: 'OATS',
        deals_met: [],
        deals_missed: [{ code: 'oats', label: '2 for R70', missing: 1, is_combo: false }],
      },
    ]);
  });

  test('a product has the labels and codes of its promotions in force', async () => {
    const search = '/api/catalog/vue_storefront_catalog/product/_search?size=9';
    const { body } = await shop.get(search);
    const items = (body as unknown as { items: { sku: string; deals?: string[]; deal_codes?: string[] }[] })
      .items;
    const dealsOf = (name: string) => {
      const { deals, deal_codes } = items.find(({ sku }) => sku === name) ?? {};
      return { deals, deal_codes };
    };
    expect(dealsOf('TEA')).toEqual({ deals: ['3 for the price of 2'], deal_codes: ['tea'] });
    expect(dealsOf('PILLS')).toEqual({});
  });

  test('promotions end exactly at the end of their last day', async () => {
    const cart = await cartWith(['OATS', 2]);
    now = new Date('2026-11-20T21:59:59.999Z');
    expect(await cart.totals()).toMatchObject({ grand_total: 70 });
    now = new Date('2026-11-20T22:00:00Z');
    expect(await cart.totals()).toMatchObject({ grand_total: 80 });
    now = new Date('2026-11-20T10:00:00Z');
  });
});

describe('cart coupon (CART-3)', () => {
  test('a coupon applies after promotions, shows in the segments, and can be removed', async () => {
    const cart = await cartWith(['TEA', 3]);
    const applied = await cart.post('/api/cart/apply-coupon?coupon=%20t%20en');
    expect(applied.body).toMatchObject({ result: true, meta: { cartVersion: 2 } });
    const { coupon_code, grand_total, discount_amount, total_segments } = await cart.totals();
    expect([coupon_code, grand_total, discount_amount]).toEqual(['TEN', 90, -60]);
    expect(total_segments).toContainEqual({ code: 'discount', title: 'Discount (TEN)', value: -60 });
    expect((await cart.get('/api/cart/coupon')).body.result).toBe('TEN');
    expect((await cart.post('/api/cart/delete-coupon')).body.result).toBe(true);
    expect((await cart.post('/api/cart/delete-coupon')).body.result).toBe(true);
    expect(await cart.totals()).toMatchObject({ grand_total: 100 });
  });

  test('a category coupon counts goods of its categories only, from its minimum spend', async () => {
    const cart = await cartWith(['PILLS', 1], ['TEA', 1]);
    const refused = await cart.post('/api/cart/apply-coupon?coupon=PANTRY');
    expect(problem(refused)).toEqual([409, 'coupon_spend_more']);
    expect(refused.body.result).toContain('R100.00');
    expect(refused.body.result).toContain('R50.00 more');
    await cart.update({ sku: 'OATS', qty: 2 });
    await cart.post('/api/cart/apply-coupon?coupon=PANTRY');
    expect(await cart.totals()).toMatchObject({ grand_total: 200 + 40 + 56 });
    const pills = await cartWith(['PILLS', 1]);
    expect(problem(await pills.post('/api/cart/apply-coupon?coupon=PANTRY'))).toEqual([
      409,
      'coupon_not_for_goods',
    ]);
  });

  test('a coupon stops counting when its conditions fail, and counts again when they hold', async () => {
    const cart = await cartWith(['TEA', 2]);
    await cart.post('/api/cart/apply-coupon?coupon=PANTRY');
    const [line] = await cart.pull();
    await cart.update({ sku: 'TEA', qty: 1, item_id: line!.item_id });
    expect('coupon_code' in (await cart.totals())).toBe(false);
    await cart.update({ sku: 'TEA', qty: 2, item_id: line!.item_id });
    expect(await cart.totals()).toMatchObject({ coupon_code: 'PANTRY', grand_total: 80 });
  });

  test('expired, disabled, voucher and unknown codes get the same coupon error (T2)', async () => {
    const cart = await cartWith(['TEA', 1]);
    const responses = [];
    for (const code of ['OVER', 'OFF', 'GIFT-30', 'NOBODY'])
      responses.push(await cart.post(`/api/cart/apply-coupon?coupon=${code}`));
    const refusals = responses.map(({ status, body }) => [status, body.result, body.meta.problem]);
    expect(new Set(refusals.map((refusal) => JSON.stringify(refusal))).size).toBe(1);
    expect(refusals[0]).toEqual([400, 'Incorrect coupon code.', 'coupon_wrong']);
  });

  test('of 300 coupon guesses from one client IP with any number of carts, 20 are checked (T2)', async () => {
    const client = { 'x-forwarded-for': freshAddress() };
    const carts = await Promise.all(Array.from({ length: 30 }, () => newCart(shop, client)));
    const responses = await Promise.all(
      carts.flatMap((cart) =>
        Array.from({ length: 10 }, (_, at) => cart.post(`/api/cart/apply-coupon?coupon=GUESS${at}`)),
      ),
    );
    const byStatus = Map.groupBy(responses, ({ status }) => status);
    const counts = [...byStatus].map(([status, { length }]) => [status, length]);
    expect(Object.fromEntries(counts)).toEqual({ 400: 20, 429: 280 });
    const otherCart = await cartWith(['TEA', 1]);
    expect((await otherCart.post('/api/cart/apply-coupon?coupon=TEN')).status).toBe(200);
  });

  test('apply-coupon returns the stored response for the same key, also at the guess limit', async () => {
    const cart = await cartWith(['TEA', 1]);
    const key = newKey();
    expect((await cart.post('/api/cart/apply-coupon?coupon=TEN', {}, key)).status).toBe(200);
    for (let guess = 0; guess < 6; guess++) await cart.post('/api/cart/apply-coupon?coupon=NOBODY');
    expect((await cart.post('/api/cart/apply-coupon?coupon=TEN')).status).toBe(429);
    expect((await cart.post('/api/cart/apply-coupon?coupon=TEN', {}, key)).status).toBe(200);
  });

  test('an unknown newsletter coupon is refused as wrong', async () => {
    const cart = await cartWith(['TEA', 1]);
    expect(problem(await cart.post('/api/cart/apply-coupon?coupon=NEWS-ABCDEFGH'))).toEqual([
      400,
      'coupon_wrong',
    ]);
  });
});

test('a voucher pays after the coupon without going below zero, and the empty code removes it', async () => {
  const cart = await cartWith(['TEA', 1]);
  await cart.post('/api/cart/apply-coupon?coupon=TEN');
  expect((await cart.post('/api/cart/add-voucher?voucherCode=gift-30')).body.result).toBe(true);
  expect(await cart.totals()).toMatchObject({ coupon_code: 'TEN', voucher_code: 'GIFT-30', grand_total: 15 });
  await cart.post('/api/cart/add-voucher?voucherCode=gift-999');
  const paid = { voucher_amount: 45, voucher_balance: 999, voucher_balance_after: 954, tax_amount: 5.87 };
  expect(await cart.totals()).toMatchObject({ grand_total: 0, discount_amount: -5, ...paid });
  await cart.post('/api/cart/add-voucher?voucherCode=');
  expect(await cart.totals()).toMatchObject({ coupon_code: 'TEN', grand_total: 45 });
});

describe('delivery (CHK-2, CHK-3)', () => {
  const methods = async (cart: Awaited<ReturnType<typeof guest>>, postcode: string, more = '') => {
    const address = { countryId: 'ZA', postcode, street: ['4B', '12 Long Street'] };
    const { body } = await cart.post(`/api/cart/shipping-methods${more}`, { address });
    return body.result.map((method: { carrier_code: string; price_incl_tax: number }) => [
      method.carrier_code,
      method.price_incl_tax,
    ]);
  };

  test('delivery offers depend on address, amount and chosen store', async () => {
    const cart = await cartWith(['PILLS', 1]);
    expect(await methods(cart, '9301')).toEqual([
      ['van', 60],
      ['locker', 49],
    ]);
    expect(await methods(cart, '8001')).toEqual([
      ['van', 60],
      ['bike', 99],
      ['shop', 0],
      ['locker', 49],
    ]);
    expect(await methods(cart, '9301', '?storePartitionKey=CPT')).toContainEqual(['shop', 0]);
    await cart.update({ sku: 'PILLS', qty: 3 });
    expect(await methods(cart, '9301')).toContainEqual(['van', 0]);
    expect(await cart.totals()).toMatchObject({ free_delivery_from: 650, free_delivery_by: 'Van' });
  });

  test('the default is the preferred delivery until another one is chosen (D62)', async () => {
    const cart = await cartWith(['TEA', 1]);
    const address = { countryId: 'ZA', postcode: '8001' };
    const defaults = async () => {
      const { body } = await cart.post('/api/cart/shipping-methods', { address });
      return body.result.flatMap((method: { carrier_code: string; default: boolean }) =>
        method.default ? [method.carrier_code] : [],
      );
    };
    expect(await defaults()).toEqual(['van']);
    const choice = { shippingAddress: address, shippingCarrierCode: 'bike', shippingMethodCode: 'today' };
    await cart.post('/api/cart/shipping-information', { addressInformation: choice });
    expect(await defaults()).toEqual(['bike']);
  });

  test('a coupon does not change the value of goods that decides the delivery, which the totals name (D70)', async () => {
    const cart = await cartWith(['PILLS', 3], ['TEA', 3]);
    await cart.post('/api/cart/apply-coupon?coupon=TEN');
    // The third tea is free.
    expect(await cart.totals()).toMatchObject({ goods_value: 700, subtotal_with_discount: 630 });
    expect(await methods(cart, '9301')).toContainEqual(['van', 0]);
    const delivery = { shippingCarrierCode: 'van', shippingMethodCode: 'door' };
    await cart.post('/api/cart/collect-totals', { methods: delivery });
    expect(await cart.totals()).toMatchObject({ shipping_incl_tax: 0, grand_total: 630 });
  });

  test('a slow method never carries cold goods: it is shown as unavailable, and refused in cart and order (D59)', async () => {
    now = new Date('2026-11-20T10:00:00Z');
    const cart = await cartWith(['TEA', 1]);
    const address = { ...orderFor({}).addressInformation.shippingAddress, postcode: '8001' };
    const locker = async () =>
      (await cart.post('/api/cart/shipping-methods', { address })).body.result.find(
        (method: { carrier_code: string }) => method.carrier_code === 'locker',
      );
    const expected = { expected_first: '2026-11-25', expected_last: '2026-11-27' };
    expect(await locker()).toMatchObject({ available: true, ...expected });
    await cart.update({ sku: 'PEAS', qty: 1 });
    expect(await locker()).toMatchObject({ available: false, unavailable_reason: 'cold_goods' });
    const refused = [409, 'shipping_method_unknown'];
    const chosen = { shippingCarrierCode: 'locker', shippingMethodCode: 'pickup' };
    const choice = { addressInformation: { shippingAddress: address, ...chosen } };
    expect(problem(await cart.post('/api/cart/shipping-information', choice))).toEqual(refused);
    const order = await orderOf(cart);
    const slow = { shipping_carrier_code: 'locker', shipping_method_code: 'pickup' };
    const body = { ...order, addressInformation: { ...order.addressInformation, ...slow } };
    expect(problem(await cart.post('/api/order', body))).toEqual(refused);
  });

  test('the chosen delivery is added once to the totals, and is free with a free-delivery coupon', async () => {
    const cart = await cartWith(['TEA', 1]);
    const delivery = {
      shippingAddress: { countryId: 'ZA', postcode: '8001' },
      shippingCarrierCode: 'bike',
      shippingMethodCode: 'today',
    };
    const { body } = await cart.post('/api/cart/shipping-information', { addressInformation: delivery });
    expect(body.result.totals).toMatchObject({ shipping_incl_tax: 99, grand_total: 149 });
    expect(body.result.payment_methods).toMatchObject([{ code: 'cashondelivery' }]);
    await cart.post('/api/cart/apply-coupon?coupon=FREE');
    expect(await cart.totals()).toMatchObject({
      shipping_incl_tax: 99,
      shipping_discount_amount: 99,
      grand_total: 50,
      free_delivery_from: 0,
    });
  });

  test('the totals name the carrier and the expected days of the chosen delivery (D70)', async () => {
    now = new Date('2026-11-20T10:00:00Z');
    const cart = await cartWith(['TEA', 1]);
    expect(await cart.totals()).not.toHaveProperty('shipping_carrier_title');
    const methods = { shippingCarrierCode: 'locker', shippingMethodCode: 'pickup' };
    await cart.post('/api/cart/collect-totals', { methods });
    expect(await cart.totals()).toMatchObject({
      shipping_carrier_title: 'Locker',
      ...{ expected_first: '2026-11-25', expected_last: '2026-11-27' },
    });
  });

  test('collect-totals counts the chosen delivery and returns the totals (CART-7)', async () => {
    const cart = await cartWith(['TEA', 2]);
    const methods = {
      paymentMethod: { method: 'cashondelivery' },
      shippingCarrierCode: 'van',
      shippingMethodCode: 'door',
    };
    const { status, body } = await cart.post('/api/cart/collect-totals', { methods });
    expect(status).toBe(200);
    expect(body.result).toMatchObject({ subtotal_incl_tax: 100, shipping_incl_tax: 60, grand_total: 160 });
    expect(await cart.totals()).toMatchObject({ shipping_incl_tax: 60, grand_total: 160 });
  });

  test('subtotal, shipping, payment and discount segments add up to the grand total, in this order', async () => {
    const cart = await cartWith(['TEA', 3]);
    await cart.post('/api/cart/apply-coupon?coupon=TEN');
    const delivery = {
      shippingAddress: { countryId: 'ZA', postcode: '8001' },
      shippingCarrierCode: 'bike',
      shippingMethodCode: 'today',
    };
    await cart.post('/api/cart/shipping-information', { addressInformation: delivery });
    const { total_segments, grand_total } = await cart.totals();
    const segments: [code: string, value: number][] = total_segments.map(
      ({ code, value }: { code: string; value: number }) => [code, value],
    );
    expect(segments).toEqual([
      ['subtotal', 150],
      ['subtotal_incl_tax', 150],
      ['shipping', 99],
      ['payment', 0],
      ['discount', -60],
      ['tax', expect.any(Number)],
      ['grand_total', 189],
    ]);
    const added = segments.filter(([code]) => ['subtotal', 'shipping', 'payment', 'discount'].includes(code));
    expect(added.reduce((sum, [, value]) => sum + value, 0)).toBe(grand_total);
  });

  test('a delivery method not offered for the address is refused and leaves the cart unchanged', async () => {
    const cart = await cartWith(['TEA', 1]);
    const delivery = {
      shippingAddress: { countryId: 'ZA', postcode: '9301' },
      shippingCarrierCode: 'bike',
      shippingMethodCode: 'today',
    };
    const refused = await cart.post('/api/cart/shipping-information', { addressInformation: delivery });
    expect(problem(refused)[1]).toBe('shipping_method_unknown');
    expect(await cart.totals()).toMatchObject({ grand_total: 50 });
  });

  test('a cart with only gift cards has no delivery and no pay on delivery', async () => {
    const cart = await cartWith(['CARD', 1]);
    expect(await methods(cart, '8001')).toEqual([]);
    expect((await cart.get('/api/cart/payment-methods')).body.result).toEqual([]);
    expect(await cart.totals()).not.toHaveProperty('free_delivery_from');
    await cart.update({ sku: 'PEAS', qty: 1 });
    expect(await cart.totals()).toMatchObject({ needs_cold: true });
  });
});

test('a customer’s coupon is in the cart on every device', async () => {
  const person = await logInPerson(shop);
  const bearer = { authorization: `Bearer ${person.token}` };
  const phone = await newCart(shop, bearer);
  await phone.update({ sku: 'TEA', qty: 1 });
  await phone.post('/api/cart/apply-coupon?coupon=TEN');
  const { body } = await shop.post('/api/cart/create', {}, bearer);
  expect(await cartOf(shop, body.result, bearer).totals()).toMatchObject({
    coupon_code: 'TEN',
    grand_total: 45,
  });
});
