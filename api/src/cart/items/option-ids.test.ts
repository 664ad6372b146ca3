import { lineKey } from '@fynbos/core/cart/cart-line.ts';
import { productOption } from '@fynbos/core/catalogue/product-option.ts';
import { behindProxy, freshAddress } from '@fynbos/test-kit/accounts/customers.ts';
import { type Item, newCart, type TestCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { deliveryFile, orderOf } from '@fynbos/test-kit/orders/order-body.ts';
import { orderLinkOf } from '@fynbos/test-kit/orders/order-link.ts';
import { openSmallShop } from '@fynbos/test-kit/shop/small-shop.ts';
import type { TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** Clients name options by ids of the catalogue or of the product; stored lines have those of the product (ADR-013). */

const cell = (options: object) => `"${JSON.stringify(options).replaceAll('"', '""')}"`;
const link = (id: string, sku: string) => ({ id, sku, qty: 1 });
const tray = [
  { option_id: 1, title: 'Hot', type: 'radio', product_links: [link('1', 'TEA'), link('2', 'OATS')] },
  { option_id: 2, title: 'Sweet', type: 'checkbox', product_links: [link('1', 'TEA'), link('2', 'OATS')] },
];
const print = [
  {
    ...{ option_id: 1, title: 'Colour', type: 'radio' },
    values: [
      { option_type_id: 1, title: 'Black', price: 0 },
      { option_type_id: 2, title: 'Gold', price: 10 },
    ],
  },
  {
    ...{ option_id: 2, title: 'Extras', type: 'checkbox' },
    values: [
      { option_type_id: 1, title: 'Ribbon', price: 1 },
      { option_type_id: 2, title: 'Card', price: 2 },
    ],
  },
  { option_id: 3, title: 'Text', type: 'field', price: 5 },
];
const files = {
  'products.csv':
    'sku,type_id,parent_sku,configurable_attributes,name,price_incl_tax,tax_class,qty,colour,bundle_options,custom_options\n' +
    'TEA,simple,,,Tea,60.00,standard,1000,,,\nOATS,simple,,,Oats,50.00,standard,1000,,,\n' +
    `FIRST,simple,,,First mug,100.00,standard,1000,,,${cell(print)}\n` +
    `MUG,simple,,,Mug,100.00,standard,1000,,,${cell(print)}\n` +
    `DAY,bundle,,,Day tray,,standard,,,${cell(tray)},\nNIGHT,bundle,,,Night tray,,standard,,,${cell(tray)},\n` +
    `SHIRT,configurable,,colour,Shirt,,standard,,,,${cell(print)}\n` +
    'SHIRT-RED,simple,SHIRT,,Shirt red,100.00,standard,1000,Red,,\n',
  'delivery.csv': deliveryFile,
};

let shop: TestShop;
beforeAll(async () => {
  shop = await openSmallShop(files, behindProxy);
});
afterAll(() => shop.close());

const guest = () => newCart(shop, { 'x-forwarded-for': freshAddress() });
const document = async (sku: string) => {
  const filters = { sku: { eq: sku } };
  const { body } = await shop.post('/api/catalog/fynbos/product/_search', { filters });
  return body.items[0];
};
const custom = (...custom_options: object[]) => ({ extension_attributes: { custom_options } });
const bundle = (...bundle_options: object[]) => ({ extension_attributes: { bundle_options } });

/** The choice gold, ribbon and card, and a text, by the ids of the product and of the catalogue. */
async function printed(sku: string, text = '1,2') {
  const [colour, extras, words] = (await document(sku)).custom_options;
  const old = custom(
    { option_id: 1, option_value: 2 },
    { option_id: 2, option_value: '1,2' },
    { option_id: 3, option_value: text },
  );
  const now = custom(
    { option_id: colour.option_id, option_value: colour.values[1].option_type_id },
    {
      option_id: extras.option_id,
      option_value: extras.values.map((value: { option_type_id: number }) => value.option_type_id).join(),
    },
    { option_id: words.option_id, option_value: text },
  );
  return { old, now };
}

/** Tea, and tea and oats, by the ids of the product and of the catalogue. */
async function served(sku: string) {
  const [hot, sweet] = (await document(sku)).bundle_options;
  const idsIn = (option: { product_links: { id: string }[] }) => option.product_links.map(({ id }) => id);
  const old = bundle(
    { option_id: 1, option_qty: 1, option_selections: ['1'] },
    { option_id: 2, option_qty: 1, option_selections: ['1', '2'] },
  );
  const now = bundle(
    { option_id: hot.option_id, option_qty: 1, option_selections: [idsIn(hot)[0]] },
    { option_id: sweet.option_id, option_qty: 1, option_selections: idsIn(sweet) },
  );
  return { old, now };
}

/** The configuration of a line as clients compare it: the first list that is not empty (wire contract 5.2). */
const comparedOf = (item: Item) => {
  const chosen = (item as unknown as { product_option: ReturnType<typeof productOption> }).product_option
    .extension_attributes;
  const lists = [chosen.bundle_options, chosen.custom_options, chosen.configurable_item_options];
  return JSON.stringify(lists.find((list) => list.length > 0));
};

const storedLines = async (token: string) =>
  (
    await sql<{ line_key: string; product_option: ReturnType<typeof productOption> }>`
      select line_key, product_option from cart_line
      join cart_token on cart_token.cart_id = cart_line.cart_id
      where cart_token.hash = sha256(${token}::bytea) order by cart_line.id`.execute(shop.db)
  ).rows;

const products = [
  ['MUG', printed],
  ['DAY', served],
] as const;

describe('a line whose options are named by old ids', () => {
  test.each(products)(
    'of %s is the line of the ids of the catalogue, and has those',
    async (sku, choices) => {
      const { old, now } = await choices(sku);
      const cart = await guest();
      const { status, body } = await cart.update({ sku, qty: 1, product_option: old });
      expect([status, body.result.product_option]).toMatchObject([200, readable(now)]);
      expect((await cart.update({ sku, qty: 2, product_option: now })).status).toBe(200);
      const lines = await cart.pull();
      expect(lines).toMatchObject([{ sku, qty: 3, problems: [], product_option: readable(now) }]);
      for (const product_option of [old, now]) {
        const [{ item_id }] = (await cart.pull()) as [Item];
        expect((await cart.update({ sku, qty: 1, item_id, product_option })).status).toBe(200);
        expect((await cart.delete({ sku, product_option })).status).toBe(200);
        expect(await cart.pull()).toEqual([]);
        await cart.update({ sku, qty: 1, product_option: now });
      }
    },
  );

  test('is stored as earlier versions store it, so that they can continue with the cart (ADR-028)', async () => {
    const cart = await guest();
    const { now } = await printed('MUG');
    await cart.update({ sku: 'MUG', qty: 1, product_option: now });
    const product_option = productOption({
      custom_options: [
        { option_id: '1', option_value: '2' },
        { option_id: '2', option_value: '1,2' },
        { option_id: '3', option_value: '1,2' },
      ],
    });
    expect(await storedLines(cart.token)).toEqual([
      { line_key: lineKey({ sku: 'MUG', product_option }), product_option },
    ]);
  });

  test('may be of a variant with the options of its parent product', async () => {
    const { old, now } = await printed('SHIRT');
    const cart = await guest();
    expect((await cart.update({ sku: 'SHIRT-RED', qty: 1, product_option: old })).status).toBe(200);
    expect((await cart.update({ sku: 'SHIRT-RED', qty: 1, product_option: now })).status).toBe(200);
    const [line] = (await cart.pull()) as [Item & { product_option: { extension_attributes: object } }];
    expect(line).toMatchObject({ qty: 2, parentSku: 'SHIRT', product_option: readable(now) });
    const parent = { ...line.product_option.extension_attributes, ...old.extension_attributes };
    const product_option = { extension_attributes: parent };
    expect((await cart.update({ sku: 'SHIRT', qty: 1, product_option })).status).toBe(200);
    expect(await cart.pull()).toMatchObject([{ qty: 3 }]);
  });

  test('keeps a text that looks like an id', async () => {
    const { custom_options } = await document('MUG');
    const text = `${custom_options[0].values[1].option_type_id},2`;
    const { old } = await printed('MUG', text);
    const cart = await guest();
    await cart.update({ sku: 'MUG', qty: 1, product_option: old });
    expect(await cart.pull()).toMatchObject([{ options: [{}, {}, { value: text }] }]);
    const [stored] = await storedLines(cart.token);
    expect(stored?.product_option.extension_attributes.custom_options[2]).toEqual({
      option_id: '3',
      option_value: text,
    });
  });

  test('is refused where it names an option of another product', async () => {
    const { now } = await printed('SHIRT');
    const cart = await guest();
    const { status, body } = await cart.update({ sku: 'MUG', qty: 1, product_option: now });
    expect([status, body.meta.problem]).toEqual([400, 'options_invalid']);
  });
});

/** A configuration as responses have it: ids as text, except those of bundle options. */
function readable({ extension_attributes: chosen }: { extension_attributes: object }) {
  const { custom_options = [] } = chosen as { custom_options?: Record<string, unknown>[] };
  const texts = custom_options.map(({ option_id, option_value }) => ({
    option_id: String(option_id),
    option_value: String(option_value),
  }));
  return { extension_attributes: { ...chosen, ...(texts.length > 0 && { custom_options: texts }) } };
}

describe('two products with the same ids in their file', () => {
  test.each([
    ['bundles', ['DAY', 'NIGHT'], served],
    ['products with custom options', ['FIRST', 'MUG'], printed],
  ] as const)(
    'as %s never look like one line to a client that compares option ids',
    async (_, skus, choices) => {
      const cart = await guest();
      for (const sku of skus) await cart.update({ sku, qty: 1, product_option: (await choices(sku)).old });
      const lines = await cart.pull();
      expect(new Set(lines.map(comparedOf)).size).toBe(2);
    },
  );
});

describe('an order', () => {
  const ordered = async (cart: TestCart, product_option: object) => {
    const sent = await orderOf(cart);
    const named = sent.products.map((product) => ({ ...product, product_option }));
    return { ...sent, products: named };
  };

  test.each(products)('of %s names options by either id, and is the same order', async (sku, choices) => {
    const { old, now } = await choices(sku);
    for (const [added, first, second] of [
      [old, old, now],
      [now, now, now],
      [old, now, now],
      [now, old, old],
    ] as const) {
      const cart = await guest();
      await cart.update({ sku, qty: 1, product_option: added });
      const sent = await ordered(cart, canonical(first));
      const placed = await cart.post('/api/order', sent);
      expect(placed.status).toBe(200);
      const products = sent.products.map((product) => ({ ...product, product_option: canonical(second) }));
      const repeated = await cart.post('/api/order', { ...sent, products });
      expect([repeated.status, repeated.body.result]).toEqual([200, placed.body.result]);
    }
  });

  test('with another choice under the same id is refused', async () => {
    const { now } = await printed('MUG');
    const cart = await guest();
    await cart.update({ sku: 'MUG', qty: 1, product_option: now });
    const sent = await ordered(cart, canonical(now));
    expect((await cart.post('/api/order', sent)).status).toBe(200);
    const changed = canonical(custom({ option_id: 1, option_value: '1' }));
    const products = sent.products.map((product) => ({ ...product, product_option: changed }));
    const { status, body } = await cart.post('/api/order', { ...sent, products });
    expect([status, body.meta.problem]).toEqual([409, 'idempotency_conflict']);
  });

  test('of an earlier version can be ordered again', async () => {
    const { old, now } = await printed('MUG');
    const cart = await guest();
    await cart.update({ sku: 'MUG', qty: 2, product_option: old });
    const { body } = await cart.post('/api/order', await orderOf(cart));
    const { orderNumber } = body.result;
    const { rows } = await sql<{ product_option: object }>`select product_option from order_line
      join sales_order on sales_order.id = order_line.order_id where number = ${orderNumber}`.execute(
      shop.db,
    );
    expect(rows).toMatchObject([{ product_option: canonical(old) }]);
    const next = await guest();
    const sent = { link: await orderLinkOf(shop.db, orderNumber) };
    expect((await next.post('/api/order/reorder', sent)).body.result.added).toMatchObject([
      { sku: 'MUG', qty: 2 },
    ]);
    expect(await next.pull()).toMatchObject([
      { sku: 'MUG', qty: 2, problems: [], product_option: readable(now) },
    ]);
  });
});

/** A configuration as our pages send it: all lists, ids as text. */
function canonical(option: { extension_attributes: object }) {
  const { custom_options = [], bundle_options = [] } = readable(option).extension_attributes as {
    custom_options?: { option_id: string; option_value: string }[];
    bundle_options?: { option_id: number; option_qty: number; option_selections: string[] }[];
  };
  return productOption({ custom_options, bundle_options });
}
