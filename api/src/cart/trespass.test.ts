import { cartEndpoints, createCart } from '@fynbos/core/cart/contract.ts';
import type { Endpoint } from '@fynbos/core/endpoint.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, behindProxy, freshAddress, logInPerson, type Person } from '../accounts/testing/people.ts';
import type { Answered, TestShop } from '../testing/shop.ts';
import { openSmallShop } from '../testing/small-shop.ts';
import { newCart, type TestCart } from './testing/guest.ts';

/** Nobody reads or writes a cart that is not theirs, and nobody learns that it is there (T3); no price is taken from a client (T1). */

let now = new Date('2026-11-20T10:00:00Z');
let shop: TestShop;
const people: Record<'owner' | 'other' | 'expired', Person> = {} as never;
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
  people.expired = await logInPerson(shop);
  now = new Date('2026-11-20T13:00:00Z');
  people.owner = await logInPerson(shop);
  people.other = await logInPerson(shop);
  owned = await newCart(shop, bearer(people.owner));
  await owned.update({ sku: 'OATS', qty: 3 });
  guest = await newCart(shop, { 'x-forwarded-for': freshAddress() });
  merged = await newCart(shop, { 'x-forwarded-for': freshAddress() });
  await merged.update({ sku: 'TEA', qty: 1 });
  await shop.post('/api/cart/create', {}, { ...bearer(people.other), 'x-cart-token': merged.token });
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

const call = ({ name, method, path }: Endpoint, headers: Record<string, string>): Promise<Answered> =>
  ask(shop, method, path, method === 'POST' ? (bodies[name] ?? {}) : undefined, headers);

/** What an answer says, without the number of the request. */
const said = ({ status, body: { meta, ...body } }: Answered) => {
  const { requestId: _, ...rest } = meta ?? {};
  return { status, ...body, meta: rest };
};

const inCart = cartEndpoints.filter((endpoint) => endpoint !== createCart);

/** Who comes with something that is not theirs, or not enough. */
const strangers: [string, () => Record<string, string>][] = [
  ['a guest who knows the token of a customer’s cart', () => ({ 'x-cart-token': owned.token })],
  ['another customer who knows it', () => ({ 'x-cart-token': owned.token, ...bearer(people.other) })],
  ['a guest whose cart went into a customer’s', () => ({ 'x-cart-token': merged.token })],
  ['the customer it went into', () => ({ 'x-cart-token': merged.token, ...bearer(people.other) })],
  ['a caller without any token', () => ({})],
  ['a caller with the number of a cart', () => ({ 'x-cart-token': '1' })],
];

describe.each(inCart.map((one) => [one.path, one] as const))('%s', (_path, endpoint) => {
  const unknown = () => call(endpoint, { 'x-cart-token': 'A'.repeat(43) });

  test.each(strangers)('answers %s as if there were no cart (T3)', async (_who, headers) => {
    expect(said(await call(endpoint, headers()))).toEqual(said(await unknown()));
    expect((await unknown()).status).toBe(404);
  });

  test('answers 401 to a login that has expired, whosever the cart is (T3)', async ({ task }) => {
    const answers = await Promise.all(
      [owned, guest, merged].map(({ token }) =>
        call(endpoint, { 'x-cart-token': token, ...bearer(people.expired) }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
    expect(new Set(answers.map((answer) => JSON.stringify(said(answer)))).size).toBe(1);
    task.meta.tried = answers.length;
  });
});

test('whatever strangers send to every call, the carts stay as they were (T3)', async ({ task }) => {
  const expired = { 'x-cart-token': guest.token, ...bearer(people.expired) };
  const callers = [...strangers.map(([, headers]) => headers()), expired];
  for (const endpoint of inCart) for (const headers of callers) await call(endpoint, headers);
  expect(await owned.pull()).toMatchObject([{ sku: 'OATS', qty: 3 }]);
  expect(await guest.pull()).toEqual([]);
  task.meta.tried = inCart.length * callers.length;
});

describe('money of a client is never used (T1)', () => {
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

  test('in a line, an option or beside it', async () => {
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
  test.each(fields)('as %s of any write, whatever its kind', async (field) => {
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
    ['a quantity of half a piece', { sku: 'TEA', qty: 0.5 }],
    ['a negative quantity', { sku: 'TEA', qty: -3 }],
    ['a quantity in words', { sku: 'TEA', qty: '1e3' }],
    ['no number', { sku: 'TEA', qty: 'NaN' }],
    [
      'an option nobody made',
      {
        sku: 'MUG',
        qty: 1,
        product_option: { extension_attributes: { custom_options: [{ option_id: 9, option_value: 1 }] } },
      },
    ],
    [
      'an option value nobody made',
      {
        sku: 'MUG',
        qty: 1,
        product_option: { extension_attributes: { custom_options: [{ option_id: 1, option_value: 99 }] } },
      },
    ],
  ])('%s is refused', async (_what, item) => {
    const cart = await newCart(shop, { 'x-forwarded-for': freshAddress() });
    expect((await cart.update(item)).status).toBe(400);
    expect(await cart.pull()).toEqual([]);
  });
});
