import { csvText } from '@fynbos/api/catalogue/import/format/csv.ts';
import { importShop } from '@fynbos/api/shop-import.ts';
import { newCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { withFiles } from '@fynbos/test-kit/catalogue/catalogue-state.ts';
import { deliveryFile, order } from '@fynbos/test-kit/orders/order-body.ts';
import { openWebShop, type WebShop } from '@fynbos/test-kit/shop/web-shop.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { apiOf } from '../web-api.ts';

/** What structured data, lists and the stock of the API promise is what the cart and the order do. */

const option = (more: object) => JSON.stringify([{ title: 'Grind', is_require: true, ...more }]);
const grind = { type: 'drop_down', values: [{ title: 'Fine', price: 0, price_type: 'fixed' }] };
const bundle = (type: string, qty: number, ...skus: string[]) =>
  JSON.stringify([
    {
      title: 'Part',
      required: true,
      type,
      product_links: skus.map((sku) => ({ sku, qty, is_default: true })),
    },
  ]);
const custom = (option_value: string) => ({ custom_options: [{ option_id: '1', option_value }] });
const parts = { bundle_options: [{ option_id: 1, option_qty: 1, option_selections: ['1'] }] };
const bought = { qty: '9' };

interface Case {
  cells: Record<string, string>;
  /** Whether an order can have it. */
  sold: boolean;
  /** What the cart gets, where that is not one unit of the product itself. */
  item?: { sku?: string; qty?: number; options?: object };
  /** Whether its structured data has no offer. */
  unpriced?: true;
}

const cases: Record<string, Case> = {
  PLAIN: { cells: bought, sold: true },
  UNCOUNTED: { cells: {}, sold: true },
  NONE: { cells: { qty: '0' }, sold: false },
  SWITCHED_OFF: { cells: { ...bought, is_in_stock: 'no' }, sold: false },
  LESS_THAN_ONE: { cells: { qty: '0.5' }, sold: false },
  BELOW_MINIMUM: { cells: { qty: '5', min_sale_qty: '6' }, sold: false, item: { qty: 6 } },
  AT_MINIMUM: { cells: { qty: '6', min_sale_qty: '6' }, sold: true, item: { qty: 6 } },
  KEPT_BACK: { cells: { qty: '5', min_qty: '5' }, sold: false },
  MAXIMUM_BELOW_MINIMUM: {
    cells: { ...bought, min_sale_qty: '4', max_sale_qty: '3' },
    sold: false,
    item: { qty: 4 },
  },
  BACKORDER: { cells: { qty: '0', backorders: '1', is_in_stock: 'yes' }, sold: true },
  FREE: { cells: { ...bought, price_incl_tax: '0' }, sold: false, unpriced: true },
  RECALLED: { cells: { ...bought, errors: 'Recalled.' }, sold: false },
  VIRTUAL: { cells: { ...bought, type_id: 'virtual' }, sold: true },
  VIRTUAL_NONE: { cells: { qty: '0', type_id: 'virtual' }, sold: false },
  DOWNLOAD: { cells: { ...bought, type_id: 'downloadable' }, sold: true },
  DOWNLOAD_FREE: {
    cells: { ...bought, type_id: 'downloadable', price_incl_tax: '0' },
    sold: false,
    unpriced: true,
  },
  OPTION: { cells: { ...bought, custom_options: option(grind) }, sold: true, item: { options: custom('1') } },
  OPTION_WITHOUT_VALUES: {
    cells: { ...bought, custom_options: option({ ...grind, values: [] }) },
    sold: false,
  },
  BUNDLE: {
    cells: { type_id: 'bundle', bundle_options: bundle('radio', 1, 'PLAIN') },
    sold: true,
    item: { options: parts },
  },
  BUNDLE_OF_NONE: {
    cells: { type_id: 'bundle', bundle_options: bundle('radio', 1, 'NONE') },
    sold: false,
    item: { options: parts },
  },
  BUNDLE_OF_TOO_FEW: {
    cells: { type_id: 'bundle', bundle_options: bundle('checkbox', 10, 'PLAIN') },
    sold: false,
    item: { options: parts },
  },
  BUNDLE_MINIMUM: {
    cells: { type_id: 'bundle', bundle_options: bundle('radio', 1, 'PLAIN'), min_sale_qty: '10' },
    sold: false,
    item: { qty: 10, options: parts },
  },
  ABOVE_MINIMUM: { cells: { qty: '90', min_sale_qty: '6' }, sold: true, item: { qty: 6 } },
  BUNDLE_OF_ONE_ABOVE_MINIMUM: {
    cells: { type_id: 'bundle', bundle_options: bundle('radio', 1, 'ABOVE_MINIMUM') },
    sold: true,
    item: { options: parts },
  },
  BUNDLE_OF_ONE_BELOW_MINIMUM: {
    cells: { type_id: 'bundle', bundle_options: bundle('radio', 1, 'BELOW_MINIMUM') },
    sold: false,
    item: { options: parts },
  },
  BUNDLE_RECALLED: {
    cells: { type_id: 'bundle', bundle_options: bundle('radio', 1, 'RECALLED') },
    sold: false,
    item: { options: parts },
    unpriced: true,
  },
  GROUP: { cells: { type_id: 'grouped', associated: 'PLAIN|VIRTUAL' }, sold: true, item: { sku: 'PLAIN' } },
  GROUP_OF_NONE: { cells: { type_id: 'grouped', associated: 'NONE' }, sold: false, item: { sku: 'NONE' } },
};

/** Two variants of each configurable product, and what the cart gets. */
const variants: Record<string, { children: Record<string, string>[]; sold: boolean; errors?: string }> = {
  SIZES: { children: [bought, { qty: '0' }], sold: true },
  SIZES_NONE: { children: [{ qty: '0' }, { qty: '0' }], sold: false },
  SIZES_DISABLED: { children: [{ ...bought, status: '2' }, { qty: '0' }], sold: false },
  SIZES_MINIMUM: { children: [{ qty: '2', min_sale_qty: '3' }, { qty: '0' }], sold: false },
  SIZES_FREE: { children: [bought, { ...bought, price_incl_tax: '0' }], sold: true },
  SIZES_RECALLED: { children: [{ ...bought, errors: 'Recalled.' }, { qty: '0' }], sold: false },
};

const columns = [
  ...[
    'sku',
    'name',
    'url_path',
    'categories',
    'type_id',
    'price_incl_tax',
    'parent_sku',
    'configurable_attributes',
  ],
  ...[
    'packsize',
    'qty',
    'is_in_stock',
    'min_sale_qty',
    'max_sale_qty',
    'min_qty',
    'backorders',
    'errors',
    'status',
  ],
  ...['bundle_options', 'custom_options', 'associated'],
];
const pathOf = (sku: string) => `promise-${sku.toLowerCase().replaceAll('_', '-')}`;
const base = (sku: string) => ({
  sku,
  name: `Promise ${sku}`,
  url_path: pathOf(sku),
  categories: 'Promises',
});
const isSet = ({ type_id }: Record<string, string>) => type_id === 'bundle' || type_id === 'grouped';
const rows: Record<string, string>[] = [
  ...Object.entries(cases).map(([sku, { cells }]) => ({
    ...base(sku),
    ...(!isSet(cells) && { price_incl_tax: '20' }),
    ...cells,
  })),
  ...Object.entries(variants).flatMap(([sku, { children }]) => [
    { ...base(sku), type_id: 'configurable', configurable_attributes: 'packsize' },
    ...children.map((cells, at) => ({
      ...{ sku: `${sku}-${at}`, name: `Promise ${sku} ${at}`, parent_sku: sku, packsize: `${at + 1} kg` },
      ...{ price_incl_tax: '30', ...cells },
    })),
  ]),
];
const products = csvText([columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))]);

