import { readProductOption } from '@fynbos/core/catalogue/read-product-option.ts';
import { behindProxy, freshAddress } from '@fynbos/test-kit/accounts/customers.ts';
import { newCart, type TestCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { invariantViolations } from '@fynbos/test-kit/orders/order-audit.ts';
import { deliveryFile, orderFor, orderOf } from '@fynbos/test-kit/orders/order-body.ts';
import { openSmallShop } from '@fynbos/test-kit/shop/small-shop.ts';
import type { TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** The options of a line decide its price and the stock it uses. No option is free by accident. */

const cell = (value: unknown) => `"${JSON.stringify(value).replaceAll('"', '""')}"`;
const gold = { option_type_id: 1, title: 'Gold leaf', price: 500, price_type: 'fixed' };
const plain = { option_type_id: 2, title: 'Plain', price: 0, price_type: 'fixed' };
const engraving = (is_require: boolean) => [
  { option_id: 1, title: 'Engraving', type: 'drop_down', is_require, values: [gold, plain] },
  { option_id: 2, title: 'Extras', type: 'checkbox', is_require, values: [gold, { ...plain, price: 10 }] },
  {
    option_id: 3,
    title: 'Words',
    type: 'field',
    is_require: false,
    price: 20,
    price_type: 'fixed',
    values: [],
  },
];
const parts = [
  {
    option_id: 1,
    title: 'Cake',
    required: true,
    type: 'radio',
    product_links: [
      { id: '1', sku: 'GOLDCAKE', qty: 1 },
      { id: '2', sku: 'BUN', qty: 1, is_default: true },
    ],
  },
  {
    option_id: 2,
    title: 'Extras',
    required: false,
    type: 'checkbox',
    product_links: [
      { id: '3', sku: 'RUSKS', qty: 1 },
      { id: '4', sku: 'BUN', qty: 2 },
    ],
  },
];
const offParts = [{ ...parts[0], product_links: [{ id: '1', sku: 'OFFCAKE', qty: 1, is_default: true }] }];
const ribbon = [{ option_id: 9, title: 'Ribbon', type: 'radio', is_require: true, values: [gold, plain] }];
const files = {
  'products.csv':
    'sku,type_id,parent_sku,configurable_attributes,name,price_incl_tax,tax_class,qty,colour,bundle_options,custom_options,status\n' +
    `RING,simple,,,Ring,100.00,standard,1000,,,${cell(engraving(false))},1\n` +
    `BAND,simple,,,Band,100.00,standard,1000,,,${cell(engraving(true))},1\n` +
    'GOLDCAKE,simple,,,Gold cake,900.00,standard,1000,,,,1\nBUN,simple,,,Bun,10.00,standard,,,,,1\n' +
    'RUSKS,simple,,,Rusks,50.00,standard,1000,,,,1\n' +
    `BOX,bundle,,,Box,,standard,,,${cell(parts)},,1\n` +
    `GIFTBOX,bundle,,,Gift box,,standard,,,${cell(parts)},${cell(ribbon)},1\n` +
    `GIFTCARD,virtual,,,Gift card,0,zero,,,,${cell(ribbon)},1\n` +
    `OFFCAKE,simple,,,Off cake,10.00,standard,9,,,,0\nOFFBOX,bundle,,,Off box,,standard,,,${cell(offParts)},,1\n` +
    `SHIRT,configurable,,colour,Shirt,,standard,,,,${cell(ribbon)},1\n` +
    'SHIRT-RED,simple,SHIRT,,Shirt red,100.00,standard,1000,Red,,,1\n',
  'delivery.csv': deliveryFile,
};

let shop: TestShop;
beforeAll(async () => {
  shop = await openSmallShop(files, behindProxy);
});
afterAll(() => shop.close());

const guest = () => newCart(shop, { 'x-forwarded-for': freshAddress() });
const chosen = (custom_options: unknown, bundle_options: unknown = []) => ({
  extension_attributes: { custom_options, bundle_options },
});
const bun = { option_id: 1, option_qty: 1, option_selections: ['2'] };
const goldCake = { ...bun, option_selections: ['1'] };
const labelsOf = (item: unknown) => (item as { options: { label: string; value: string }[] }).options;
const problemOf = ({ body }: { body: { meta?: { problem?: string } } }) => body.meta?.problem;

describe('a choice on a line is in its price (T1)', () => {
  const twice: readonly [string, object][] = [
    ['RING', chosen([choice(1, 1), choice(1, '')])],
    ['RING', chosen([choice(1, 1), choice(1, 2)])],
    ['RING', chosen([choice('1', '1'), choice(3, 'x'), choice(1, '2')])],
    ['RING', chosen({ a: choice(1, 1), b: choice(1, 2) })],
    ['BAND', chosen([choice(1, 1), choice(1, 2), choice(2, 1)])],
    ['BAND', chosen([choice(1, 2), choice(2, '1'), choice(2, '2')])],
    ['BOX', chosen([], [goldCake, bun])],
    ['BOX', chosen([], { a: goldCake, b: bun })],
    ['BOX', chosen([], [{ ...goldCake, option_qty: 7 }, bun])],
    ['BOX', chosen([], [bun, extras('3'), extras('4')])],
    ['GIFTBOX', chosen([choice(9, 1), choice(9, 2)], [bun])],
  ];
  const missing: readonly [string, object][] = [
    // A required choice is missing, although the request contains a value for it.
    ['BAND', chosen([choice(1, 2), choice(2, ',')])],
    ['BAND', chosen([choice(1, 2), choice(2, ',,,')])],
    ['BAND', chosen([choice(1, 2), choice(2, '1,1')])],
    ['GIFTBOX', chosen([], [bun])],
    ['GIFTBOX', chosen([choice(9, '')], [bun])],
    ['GIFTBOX', chosen([choice(9, 3)], [bun])],
    ['GIFTBOX', chosen([choice(9, 2), choice(1, 1)], [bun])],
    ['BOX', chosen([choice(9, 1)], [bun])],
    ['SHIRT-RED', chosen([])],
    ['SHIRT-RED', chosen([choice(1, 1)])],
  ];
  const counts = [0, -1, 0.5, 1e6, 999_999.5, 1e20, 1e308, '1e7', 'many', '٣', -0, 2 ** 53, 2 ** 31 + 0.5];

  test('a cart refuses duplicate, missing and out-of-range choices', async ({ task }) => {
    const attacks: (readonly [string, object])[] = [
      ...twice,
      ...missing,
      ...counts.map((qty) => ['BOX', chosen([], [{ ...bun, option_qty: qty }])] as const),
      ...counts.map((qty) => ['BOX', chosen([], [bun, { ...extras('3'), option_qty: qty }])] as const),
    ];
    const cart = await guest();
    for (const [sku, product_option] of attacks) {
      const response = await cart.update({ sku, qty: 1, product_option });
      const description = JSON.stringify(product_option);
      expect([sku, description, response.status, problemOf(response)]).toEqual([
        sku,
        description,
        400,
        'options_invalid',
      ]);
    }
    expect(await cart.pull()).toEqual([]);
    task.meta.attempts = attacks.length;
  });

  test('a line costs the price shown on the page, including custom options of a bundle and of a variant', async () => {
    const cases: [string, object, number, string[]][] = [
      [
        'RING',
        chosen([choice(1, 1), choice(2, '1,2'), choice(3, 'For Thandi')]),
        1130,
        ['Gold leaf', 'Gold leaf, Plain', 'For Thandi'],
      ],
      ['BOX', chosen([], [goldCake, extras('3', '4')]), 970, ['1 × Gold cake', '1 × Rusks, 2 × Bun']],
      ['BOX', chosen([], [{ ...bun, option_qty: 3 }]), 30, ['3 × Bun']],
      ['GIFTBOX', chosen([choice(9, 1)], [bun]), 510, ['Gold leaf', '1 × Bun']],
      ['SHIRT-RED', chosen([choice(9, 1)]), 600, ['Red', 'Gold leaf']],
    ];
    for (const [sku, product_option, price, labels] of cases) {
      const cart = await guest();
      expect([sku, (await cart.update({ sku, qty: 1, product_option })).status]).toEqual([sku, 200]);
      const [line] = await cart.pull();
      expect([sku, line!.price_incl_tax, labelsOf(line).map(({ value }) => value)]).toEqual([
        sku,
        price,
        labels,
      ]);
      expect((await cart.totals()).grand_total).toBe(price);
    }
  });

  test('a line does not show a count that its price does not use', async () => {
    const cart = await guest();
    const option = chosen([], [bun, { ...extras('3'), option_qty: 1000 }]);
    expect((await cart.update({ sku: 'BOX', qty: 1, product_option: option })).status).toBe(200);
    const [line] = await cart.pull();
    expect(labelsOf(line).map(({ value }) => value)).toEqual(['1 × Bun', '1 × Rusks']);
    expect(line!.price_incl_tax).toBe(60);
  });

  test('an invalid line from an older version is not ordered', async ({ task }) => {
    let attempts = 0;
    for (const [sku, product_option] of [...twice, ...missing]) {
      const cart = await guest();
      const right = { RING: chosen([]), BAND: chosen([choice(1, 2), choice(2, 2)]), BOX: chosen([], [bun]) };
      const option = right[sku as 'BOX'] ?? chosen([choice(9, 2)], sku === 'GIFTBOX' ? [bun] : []);
      expect((await cart.update({ sku, qty: 1, product_option: option })).status).toBe(200);
      await writeInto(cart, product_option);
      const response = await cart.post('/api/order', orderFor({ [sku]: 1 }));
      expect([sku, response.status, problemOf(response)]).toEqual([sku, 409, 'order_lines_unavailable']);
      attempts += 1;
    }
    task.meta.attempts = attempts;
    expect(await invariantViolations(shop.db)).toEqual([]);
  });

  test('a price of 0 is raised by its options, and is not bought without them', async () => {
    const cart = await guest();
    const update = (choices: object[]) =>
      cart.update({ sku: 'GIFTCARD', qty: 1, product_option: chosen(choices) });
    expect(problemOf(await update([choice(9, 2)]))).toBe('price_unknown');
    expect((await update([choice(9, 1)])).status).toBe(200);
    expect(await cart.pull()).toMatchObject([{ sku: 'GIFTCARD', price_incl_tax: 500 }]);
  });

  test('a part of a bundle needs status 1 (spec commerce 4)', async () => {
    const cart = await guest();
    const part = { option_id: '1', option_qty: 1, option_selections: ['1'] };
    const response = await cart.update({ sku: 'OFFBOX', qty: 1, product_option: chosen([], [part]) });
    expect(problemOf(response)).toBe('options_invalid');
  });

  test('a valid choice is ordered at its price', async () => {
    const cart = await guest();
    await cart.update({ sku: 'GIFTBOX', qty: 2, product_option: chosen([choice(9, 1)], [bun]) });
    const sent = await orderOf(cart, { grand_total: 1080 });
    expect((await cart.post('/api/order', sent)).status).toBe(200);
    expect(await invariantViolations(shop.db)).toEqual([]);
  });
});

function choice(option_id: unknown, option_value: unknown) {
  return { option_id, option_value };
}

function extras(...option_selections: string[]) {
  return { option_id: 2, option_qty: 1, option_selections };
}

/** Writes choices into the only line of a cart, as an older version of the shop stored them. */
async function writeInto(cart: TestCart, product_option: unknown): Promise<void> {
  const [line] = await cart.pull();
  await sql`update cart_line set product_option = ${JSON.stringify(readProductOption(product_option))}::json
    where id = ${line!.item_id}`.execute(shop.db);
}
