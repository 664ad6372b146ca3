import { productOption } from '@fynbos/core/catalogue/product-option.ts';
import { type Item, newCart, newKey } from '@fynbos/test-kit/cart/guest-cart.ts';
import { withFiles } from '@fynbos/test-kit/catalogue/catalogue-state.ts';
import { openTestShop, type TestResponse, type TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importInto } from '../catalogue/import/import.ts';
import { hashOf } from '../platform/security/random-token.ts';

const products = `sku,type_id,parent_sku,configurable_attributes,name,price_incl_tax,tax_class,qty,colour,associated,bundle_options,custom_options
OATS,simple,,,Oats,43.49,zero,9,,,,
MILK,simple,,,Milk,20.00,zero,2,,,,
TEA,simple,,,Tea,59.99,standard,,,,,
GONE,simple,,,Gone,10.00,standard,0,,,,
RICE,simple,,,Rice,30.00,zero,9,,,,
FREE,simple,,,Free,0,standard,5,,,,
TEE,configurable,,colour,Tee,,standard,,,,,
TEE-RED,simple,TEE,,Tee red,199.00,standard,4,Red,,,
TEE-BLUE,simple,TEE,,Tee blue,209.00,standard,4,Blue,,,
SET,grouped,,,Breakfast,,,,,OATS|MILK,,
BREAD,simple,,,Bread,25.00,standard,8,,,,"[{""option_id"":1,""title"":""Slicing"",""type"":""radio"",""is_require"":true,""values"":[{""option_type_id"":1,""title"":""Whole"",""price"":0,""price_type"":""fixed""},{""option_type_id"":2,""title"":""Sliced"",""price"":3,""price_type"":""fixed""}]}]"
BOX,bundle,,,Box,,standard,,,,"[{""option_id"":1,""title"":""Cereal"",""required"":true,""type"":""radio"",""product_links"":[{""sku"":""OATS"",""qty"":2,""is_default"":true},{""sku"":""TEA"",""qty"":1}]}]",
`;

let shop: TestShop;
beforeAll(async () => {
  shop = await withFiles({ 'products.csv': products }, (folder) => openTestShop(folder));
});
afterAll(() => shop.close());

interface OptionsOfTest {
  extension_attributes: { configurable_item_options: object[] };
}

const guest = () => newCart(shop);

const problem = ({ status, body }: TestResponse) => [status, body.meta.problem];

