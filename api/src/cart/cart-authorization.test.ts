import { cartEndpoints, createCart } from '@fynbos/core/cart/contract.ts';
import type { Endpoint } from '@fynbos/core/endpoint.ts';
import {
  behindProxy,
  callApi,
  freshAddress,
  logInPerson,
  type Person,
} from '@fynbos/test-kit/accounts/customers.ts';
import { newCart, type TestCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { openSmallShop } from '@fynbos/test-kit/shop/small-shop.ts';
import type { TestResponse, TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/**
 * Only the owner reads or writes a cart or learns that it exists (T3). No price is taken from a client
 * (T1).
 */

let now = new Date('2026-11-20T10:00:00Z');
let shop: TestShop;
const users: Record<'owner' | 'other' | 'expired', Person> = {} as never;
let owned: TestCart;
let guest: TestCart;
let merged: TestCart;

beforeAll(async () => {
  const products = `sku,name,price_incl_tax,tax_class,qty,bundle_options,custom_options
OATS,Oats,43.49,zero,,,
TEA,Tea,59.99,standard,,,
MUG,Mug,100.00,standard,,,"[{""option_id"":1,""title"":""Gift"",""type"":""radio"",""is_require"":false,""values"":[{""option_type_id"":1,""title"":""Wrapped"",""price"":10,""price_type"":""percent""}]}]"
`;
  shop = await openSmallShop({ 'products.csv': products }, behindProxy, () => now);
  users.expired = await logInPerson(shop);
  now = new Date('2026-11-20T13:00:00Z');
  users.owner = await logInPerson(shop);
  users.other = await logInPerson(shop);
  owned = await newCart(shop, bearer(users.owner));
  await owned.update({ sku: 'OATS', qty: 3 });
  guest = await newCart(shop, { 'x-forwarded-for': freshAddress() });
  merged = await newCart(shop, { 'x-forwarded-for': freshAddress() });
  await merged.update({ sku: 'TEA', qty: 1 });
  await shop.post('/api/cart/create', {}, { ...bearer(users.other), 'x-cart-token': merged.token });
});
afterAll(() => shop.close());

const bearer = ({ token }: Pick<Person, 'token'>) => ({ authorization: `Bearer ${token}` });

const bodies: Record<string, unknown> = {
  updateCartItem: { cartItem: { sku: 'OATS', qty: 1 } },
  deleteCartItem: { cartItem: { sku: 'OATS' } },
  shippingMethods: { address: { countryId: 'ZA' } },
  shippingInformation: { addressInformation: {} },
  collectTotals: { methods: {} },
};

const call = ({ name, method, path }: Endpoint, headers: Record<string, string>): Promise<TestResponse> =>
  callApi(shop, method, path, method === 'POST' ? (bodies[name] ?? {}) : undefined, headers);

/** The content of a response without its request id. */
const withoutRequestId = ({ status, body: { meta, ...body } }: TestResponse) => {
  const { requestId: _, ...rest } = meta ?? {};
  return { status, ...body, meta: rest };
};

const inCart = cartEndpoints.filter((endpoint) => endpoint !== createCart);

/** Callers with credentials that are not theirs or not sufficient. */
const strangers: [string, () => Record<string, string>][] = [
  ['a guest with the token of a customer’s cart', () => ({ 'x-cart-token': owned.token })],
  ['another customer with that token', () => ({ 'x-cart-token': owned.token, ...bearer(users.other) })],
  ['a guest whose cart was merged into a customer’s', () => ({ 'x-cart-token': merged.token })],
  ['the customer it was merged into', () => ({ 'x-cart-token': merged.token, ...bearer(users.other) })],
  ['a caller without any token', () => ({})],
  ['a caller with the id of a cart', () => ({ 'x-cart-token': '1' })],
];

describe.each(inCart.map((endpoint) => [endpoint.path, endpoint] as const))('%s', (_path, endpoint) => {
  const unknown = () => call(endpoint, { 'x-cart-token': 'A'.repeat(43) });

  test.each(strangers)('responds to %s as if the cart did not exist (T3)', async (_who, headers) => {
    expect(withoutRequestId(await call(endpoint, headers()))).toEqual(withoutRequestId(await unknown()));
    expect((await unknown()).status).toBe(404);
  });

  test('returns 401 for an expired login, for a cart of any owner (T3)', async ({ task }) => {
    const responses = await Promise.all(
      [owned, guest, merged].map(({ token }) =>
        call(endpoint, { 'x-cart-token': token, ...bearer(users.expired) }),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual([401, 401, 401]);
    expect(new Set(responses.map((response) => JSON.stringify(withoutRequestId(response)))).size).toBe(1);
    task.meta.attempts = responses.length;
  });
});

test('requests of strangers to any endpoint leave carts unchanged (T3)', async ({ task }) => {
  const expired = { 'x-cart-token': guest.token, ...bearer(users.expired) };
  const callers = [...strangers.map(([, headers]) => headers()), expired];
  for (const endpoint of inCart) for (const headers of callers) await call(endpoint, headers);
  expect(await owned.pull()).toMatchObject([{ sku: 'OATS', qty: 3 }]);
  expect(await guest.pull()).toEqual([]);
  task.meta.attempts = inCart.length * callers.length;
});

describe('amounts sent by a client are never used (T1)', () => {
  const money = {
    price: 0.01,
    price_incl_tax: 0.01,
    original_price_incl_tax: 0,
    row_total_incl_tax: 0,
    discount_amount: 1e9,
    tax_class_id: 3,
    quote_currency_code: 'ZWL',
    product_option: {
      extension_attributes: {
        custom_options: [{ option_id: '1', option_value: '1', price: -90, price_type: 'fixed' }],
      },
    },
  };

  test('amounts in a line, an option or beside it are ignored', async () => {
    const cart = await newCart(shop, { 'x-forwarded-for': freshAddress() });
    await cart.update({ sku: 'MUG', qty: 2, ...money });
    expect(await cart.pull()).toMatchObject([{ price_incl_tax: 110, row_total_incl_tax: 220 }]);
    expect(await cart.totals()).toMatchObject({
      grand_total: 220,
      discount_amount: 0,
      quote_currency_code: 'ZAR',
    });
  });

  const amounts = [0, -1, 0.01, '0', 1e308, null, true, [1], { a: 1 }];
  const fields = [
    'grandTotal',
    'grand_total',
    'shipping_amount',
    'base_shipping_incl_tax',
    'tax_amount',
    'discount_amount',
    'currency',
    'coupon_code',
    '__proto__',
  ];
  test.each(fields)('an amount in %s of any write is ignored, whatever its type', async (field) => {
    const cart = await newCart(shop, { 'x-forwarded-for': freshAddress() });
    await cart.update({ sku: 'TEA', qty: 1 });
    for (const amount of amounts) {
      const [item] = await cart.pull();
      await cart.update({ sku: 'TEA', qty: 1, item_id: item!.item_id, [field]: amount });
      await cart.post('/api/cart/shipping-information', {
        addressInformation: { shippingAddress: { countryId: 'ZA', [field]: amount }, [field]: amount },
        [field]: amount,
      });
      await cart.post('/api/cart/collect-totals', { methods: { [field]: amount }, [field]: amount });
      expect(await cart.totals()).toMatchObject({ grand_total: 59.99, items_qty: 1, tax_amount: 7.82 });
    }
  });

  test.each([
    ['a fractional quantity', { sku: 'TEA', qty: 0.5 }],
    ['importInto rejects a negative quantity', { sku: 'TEA', qty: -3 }],
    ['a quantity in exponent notation', { sku: 'TEA', qty: '1e3' }],
    ['no number', { sku: 'TEA', qty: 'NaN' }],
    [
      'an unknown option',
      {
        sku: 'MUG',
        qty: 1,
        product_option: { extension_attributes: { custom_options: [{ option_id: 9, option_value: 1 }] } },
      },
    ],
    [
      'an unknown option value',
      {
        sku: 'MUG',
        qty: 1,
        product_option: { extension_attributes: { custom_options: [{ option_id: 1, option_value: 99 }] } },
      },
    ],
  ])('a cart refuses %s', async (_what, item) => {
    const cart = await newCart(shop, { 'x-forwarded-for': freshAddress() });
    expect((await cart.update(item)).status).toBe(400);
    expect(await cart.pull()).toEqual([]);
  });
});
