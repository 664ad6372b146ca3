import { newCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { withFiles } from '@fynbos/test-kit/catalogue/catalogue-state.ts';
import { deliveryFile, order } from '@fynbos/test-kit/orders/order-body.ts';
import { openSmallShop, search } from '@fynbos/test-kit/shop/small-shop.ts';
import type { TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importShop } from '../shop-import.ts';

/** The messages of a product, and the other fields that old clients know of it (spec commerce 3 and 5). */

const cell = (value: unknown) => `"${JSON.stringify(value).replaceAll('"', '""')}"`;
const link = (sku: string) => ({ sku, qty: 1, is_default: true });
const parts = (sku: string) => [
  { option_id: 1, title: 'Part', required: true, type: 'radio', product_links: [link(sku)] },
];
const files = {
  'products.csv':
    'sku,type_id,parent_sku,configurable_attributes,name,price,qty,colour,associated,bundle_options,errors,info\n' +
    'TEA,simple,,,Tea,10,9,,,,,Harvested in May|Store it dry\n' +
    'RUSKS,simple,,,Rusks,20,9,,,,Recalled: it may contain nuts.|Bring it back.,\n' +
    'SHIRT,configurable,,colour,Shirt,,,,,,Sold in our stores only.,\nSHIRT-RED,simple,SHIRT,,Red,30,9,Red,,,,\n' +
    'CAP,configurable,,colour,Cap,,,,,,,\nCAP-RED,simple,CAP,,Red,30,9,Red,,,Recalled.,\n' +
    'CAP-BLUE,simple,CAP,,Blue,30,9,Blue,,,,\n' +
    'SET,grouped,,,Set,,,,TEA,,Not now.,\nHAMPER,grouped,,,Hamper,,,,TEA|RUSKS,,,\n' +
    `BOX,bundle,,,Box,,,,,${cell(parts('RUSKS'))},,\nGIFT,bundle,,,Gift,,,,,${cell(parts('TEA'))},,\n`,
  'delivery.csv': deliveryFile,
};

let shop: TestShop;
beforeAll(async () => {
  shop = await openSmallShop(files);
});
afterAll(() => shop.close());

async function document(sku: string) {
  const { items } = await search(shop, { filters: { sku: { eq: sku } } });
  return items[0];
}

const load = (more: Record<string, string>) => withFiles(more, (folder) => importShop(shop.db, folder));
const problemOf = ({ status, body }: { status: number; body: { meta?: { problem?: string } } }) =>
  `${status} ${body.meta?.problem}`;

describe('errors of a product', () => {
  const buy = async (sku: string, more: object = {}) =>
    (await newCart(shop)).update({ sku, qty: 1, ...more });

  test.each([
    ['a simple product', 'RUSKS'],
    ['a variant of a blocked product', 'SHIRT-RED'],
    ['a blocked variant', 'CAP-RED'],
    ['a group', 'SET'],
    ['a group with a blocked part', 'HAMPER'],
  ])('block %s from the cart (spec commerce 5)', async (_, sku) => {
    expect(problemOf(await buy(sku))).toBe('409 product_unavailable');
  });

  test('block a bundle that contains the product, and no other product', async () => {
    const chosen = { option_id: 1, option_qty: 1, option_selections: ['1'] };
    const product_option = { extension_attributes: { bundle_options: [chosen] } };
    expect(problemOf(await buy('BOX', { product_option }))).toBe('400 options_invalid');
    expect((await buy('GIFT', { product_option })).status).toBe(200);
    for (const sku of ['TEA', 'CAP-BLUE']) expect((await buy(sku)).status).toBe(200);
  });

  test('block an order of what is already in a cart, until the import removes them', async () => {
    const cart = await newCart(shop);
    await cart.update({ sku: 'TEA', qty: 1 });
    await load({ 'products.csv': 'sku,errors\nTEA,Recalled.\n' });
    await expect.poll(() => cart.pull()).toMatchObject([{ sku: 'TEA', problems: ['product_unavailable'] }]);
    expect(problemOf(await order(cart))).toBe('409 order_lines_unavailable');
    await load({ 'products.csv': 'sku,errors\nTEA,\n' });
    await expect.poll(() => cart.pull()).toMatchObject([{ sku: 'TEA', problems: [] }]);
    expect((await order(cart)).status).toBe(200);
  });
});

test('a document has its messages, and none where there are none', async () => {
  expect(await document('RUSKS')).toMatchObject({
    errors: { 1: 'Recalled: it may contain nuts.', 2: 'Bring it back.' },
  });
  expect((await document('TEA')).info).toEqual({ 1: 'Harvested in May', 2: 'Store it dry' });
  const cap = await document('CAP');
  expect('errors' in cap || 'info' in cap).toBe(false);
  const children: { sku: string; errors?: object }[] = cap.configurable_children;
  expect(Object.fromEntries(children.map(({ sku, errors }) => [sku, errors]))).toEqual({
    'CAP-RED': { 1: 'Recalled.' },
    'CAP-BLUE': undefined,
  });
});

test('a document has its own sku and id as those of the parent', async () => {
  const tea = await document('TEA');
  expect(tea).toMatchObject({ parentSku: 'TEA', parentId: tea.id });
});

test('messages of an index dump are imported; fields that clients fill themselves are not', async () => {
  const dump = {
    ...{ sku: 'DUMPED', type_id: 'simple', name: 'Dumped', price: 10, status: 1, visibility: 4 },
    ...{ errors: { stock: 'Not for sale.', empty: '', none: null }, info: {} },
    ...{ qty: 1, parentId: 77, is_configured: true, configuration: { colour: 1 }, selectedVariant: {} },
  };
  expect((await load({ 'products.jsonl': JSON.stringify(dump) })).problems).toEqual([]);
  await expect.poll(() => document('DUMPED')).toBeDefined();
  const document_ = await document('DUMPED');
  expect(document_).toMatchObject({ errors: { stock: 'Not for sale.' }, parentId: document_.id });
  for (const field of ['info', 'qty', 'is_configured', 'configuration', 'selectedVariant'])
    expect(field in document_).toBe(false);
});

test('links of a group have an id, and are part of it by default, unless the import says otherwise', async () => {
  const links = async (sku: string) =>
    (await document(sku)).product_links.map((entry: Record<string, unknown>) => [
      entry.linked_product_sku,
      entry.id,
      entry.is_default,
    ]);
  expect(await links('HAMPER')).toEqual([
    ['TEA', '1', true],
    ['RUSKS', '2', true],
  ]);
  const to = (linked_product_sku: string, more: object = {}) => ({
    ...{ linked_product_sku, link_type: 'associated', qty: 1, ...more },
  });
  const product_links = [
    to('TEA', { id: 40, is_default: false }),
    to('CAP-BLUE', { id: '41', is_default: 1 }),
  ];
  const dump = { sku: 'PACK', type_id: 'grouped', name: 'Pack', price: 0, product_links };
  await load({ 'products.jsonl': JSON.stringify(dump) });
  await expect.poll(() => document('PACK')).toBeDefined();
  expect(await links('PACK')).toEqual([
    ['TEA', '40', false],
    ['CAP-BLUE', '41', true],
  ]);
});

test('a value of a custom option has a quantity, and the product that its sku names', async () => {
  const values = [
    { title: 'With two teas', price: 5, sku: 'TEA', qty: 2 },
    { title: 'With a card', price: 1, sku: 'no-product' },
  ];
  const options = [{ title: 'Extra', type: 'drop_down', values }];
  await load({ 'products.csv': `sku,name,price,qty,custom_options\nMUG,Mug,10,9,${cell(options)}\n` });
  await expect.poll(() => document('MUG')).toBeDefined();
  const valuesOf = async () => (await document('MUG')).custom_options[0].values;
  const { id } = await document('TEA');
  const [first, second] = await valuesOf();
  expect(first).toMatchObject({ qty: 2, product: { id, sku: 'TEA', name: 'Tea', url_path: 'tea' } });
  expect(second).toMatchObject({ sku: 'no-product', qty: 1 });
  expect('product' in second).toBe(false);
  // The document follows a change of that product.
  await load({ 'products.csv': 'sku,name\nTEA,Rooibos\n' });
  await expect.poll(async () => (await valuesOf())[0].product.name).toBe('Rooibos');
  await load({ 'products.csv': 'sku,status\nTEA,2\n' });
  await expect.poll(async () => (await valuesOf())[0].product).toBeUndefined();
});