describe('guest cart (CART-7)', () => {
  test('a guest cart accepts products, adds to an equal line, sets and removes quantities', async () => {
    const cart = await guest();
    const added = await cart.update({ sku: 'OATS', qty: 2 });
    expect(added).toMatchObject({
      status: 200,
      body: { result: { sku: 'OATS', qty: 2 }, meta: { cartVersion: 1 } },
    });
    await cart.update({ sku: 'OATS', qty: 1 });
    const [line] = await cart.pull();
    expect(line).toMatchObject({ qty: 3, price_incl_tax: 43.49, row_total_incl_tax: 130.47, problems: [] });
    await cart.update({ sku: 'OATS', qty: 1, item_id: line!.item_id });
    expect(await cart.pull()).toMatchObject([{ qty: 1 }]);
    await cart.update({ sku: 'OATS', qty: 0, item_id: String(line!.item_id) });
    expect(await cart.pull()).toEqual([]);
  });

  test('a cart update returns the whole cart on request', async () => {
    const cart = await guest();
    const { body } = await shop.post(
      '/api/cart/update?whole=true',
      { cartItem: { sku: 'TEA', qty: 2 } },
      { 'x-cart-token': cart.token },
    );
    expect(body.meta).toMatchObject({
      cartVersion: 1,
      cart: { items: [{ sku: 'TEA', qty: 2 }], totals: { grand_total: 119.98, tax_amount: 15.65 } },
    });
  });

  test('a cart accepts a variant by the parent sku with options, or by its own sku', async () => {
    const cart = await guest();
    const { body: tee } = await shop.get('/api/product/list?skus=TEE');
    const [option] = tee.result.items[0].configurable_options;
    const blue = option.values.find(({ label }: { label: string }) => label === 'Blue').value_index;
    const configurable_item_options = [{ option_id: option.attribute_id, option_value: Number(blue) }];
    const product_option = { extension_attributes: { configurable_item_options } };
    await cart.update({ sku: 'TEE', qty: 1, product_option });
    await cart.update({ sku: 'TEE-BLUE', qty: 1 });
    expect(await cart.pull()).toMatchObject([
      {
        sku: 'TEE-BLUE',
        parentSku: 'TEE',
        qty: 2,
        name: 'Tee',
        options: [{ label: expect.any(String), value: 'Blue' }],
      },
    ]);
  });

  test('a cart changes the variant of a line in place (CART-6)', async () => {
    const cart = await guest();
    await cart.update({ sku: 'TEE-BLUE', qty: 1 });
    await cart.update({ sku: 'OATS', qty: 1 });
    const [line] = await cart.pull();
    await cart.update({ sku: 'TEE-RED', qty: 2, item_id: line!.item_id });
    expect(await cart.pull()).toMatchObject([
      { sku: 'TEE-RED', qty: 2, price_incl_tax: 199 },
      { sku: 'OATS' },
    ]);
  });

  test('a cart accepts the formats of old clients: option maps, numbers as text, a quantity alone, removing one variant', async () => {
    const cart = await guest();
    await cart.update({ sku: 'TEE-RED', qty: '1' });
    await cart.update({ sku: 'TEE-BLUE', qty: 1 });
    const lines = (await cart.pull()) as unknown as (Item & { product_option: OptionsOfTest })[];
    const [chosen] = lines[0]!.product_option.extension_attributes.configurable_item_options;
    const item_id = String(lines[0]!.item_id);
    const map = { extension_attributes: { configurable_item_options: { 0: chosen } } };
    const empty = { extension_attributes: { configurable_item_options: [], custom_options: {} } };
    for (const [qty, product_option] of [
      ['2', undefined],
      [3, null],
      ['4', empty],
      [3, map],
    ] as const) {
      const response = await cart.update({ sku: 'TEE', qty, item_id, product_option, quoteId: cart.token });
      expect(response.body.result).toMatchObject({ sku: 'TEE-RED', qty: Number(qty) });
    }
    await cart.delete({ sku: 'TEE', product_option: map, quoteId: cart.token });
    expect(await cart.pull()).toMatchObject([{ sku: 'TEE-BLUE', qty: 1 }]);
  });

  test('a cart is created and loses its coupon by a JSON request with an empty body', async () => {
    const { body } = await shop.post('/api/cart/create?token=', '');
    const caller = { 'x-cart-token': body.result };
    expect((await shop.post('/api/cart/delete-coupon?token=', '', caller)).body.result).toBe(true);
    expect(problem(await shop.post('/api/cart/update?token=', '', caller))).toEqual([400, 'invalid_input']);
  });

  test('a cart splits a grouped product into its parts and prices bundles and options', async () => {
    const cart = await guest();
    await cart.update({ sku: 'SET', qty: 1 });
    const choose = (custom_options: object[], bundle_options: object[] = []) => ({
      extension_attributes: { custom_options, bundle_options },
    });
    await cart.update({ sku: 'BREAD', qty: 2, product_option: choose([{ option_id: 1, option_value: 2 }]) });
    const { body: bundleBody } = await shop.get('/api/product/list?skus=BOX');
    const [{ product_links: links }] = bundleBody.result.items[0].bundle_options;
    const bundle = [{ option_id: 1, option_qty: 2, option_selections: [links[0].id] }];
    await cart.update({ sku: 'BOX', qty: 1, product_option: choose([], bundle) });
    expect(await cart.pull()).toMatchObject([
      { sku: 'OATS', qty: 1 },
      { sku: 'MILK', qty: 1 },
      { sku: 'BREAD', qty: 2, price_incl_tax: 28, options: [{ label: 'Slicing', value: 'Sliced' }] },
      { sku: 'BOX', qty: 1, price_incl_tax: 86.98 },
    ]);
  });

  test('a cart keeps a sold-out line and reports its problem (spec D23)', async () => {
    const cart = await guest();
    expect((await cart.update({ sku: 'GONE', qty: 1 })).status).toBe(200);
    expect(await cart.pull()).toMatchObject([
      { sku: 'GONE', is_in_stock: false, problems: ['out_of_stock'] },
    ]);
  });
});