let shop: WebShop;
beforeAll(async () => {
  shop = await openWebShop();
  const files = { 'products.csv': products, 'delivery.csv': deliveryFile };
  const { problems } = await withFiles(files, (folder) => importShop(shop.db, folder));
  expect(problems).toEqual([]);
  const isShown = async () => (await fetch(`${shop.origin}/promise-sizes-recalled`)).status === 200;
  await vi.waitUntil(isShown, { timeout: 60_000 });
});
afterAll(() => shop?.close());

/** The offers of the structured data of a page, those of variants included. */
async function offersOf(path: string): Promise<{ price?: string; availability: string }[]> {
  const html = await (await fetch(`${shop.origin}/${path}`)).text();
  const blocks = [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)];
  const all = blocks.flatMap(([, json]) => JSON.parse(json!));
  const product = all.find((data) => ['Product', 'ProductGroup'].includes(data['@type']));
  return [product, ...(product.hasVariant ?? [])].flatMap(({ offers = [] }) => offers);
}

/** The card of a product in the list of its category. */
async function cardOf(sku: string): Promise<string> {
  const html = await (await fetch(`${shop.origin}/promises?size=50`)).text();
  const cards = html.match(/<article.*?<\/article>/gs) ?? [];
  return cards.find((card) => card.includes(`href="/${pathOf(sku)}"`)) ?? '';
}

