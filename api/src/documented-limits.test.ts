import { behindProxy, freshAddress, password } from '@fynbos/test-kit/accounts/customers.ts';
import { cartWith } from '@fynbos/test-kit/cart/guest-cart.ts';
import { address, deliveryFile, order, orderOf } from '@fynbos/test-kit/orders/order-body.ts';
import { openSmallShop } from '@fynbos/test-kit/shop/small-shop.ts';
import type { TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** What the decisions and the wire contract accept and refuse, by their section, and typed text over HTTP. */
let shop: TestShop;
beforeAll(async () => {
  shop = await openSmallShop(
    {
      'products.csv':
        'sku,name,categories,price_incl_tax,tax_class,qty\nOAT-1,Oats,Food,43.50,zero,400\nTEA,Tea,Food,60.00,standard,400\n',
      'coupons.csv': 'code,label,kind,percent,most_uses\nTEN-5,10 %,percent,10,\n',
      'delivery.csv': deliveryFile,
    },
    { ...behindProxy, MULTISTORE: 'on' },
  );
});
afterAll(() => shop.close());

let count = 0;
const from = () => ({ 'x-forwarded-for': freshAddress() });
const register = (more: object, secret = password) => {
  count += 1;
  const customer = { email: `limit${count}@example.co.za`, firstname: 'Thandi', lastname: 'Nkosi', ...more };
  return shop.post('/api/user/create', { customer, password: secret }, from());
};
const review = (more: object) => {
  const base = { product_id: 1, title: 'Good', detail: 'Fresh', nickname: 'Thandi', ...more };
  return shop.post('/api/review/create', { review: base }, from());
};
const orderTo = async (more: object, body: object = {}) => {
  const cart = await cartWith(shop, 'TEA');
  const place = { ...address, email: `order${++count}@example.co.za`, ...more };
  const { addressInformation } = await orderOf(cart);
  const sent = {
    addressInformation: { ...addressInformation, shippingAddress: place, billingAddress: place },
  };
  return order(cart, { ...sent, ...body });
};
const search = (index: string, query = '') => shop.get(`/api/catalog/${index}/product/_search${query}`);

describe('limits of the decisions and the wire contract', () => {
  test.each<[source: string, limit: string, call: () => Promise<{ status: number }>, status: number]>([
    ['D34', 'a name of two letters', () => register({ lastname: 'Ng', firstname: 'Jo' }), 200],
    ['D34', 'a name of one Han character', () => register({ firstname: '明' }), 200],
    ['D34', 'a name of one Hangul character', () => register({ lastname: '김' }), 200],
    ['D34', 'a name of one letter', () => register({ firstname: 'J' }), 400],
    ['D34', 'the name Ng at checkout', () => orderTo({ lastname: 'Ng', firstname: '明' }), 200],
    ['D34', 'a password of 8 characters', () => register({}, 'kX7-qp2u'), 200],
    ['D34', 'a password of 7 characters', () => register({}, 'kX7-qp2'), 400],
    ['D34', 'a password of 128 characters', () => register({}, 'kX7-qp2u'.repeat(16)), 200],
    ['D34', 'a password of 129 characters', () => register({}, `${'kX7-qp2u'.repeat(16)}a`), 400],
    [
      'D34',
      'a postal code of 3 characters abroad, where no method delivers',
      () => orderTo({ country_id: 'DE', postcode: '101', telephone: '+4930123456' }),
      409,
    ],
    ['D34', 'a postal code of 3 digits in South Africa', () => orderTo({ postcode: '800' }), 400],
    ['D34', 'a tax id of 3 characters', () => orderTo({ vat_id: '123' }), 200],
    ['D34', 'a tax id of 2 characters', () => orderTo({ vat_id: '12' }), 400],
    ['D34', 'delivery without a telephone number', () => orderTo({ telephone: '' }), 400],
    [
      'D35',
      'an address without suburb and apartment',
      () => orderTo({ suburb: '', street: ['12 Long Street'] }),
      200,
    ],
    ['wire 1.2', 'an empty apartment line', () => orderTo({ street: ['12 Long Street', ''] }), 200],
    ['wire 1.3', 'an empty company', () => orderTo({ company: '' }), 200],
    ['D5', 'an order id of 1 character', () => orderTo({}, { order_id: 'a' }), 200],
    ['D5', 'an order id of 64 characters', () => orderTo({}, { order_id: 'ü'.repeat(64) }), 200],
    ['D5', 'an order id of 65 characters', () => orderTo({}, { order_id: 'a'.repeat(65) }), 400],
    ['D37', 'a review without stars', () => review({}), 200],
    ['D37', 'a review with 1 star', () => review({ rating: 1 }), 200],
    ['D37', 'a review with 6 stars', () => review({ rating: 6 }), 400],
    ['wire 2.1', 'the index vue_storefront_catalog', () => search('vue_storefront_catalog'), 200],
    ['wire 2.1', 'the index vue_storefront_catalog_de', () => search('vue_storefront_catalog_de'), 200],
    ['wire 2.1', 'the index vue_storefront_catalog_it', () => search('vue_storefront_catalog_it'), 200],
    ['wire 1.5', 'an index that the shop does not have', () => search('vue_storefront_catalog_fr'), 404],
    ['D8', 'an unknown partition key', () => shop.get('/api/cart/fulfilment-config?partitionKey=xx'), 400],
    [
      'D8',
      'the partition key of the shop',
      () => shop.get('/api/cart/fulfilment-config?partitionKey=za'),
      200,
    ],
    ['wire 1.4', 'a stock list with an unknown sku', () => shop.get('/api/stock/list?skus=TEA,NONE'), 200],
    ['commerce 9', 'a size of 0', () => search('fynbos', '?size=0'), 200],
  ])('%s: %s', async (_source, _limit, call, status) => {
    expect((await call()).status).toBe(status);
  });
});

describe('typed and pasted text (D34)', () => {
  test.each([
    '\u202a+27 82 123 4567\u202c',
    '082\u2011123\u20114567',
    '\uff0b27\u00a0821234567',
    '\u0660\u0668\u0662 \u0661\u0662\u0663 \u0664\u0665\u0666\u0667',
    '\ufeff(082)\u2009123\u22124567',
    '082\u200b 123 4567',
  ])('the telephone number %j is accepted at checkout', async (telephone) => {
    expect((await orderTo({ telephone, postcode: '\u200b8001\u00a0' })).status).toBe(200);
  });

  test.each([
    'Post Office Box 12',
    'P/Bag X12',
    'Privaatsak X3',
    'Posbus 12',
    'P.O.Box 12',
    'PO\u00a0Box\u200b 12',
  ])('the courier does not deliver to %s', async (street) => {
    expect((await orderTo({ street: [street] })).status).toBe(400);
  });

  test('a name is stored as it is read, and an address is one account in every spelling', async () => {
    const email = '\u202atyped\u2011name@example.co.za\u202c';
    const { body } = await register({ email, firstname: 'Zoe\u0308\u200b', lastname: 'van\u00a0\u2003Wyk' });
    expect(body.result).toMatchObject({
      email: 'typed-name@example.co.za',
      firstname: 'Zo\u00eb',
      lastname: 'van Wyk',
    });
    const login = { username: '\ufefftyped-name@example.co.za\u00a0', password };
    expect((await shop.post('/api/user/login', login, from())).status).toBe(200);
  });

  test.each(['TEN\u20115', '\u200bten-5', ' TEN\u00a0-5', 'TEN\u2013\uff15', 'TEN\u2212\u0665'])(
    'the coupon %j is TEN-5',
    async (coupon) => {
      const cart = await cartWith(shop, 'TEA');
      const { status } = await cart.post(`/api/cart/apply-coupon?coupon=${encodeURIComponent(coupon)}`);
      expect(status).toBe(200);
    },
  );

  test.each(['OAT\u20111', '\u200bOAT-1', 'OAT-1\u00a0', 'OAT\u22121', '\u202aOAT-1\u202c'])(
    'the SKU %j is OAT-1',
    async (sku) => {
      const { body } = await shop.get(`/api/product/list?skus=${encodeURIComponent(sku)}`);
      expect(body.result.items.map((item: { sku: string }) => item.sku)).toEqual(['OAT-1']);
    },
  );

  test.each(['oa\u00adts', '\u200boats', 'oats\u202c', 'o\u2060ats', '\uff4fats'])(
    '%j finds oats',
    async (text) => {
      const { body } = await search('fynbos', `?q=${encodeURIComponent(text)}`);
      expect(body.items.map((item: { sku: string }) => item.sku)).toEqual(['OAT-1']);
    },
  );

  test('a review has no invisible characters, and its emoji stay whole', async () => {
    const { body } = await review({ title: '\u202eGood\u202c 👩🏽‍🍳', nickname: 'Zoe\u0308' });
    expect(body.result).toMatchObject({ title: 'Good 👩🏽‍🍳', nickname: 'Zo\u00eb' });
  });

  test('a password is compared as it was typed', async () => {
    await register({ email: 'exact@example.co.za' }, 'kX7\u200b-qp2u-99');
    const login = { username: 'exact@example.co.za', password: 'kX7-qp2u-99' };
    expect((await shop.post('/api/user/login', login, from())).status).toBe(401);
  });
});