test('a quantity above the stock that is left can be reduced, but not raised (spec D23)', async () => {
  const cart = await guest();
  await cart.update({ sku: 'RICE', qty: 8 });
  const [line] = await cart.pull();
  const fewLeft = { 'products.csv': 'sku,qty\nRICE,2\n' };
  expect(await withFiles(fewLeft, (folder) => importInto(shop.db, folder))).toMatchObject({ ok: true });
  await expect
    .poll(async () => (await cart.pull())[0]!.problems, { message: 'the cart knows the new stock' })
    .toEqual(['quantity_too_high']);
  const change = (qty: number) => cart.update({ sku: 'RICE', qty, item_id: line!.item_id });
  expect(problem(await change(9))).toEqual([409, 'quantity_too_high']);
  expect((await change(5)).status).toBe(200);
  expect(await cart.pull()).toMatchObject([{ qty: 5 }]);
});

test('a cart holds 500 lines; another product is refused, more units of a line are not', async () => {
  const cart = await guest();
  const { cart_id } = await shop.db
    .selectFrom('cart_token')
    .select('cart_id')
    .where('hash', '=', hashOf(cart.token))
    .executeTakeFirstOrThrow();
  const lines = Array.from({ length: 499 }, (_, index) => ({
    ...{ cart_id, line_key: `line ${index}`, sku: `GONE-${index}`, parent_sku: '', qty: 1 },
    product_option: JSON.stringify(productOption()),
  }));
  await shop.db.insertInto('cart_line').values(lines).execute();
  expect((await cart.update({ sku: 'OATS', qty: 1 })).status).toBe(200);
  expect(problem(await cart.update({ sku: 'TEA', qty: 1 }))).toEqual([409, 'cart_full']);
  expect((await cart.update({ sku: 'OATS', qty: 1 })).status).toBe(200);
  expect(await cart.pull()).toHaveLength(500);
});

describe('a cart rejects bad input and stays unchanged', () => {
  test.each([
    ['an unknown sku', { sku: 'NOPE', qty: 1 }, [404, 'product_not_found']],
    ['a negative quantity', { sku: 'OATS', qty: -1 }, [400, 'quantity_invalid']],
    ['a fraction', { sku: 'OATS', qty: 1.5 }, [400, 'quantity_invalid']],
    ['2^53', { sku: 'OATS', qty: 2 ** 53 }, [400, 'quantity_invalid']],
    ['more than are in stock', { sku: 'MILK', qty: 3 }, [409, 'quantity_too_high']],
    ['a product without a price', { sku: 'FREE', qty: 1 }, [409, 'price_unknown']],
    ['a product without its options', { sku: 'TEE', qty: 1 }, [400, 'options_invalid']],
    ['a required option left out', { sku: 'BREAD', qty: 1 }, [400, 'options_invalid']],
    ['a child of another parent', { sku: 'TEE-RED', parentSku: 'SET', qty: 1 }, [400, 'options_invalid']],
    ['a line that does not exist', { sku: 'OATS', qty: 1, item_id: 1 }, [404, 'cart_item_not_found']],
    ['no body', undefined, [400, 'invalid_input']],
  ])('%s', async (_what, item, expected) => {
    const cart = await guest();
    await cart.update({ sku: 'OATS', qty: 1 });
    const refused = await cart.post('/api/cart/update', item ? { cartItem: item } : {});
    expect(problem(refused)).toEqual(expected);
    expect(await cart.pull()).toMatchObject([{ sku: 'OATS', qty: 1 }]);
  });

  test('a cart reports the available quantity when a quantity exceeds the stock', async () => {
    const { body } = await (await guest()).update({ sku: 'MILK', qty: 3 });
    expect(body.result).toBe('Only 2 products of this type are available.');
  });

  test('a cart refuses a product without a price with the sentence of spec commerce 8', async () => {
    const { body } = await (await guest()).update({ sku: 'FREE', qty: 1 });
    expect(body.result).toBe('Product price is unknown, product cannot be added to the cart!');
  });

  test('a cart is not found by an unknown token or by an id (T3)', async () => {
    for (const token of ['', 'x', '1', 'a'.repeat(5000)]) {
      expect(problem(await shop.get('/api/cart/pull', { 'x-cart-token': token }))).toEqual([
        404,
        'cart_not_found',
      ]);
    }
  });
});

