import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openTestShop, type TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importInto } from './catalogue/import/import.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

describe('URL lookup (NAV-1, wire contract 1.7)', () => {
  test('returns a product or a category as a raw hit at both endpoints', async () => {
    const { body: results } = await shop.post('/api/catalog/fynbos/product/_search', {
      filters: { sku: 'TEA-ROOIBOS' },
    });
    const url = results.items[0].url_path;
    for (const place of ['/api/url/map', '/api/url']) {
      const { body } = await shop.post(place, { url: `/${url}/?utm=1`, includeFields: ['sku', 'type_id'] });
      expect(body).toMatchObject({
        _type: 'product',
        _id: String(results.items[0].id),
        _source: { sku: 'TEA-ROOIBOS' },
      });
      expect(Object.keys(body._source)).toEqual(['sku', 'type_id']);
    }
    const category = await shop.post('/api/url/map', { url: 'pantry' });
    expect(category.body).toMatchObject({ _type: 'category', _source: { name: 'Pantry' } });
  });

  test('returns a product for its own sku or that of a variant, and for any other only with the fallback', async () => {
    const { body: results } = await shop.post('/api/catalog/fynbos/product/_search', {
      filters: { type_id: 'configurable' },
      size: 1,
    });
    const [{ url_path: url, id, sku: parentSku, configurable_children: children }] = results.items;
    for (const place of ['/api/url/map', '/api/url']) {
      const map = async (filters: unknown, options?: object) =>
        (await shop.post(place, { url, filters, options, groupId: null, groupToken: null })).body;
      const fallback = { prefetchGroupProducts: true, fallbackToDefaultWhenNoAvailable: true };
      for (const filters of [{ sku: children[0].sku }, { sku: parentSku }, { sku: null }, {}, null])
        expect(await map(filters)).toMatchObject({ _type: 'product', _id: String(id) });
      expect(await map({ sku: 'NO-SUCH' }, fallback)).toMatchObject({ _id: String(id) });
      expect(await map({ sku: 'NO-SUCH' })).toBeNull();
      expect((await map({ sku: 7 }, {})).meta).toMatchObject({ problem: 'invalid_input' });
    }
  });

  test('returns null with 200 for an unknown URL and refuses a missing url', async () => {
    const nothing = await shop.post('/api/url/map', { url: '/no/such/thing' });
    expect(nothing).toMatchObject({ status: 200, body: null });
    expect((await shop.post('/api/url/map', {})).body.meta.fields[0].message).toContain('url');
  });
});

describe('live stock check (wire contract 1.4)', () => {
  test('is available by query and by path, with the price the shopper pays', async () => {
    for (const place of ['/api/stock/check?sku=FRU-APPLE', '/api/stock/check/FRU-APPLE']) {
      const { body } = await shop.get(place);
      expect(body).toMatchObject({
        code: 200,
        result: { is_in_stock: true, code: 'ok', price_incl_tax: 34.99, qty: 130 },
      });
    }
  });

  test('leaves unknown skus out of a list and names them', async () => {
    const { body } = await shop.get('/api/stock/list?skus=FRU-APPLE,NOPE,FRU-BANANA');
    expect(body.result.map((item: { sku: string }) => item.sku)).toEqual(['FRU-APPLE', 'FRU-BANANA']);
    expect(body.meta.unknown).toEqual(['NOPE']);
  });

  test('refuses an unknown or missing sku by name', async () => {
    expect((await shop.get('/api/stock/check?sku=NOPE')).body).toMatchObject({
      code: 404,
      result: 'Product not found.',
    });
    expect((await shop.get('/api/stock/check')).body.meta).toMatchObject({ problem: 'invalid_input' });
  });
});

