import { withFiles } from '@fynbos/test-kit/catalogue/catalogue-state.ts';
import { openSmallShop, rendered, search } from '@fynbos/test-kit/shop/small-shop.ts';
import type { TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importInto } from './import/import.ts';

const files = {
  'taxes.csv':
    'tax_class,product_tax_class_ids,country,rate\nstandard,2,ZA,15\nstandard,2,DE,19\nstandard,2,IT,22\n',
  'products.csv':
    'sku,type_id,parent_sku,configurable_attributes,name,price_incl_tax,price_incl_tax_de,special_price_incl_tax_de,price_incl_tax_it,tax_class,qty,packsize,associated,categories,tier_prices\n' +
    'OATS,simple,,,Oats,39.99,2.49,1.99,2.59,standard,5,,,Pantry,1@0:1\n' +
    'SALT,simple,,,Salt,12.99,,,,standard,5,,,Pantry,\n' +
    'TEA,configurable,,packsize,Tea,,,,,standard,,,,Pantry,\n' +
    'TEA-40,simple,TEA,,Tea 40,32.99,,,,standard,5,40 bags,,,\n' +
    'TEA-80,simple,TEA,,Tea 80,56.99,3.79,,,standard,5,80 bags,,,\n' +
    'BASKET,grouped,,,Basket,,,,,standard,,,OATS|SALT,Pantry,\n',
};
const listed = { filters: { visibility: { in: [2, 3, 4] } } };
const pricesIn = async (shop: TestShop, index: string) => {
  const { items } = await search(shop, listed, index);
  return Object.fromEntries(
    items.map((item: { sku: string; final_price_incl_tax: number }) => [item.sku, item.final_price_incl_tax]),
  );
};