test('a cart opens by its header before the cartId query parameter, which old clients send (spec D4)', async () => {
  const { token } = await guest();
  const address = `/api/cart/pull?token=&cartId=${token}`;
  const response = await shop.get(address);
  expect([response.status, response.body.result]).toEqual([200, []]);
  expect((await shop.get(address, { 'x-cart-token': token })).status).toBe(200);
  expect(problem(await shop.get(address, { 'x-cart-token': `${token}, ${token}` }))[0]).toBe(404);
  expect(problem(await shop.get('/api/cart/pull?token=&cartId='))).toEqual([404, 'cart_not_found']);
});

describe('cart write with an idempotency key (spec D13)', () => {
  test('a cart write with a key counts once when it is sent a hundred times at once', async () => {
    const cart = await guest();
    const key = { 'idempotency-key': crypto.randomUUID() };
    const responses = await Promise.all(
      Array.from({ length: 100 }, () => cart.update({ sku: 'TEA', qty: 1 }, key)),
    );
    expect(new Set(responses.map(({ body }) => body.meta.cartVersion))).toEqual(new Set([1]));
    expect(await cart.pull()).toMatchObject([{ qty: 1 }]);
  });

  test('a key with another meaning is refused, and a refused write is not stored', async () => {
    const cart = await guest();
    const key = { 'idempotency-key': crypto.randomUUID() };
    expect((await cart.update({ sku: 'MILK', qty: 9 }, key)).status).toBe(409);
    expect((await cart.update({ sku: 'MILK', qty: 1 }, key)).status).toBe(200);
    expect(problem(await cart.update({ sku: 'MILK', qty: 2 }, key))).toEqual([409, 'idempotency_conflict']);
    expect(await cart.pull()).toMatchObject([{ qty: 1 }]);
  });

  test('a key counts once across the tokens of a customer', async () => {
    const cart = await guest();
    const key = newKey();
    for (const quoteId of ['one', 'other']) {
      expect((await cart.update({ sku: 'OATS', qty: 1, quoteId }, key)).status).toBe(200);
    }
    expect(await cart.pull()).toMatchObject([{ qty: 1 }]);
  });

  test('concurrent additions of two devices both count', async () => {
    const cart = await guest();
    await Promise.all(Array.from({ length: 20 }, () => cart.update({ sku: 'TEA', qty: 1 })));
    expect(await cart.pull()).toMatchObject([{ qty: 20 }]);
  });
});

describe('cart totals', () => {
  test('cart totals round the unit price first and show tax by rate in their segments', async () => {
    const cart = await guest();
    await cart.update({ sku: 'TEA', qty: 3 });
    await cart.update({ sku: 'OATS', qty: 1 });
    expect(await cart.totals()).toMatchObject({
      subtotal_incl_tax: 223.46,
      grand_total: 223.46,
      tax_amount: 23.47,
      items_qty: 4,
      total_segments: [
        { code: 'subtotal', value: 223.46 },
        { code: 'subtotal_incl_tax', value: 223.46 },
        { code: 'payment', value: 0 },
        { code: 'tax', value: 23.47 },
        { code: 'grand_total', value: 223.46 },
      ],
    });
  });

  test('a wrong coupon is refused and changes nothing (spec D24)', async () => {
    const cart = await guest();
    await cart.update({ sku: 'TEA', qty: 1 });
    const wrong = await cart.post('/api/cart/apply-coupon?coupon=NOPE');
    expect(wrong).toMatchObject({ status: 400, body: { result: 'Incorrect coupon code.' } });
    expect('coupon_code' in (await cart.totals())).toBe(false);
  });

  test('guessing coupon codes is refused after five attempts (T2)', async () => {
    const cart = await guest();
    const attempts = [];
    for (let index = 0; index < 8; index++)
      attempts.push(await cart.post(`/api/cart/apply-coupon?coupon=G${index}`));
    expect(attempts.map(({ status }) => status)).toContain(429);
  });

  test('a cart offers pay on delivery (PAY-6)', async () => {
    const cart = await guest();
    await cart.update({ sku: 'TEA', qty: 1 });
    expect((await cart.get('/api/cart/payment-methods')).body.result).toEqual([
      {
        code: 'cashondelivery',
        title: 'Pay on delivery',
        cost: 0,
        cost_incl_tax: 0,
        default: true,
        offline: true,
        is_server_method: false,
      },
    ]);
  });
});