/** The stock that the list, and the stock check of the API have. */
async function stockOf(sku: string): Promise<boolean[]> {
  const api = apiOf(shop);
  const list = await api.get(`/api/product/list?skus=${sku}`);
  const check = await api.get(`/api/stock/check?sku=${sku}`);
  return [list.body.result.items[0].stock.is_in_stock, check.body.result.is_in_stock];
}

/** Whether the cart takes the product and the order gets through. */
async function isOrdered(sku: string, { item = {} }: Pick<Case, 'item'>, options?: object): Promise<boolean> {
  const cart = await newCart(apiOf(shop));
  const { status } = await cart.update({
    ...{ sku: item.sku ?? sku, qty: item.qty ?? 1 },
    product_option: { extension_attributes: { ...item.options, ...options } },
  });
  if (status !== 200) return false;
  const { body } = await order(cart);
  // What is not delivered is not paid on delivery: the order got as far as the payment.
  return body.code === 200 || body.meta.problem === 'payment_method_unknown';
}

const inStock = 'https://schema.org/InStock';

describe.each(Object.entries(cases))('%s', (sku, { sold, unpriced, ...of }) => {
  test('is ordered or refused as its page, its card and the API say', async () => {
    const offers = await offersOf(pathOf(sku));
    expect(offers.map(({ availability }) => availability === inStock)).toEqual(unpriced ? [] : [sold]);
    expect(offers.every(({ price }) => Number(price) > 0)).toBe(true);
    const card = await cardOf(sku);
    if (!sold) expect(card).not.toContain('aria-label="Add to cart');
    // A price of 0 and a message of the owner are no matter of stock: both are in the response.
    if (sku !== 'RECALLED' && !of.cells.price_incl_tax) {
      expect(card.includes('>Out of stock!<')).toBe(!sold);
      expect(await stockOf(sku)).toEqual([sold, sold]);
    }
    expect(await isOrdered(sku, of)).toBe(sold);
  });
});

describe.each(Object.entries(variants))('%s', (sku, { children, sold }) => {
  test('has a variant in stock only if it can be ordered', async () => {
    const offers = await offersOf(pathOf(sku));
    expect(offers.some(({ availability }) => availability === inStock)).toBe(sold);
    expect(offers.every(({ price }) => Number(price) > 0)).toBe(true);
    const card = await cardOf(sku);
    expect(card.includes('>Out of stock!<')).toBe(!sold);
    if (sold) expect(card).toContain('R30.00');
    expect(await stockOf(sku)).toEqual([sold, sold]);
    const ordered = [];
    for (const [at, cells] of children.entries())
      ordered.push(await isOrdered(`${sku}-${at}`, { item: { qty: Number(cells.min_sale_qty ?? 1) } }));
    expect(ordered.includes(true)).toBe(sold);
  });
});

test.each([
  'A,B',
  'A/B',
  'A B',
  'A+B',
  '100%',
  '%20',
  '5" PAN',
  "it's",
  'Кофе',
  '咖啡',
  'a&b=c#d?e',
  '"Q"',
  '<b>',
])('every list and address takes the SKU %s', async (sku) => {
  const row = {
    ...base(sku),
    url_path: `sku-${Buffer.from(sku).toString('hex')}`,
    price_incl_tax: '20',
    qty: '9',
  };
  const file = csvText([Object.keys(row), Object.values(row)]);
  const { problems } = await withFiles({ 'products.csv': file }, (folder) => importShop(shop.db, folder));
  expect(problems).toEqual([]);
  const api = apiOf(shop);
  const named = encodeURIComponent(sku);
  const skusIn = ({ body }: { body: { result: unknown } }) =>
    JSON.stringify(body.result)
      .match(/"sku":"(?:[^"\\]|\\.)*"/g)
      ?.map((pair) => JSON.parse(`{${pair}}`).sku);
  await expect.poll(async () => (await api.get(`/api/stock/check?sku=${named}`)).status).toBe(200);
  expect((await api.get(`/api/stock/check/${named}`)).status).toBe(200);
  for (const list of [`PLAIN,${named},VIRTUAL`, named])
    for (const path of [
      '/api/stock/list?',
      '/api/product/list?',
      '/api/product/render-list?currencyCode=ZAR&storeId=1&',
    ])
      expect([path, skusIn(await api.get(`${path}skus=${list}`))]).toEqual([
        path,
        expect.arrayContaining([sku]),
      ]);
  for (const path of [`/p/${named}/any`, `/review/${named}`]) {
    const response = await fetch(shop.origin + path);
    expect([path, response.status]).toEqual([path, 200]);
  }
  expect(await isOrdered(sku, {})).toBe(true);
});