describe('operation endpoints and error responses', () => {
  test('return health, metrics by route and the API document', async () => {
    expect((await shop.get('/api/health')).body.result).toMatchObject({
      status: 'ok',
      products: expect.any(Number),
    });
    const metrics = await shop.get('/api/metrics');
    expect(metrics.body).toContain('route="/api/health",status="200"');
    const { body } = await shop.get('/api/openapi.json');
    expect(body.openapi).toBe('3.1.0');
    expect(body.paths['/api/stock/check']).toBeDefined();
    const header = { $ref: '#/components/parameters/CartToken' };
    expect(body.components.parameters.CartToken).toMatchObject({ name: 'X-Cart-Token', in: 'header' });
    expect(body.paths['/api/cart/pull'].get.parameters).toContainEqual(header);
    expect(body.paths['/api/order'].post.parameters).toContainEqual(header);
    expect(body.paths['/api/stock/check'].get.parameters).not.toContainEqual(header);
  });

  test.each([
    ['no such path', '/api/nothing'],
    ['a dot that matched any letter', '/api/openapiXjson'],
  ])('report an unknown path: %s', async (_what, address) => {
    expect(await shop.get(address)).toMatchObject({
      status: 404,
      body: { code: 404, meta: { problem: 'path_not_found' } },
    });
  });

  test('name the part of a request that cannot be read', async () => {
    const search = '/api/catalog/fynbos/product/_search';
    for (const [response, field, message] of [
      [await shop.get('/api/catalog/%E0%A4%A/product/_search'), 'url', 'percent-encoding'],
      [await shop.get(`/api/stock/check/${'a'.repeat(1200)}`), 'url', 'too long'],
      [await shop.get(`${search}?request=%7B`), 'querystring/request', 'JSON'],
      [await shop.post(search, '{"a":'), 'body', 'JSON'],
      [await shop.post(search, ''), 'body', 'empty'],
    ] as const) {
      expect(response).toMatchObject({
        status: 400,
        body: { code: 400, meta: { problem: 'malformed_body' } },
      });
      expect(response.body.meta.fields).toEqual([{ field, message: expect.stringContaining(message) }]);
    }
  });
});

describe('the shop applies changes without a restart', () => {
  test('shows a changed price in the list, the product, the stock check and the search at once', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'fynbos-change-'));
    await writeFile(
      path.join(folder, 'products.csv'),
      'sku,name,price_incl_tax,categories,tax_class,qty\nFRU-APPLE,Zebra Apples 1.5 kg,39.99,Fresh Fruit & Vegetables > Fruit,zero,7\n',
    );
    const before = (await shop.get('/api/health')).body.result.catalogueVersion;
    await importInto(shop.db, folder);
    await expect
      .poll(async () => (await shop.get('/api/health')).body.result.catalogueVersion)
      .toBeGreaterThan(before);
    const stock = await shop.get('/api/stock/check?sku=FRU-APPLE');
    expect(stock.body.result).toMatchObject({ price_incl_tax: 39.99, qty: 7 });
    const results = await shop.post('/api/catalog/fynbos/product/_search', { _searchText: 'zebra' });
    expect(results.body.items[0]).toMatchObject({ sku: 'FRU-APPLE', final_price_incl_tax: 39.99 });
    await rm(folder, { recursive: true });
  });

  test('starts and ends a special price by the clock', async () => {
    let now = new Date('2026-11-20T10:00:00Z');
    const folder = await mkdtemp(path.join(tmpdir(), 'fynbos-special-'));
    await writeFile(
      path.join(folder, 'products.csv'),
      'sku,name,price_incl_tax,special_price_incl_tax,special_from_date,special_to_date,categories,tax_class,qty\n' +
        'S1,Salt,20.00,15.00,2026-11-20 12:00:01,2026-11-20 12:00:02,Pantry,standard,5\n',
    );
    const small = await openTestShop(folder, () => now);
    const price = async () => (await small.get('/api/stock/check?sku=S1')).body.result.price_incl_tax;
    expect(await price()).toBe(20);
    now = new Date('2026-11-20T10:00:01Z');
    await expect.poll(price).toBe(15);
    now = new Date('2026-11-20T10:00:03Z');
    await expect.poll(price).toBe(20);
    await small.close();
    await rm(folder, { recursive: true });
  });
});