describe('each store view with MULTISTORE on (SHOP-3, spec commerce 1, spec D38, wire contract 1.0)', () => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await openSmallShop(files, { MULTISTORE: 'on', PRICE_TIERS: 'on' });
  });
  afterAll(() => shop.close());

  test('sells in its currency with its tax rates and omits products without a price', async () => {
    expect(await pricesIn(shop, 'fynbos')).toEqual({ OATS: 1.15, SALT: 12.99, TEA: 32.99, BASKET: 14.14 });
    expect(await pricesIn(shop, 'fynbos_de')).toEqual({ OATS: 1.99, TEA: 3.79 });
    expect(await pricesIn(shop, 'fynbos_it')).toEqual({ OATS: 2.59 });
    const { items } = await search(shop, { filters: { sku: 'TEA' } }, 'fynbos_de');
    expect(items[0].configurable_children.map((child: { sku: string }) => child.sku)).toEqual(['TEA-80']);
    const { items: categories } = (
      await shop.post('/api/catalog/fynbos_it/category/_search', { filters: { url_path: 'pantry' } })
    ).body;
    expect(categories[0].product_count).toBe(1);
  });

  test('is selected by storeCode for addresses, stock, suggestions and product lists; an unknown code selects the default', async () => {
    for (const [query, headers, price] of [
      ['', {}, 1.15],
      ['storeCode=de', {}, 1.99],
      ['storeCode=de&storeCode=de', {}, 1.99],
      ['', { 'x-vs-store-code': 'it' }, 2.59],
      ['storeCode=mars', {}, 1.15],
    ] as [string, Record<string, string>, number][]) {
      const { body: hit } = await shop.post(`/api/url/map?${query}`, { url: 'oats' }, headers);
      const { body: stock } = await shop.get(`/api/stock/check?sku=OATS&${query}`, headers);
      const { body: list } = await shop.get(`/api/product/list?skus=OATS&${query}`, headers);
      const { body: suggestBody } = await shop.get(`/api/search/suggest?text=oats&${query}`, headers);
      const prices = [hit._source, stock.result, list.result.items[0]].map(
        (product) => product.price_incl_tax,
      );
      expect(prices, query).toEqual([price, price, price]);
      expect(suggestBody.result.products[0].final_price_incl_tax).toBe(price);
    }
    const { body: hit } = await shop.post('/api/url/map?storeCode=de', { url: 'oats' });
    expect(hit._index).toBe('fynbos_de_product');
    expect((await shop.post('/api/url/map?storeCode=de', { url: 'salt' })).body).toBeNull();
  });

  test('is selected by id and currency in the render list, which rejects a mismatch by name (PDP-8)', async () => {
    expect((await rendered(shop, 'OATS', 'currencyCode=EUR&storeId=3')).OATS).toMatchObject({
      final_price: 1.99,
      regular_price: 2.49,
      special_price: 1.99,
    });
    expect((await rendered(shop, 'OATS', 'currencyCode=EUR&storeId=4')).OATS.final_price).toBe(2.59);
    for (const [query, field] of [
      ['currencyCode=ZAR&storeId=3', 'currencyCode'],
      ['currencyCode=EUR&storeId=1', 'currencyCode'],
      ['currencyCode=EUR&storeId=9', 'storeId'],
      ['currencyCode=EUR&storeId=4&storeCode=de', 'storeId'],
    ]) {
      const { status, body } = await shop.get(`/api/product/render-list?skus=OATS&${query}`);
      expect(status).toBe(400);
      expect(body.meta.fields[0].field).toBe(`querystring/${field}`);
    }
  });

  test('lists a product when its price is added, and removes it when the price is removed', async () => {
    const change = (cell: string) =>
      withFiles({ 'products.csv': `sku,price_incl_tax_it\nSALT,${cell}\n` }, (folder) =>
        importInto(shop.db, folder),
      );
    const inItaly = async () => (await pricesIn(shop, 'fynbos_it')).SALT;
    await change('0.99');
    await expect.poll(inItaly).toBe(0.99);
    // A set is sold where all its parts are.
    expect(await pricesIn(shop, 'fynbos_it')).toEqual({ OATS: 2.59, SALT: 0.99, BASKET: 3.58 });
    await change('');
    await expect.poll(inItaly).toBeUndefined();
    expect(await pricesIn(shop, 'fynbos_it')).toEqual({ OATS: 2.59 });
  });

  test('uses its own texts and falls back to the default ones; search finds both', async () => {
    await withFiles(
      {
        'attributes.csv': 'code,label_de,options_de\npacksize,Packung,40 bags=40 Beutel|80 bags=80 Beutel\n',
        'categories.csv':
          'path,description,name_de,description_de,name_it\nPantry,Dry food,Vorrat,Trockenes,\n',
        'products.csv':
          'sku,description,name_de,short_description_de,description_de,name_it,attr_ingredients,attr_ingredients_de\n' +
          'OATS,Rolled oats,Haferflocken,Zart,Fein gewalzt,,Oats,Hafer\nTEA-80,,Tee 80,,,,,\nTEA,,Tee,,,,,\n',
      },
      (folder) => importInto(shop.db, folder),
    );
    const named = async (index: string, sku: string) =>
      (await search(shop, { filters: { sku } }, index)).items[0];
    await expect.poll(async () => (await named('fynbos_de', 'OATS')).name).toBe('Haferflocken');
    expect(await named('fynbos_de', 'OATS')).toMatchObject({
      ...{ short_description: 'Zart', description: 'Fein gewalzt', url_path: 'oats' },
      ingredients: 'Hafer',
      category: [{ name: 'Vorrat', slug: 'pantry', path: 'pantry' }],
    });
    // Each view is notified separately.
    for (const index of ['fynbos', 'fynbos_it'])
      await expect
        .poll(() => named(index, 'OATS'))
        .toMatchObject({
          ...{ name: 'Oats', description: 'Rolled oats', ingredients: 'Oats' },
          category: [{ name: 'Pantry' }],
        });
    expect(JSON.stringify(await named('fynbos', 'TEA'))).not.toMatch(/Tee|Beutel|view_texts/);
    const tea = await named('fynbos_de', 'TEA');
    expect(tea.configurable_options).toMatchObject([{ label: 'Packung', values: [{ label: '80 Beutel' }] }]);
    expect(tea.configurable_children[0].name).toBe('Tee 80');
    const { body } = await shop.post('/api/catalog/fynbos_de/category/_search', {
      filters: { url_path: 'pantry' },
    });
    expect(body.items[0]).toMatchObject({ name: 'Vorrat', description: 'Trockenes' });
    expect(body.items[0]).not.toHaveProperty('view_texts');
    const findSkus = async (index: string, text: string) =>
      (await search(shop, { ...listed, _searchText: text }, index)).items.map(
        ({ sku }: { sku: string }) => sku,
      );
    expect(await findSkus('fynbos_de', 'Haferflocken')).toEqual(['OATS']);
    expect(await findSkus('fynbos_de', 'oats')).toEqual(['OATS']);
    expect(await findSkus('fynbos', 'Haferflocken')).toEqual([]);
    const { body: suggestBody } = await shop.get('/api/search/suggest?text=vorr&storeCode=de');
    expect(suggestBody.result.categories).toMatchObject([{ name: 'Vorrat' }]);
  });

  test('rejects an unknown index', async () => {
    const { body } = await shop.post('/api/catalog/fynbos_fr/product/_search', {});
    expect(body.meta.problem).toBe('unknown_index');
  });
});

test('with MULTISTORE off only the default store view is served', async () => {
  const shop = await openSmallShop(files);
  const { body } = await shop.post('/api/catalog/fynbos_de/product/_search', {});
  expect(body).toMatchObject({ code: 404, meta: { problem: 'unknown_index' } });
  const { body: hit } = await shop.post('/api/url/map?storeCode=de', { url: 'oats' });
  expect(hit._source.price_incl_tax).toBe(39.99);
  const refused = await shop.get('/api/product/render-list?skus=OATS&currencyCode=EUR&storeId=3');
  expect(refused.body.meta.fields[0].field).toBe('querystring/storeId');
  await shop.close();
});
