import { priceRanges } from '@fynbos/core/catalogue/price-ranges.ts';
import { type EntityName, isEntity } from '@fynbos/core/search/search-entities.ts';
import { largestPage } from '@fynbos/core/shop.ts';
import { behindProxy } from '@fynbos/test-kit/accounts/customers.ts';
import { openTestShop, type TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { repetitions } from '@fynbos/test-kit/stress-mode.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const products = '/api/catalog/fynbos/product/_search';
const listable = { visibility: { in: [2, 3, 4] }, status: { in: [0, 1] } };
let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop(undefined, undefined, behindProxy);
});
afterAll(() => shop.close());

const search = async (body: object, query = '') => (await shop.post(products + query, body)).body;
const skus = (result: { items: { sku: string }[] }) => result.items.map((item) => item.sku);

describe('search of any entity', () => {
  const withDocuments: EntityName[] = [
    'product',
    'category',
    'attribute',
    'taxrule',
    'cms_page',
    'cms_hierarchy',
  ];

  test.each(withDocuments)(
    'a search for %s returns documents with the fields of this entity',
    async (name) => {
      const body = { size: largestPage };
      const { items, attributeMetadata } = (await shop.post(`/api/catalog/fynbos/${name}/_search`, body))
        .body;
      expect(items.length).toBeGreaterThan(0);
      expect(items.filter((item: unknown) => !isEntity(name, item))).toEqual([]);
      expect(attributeMetadata.every((item: unknown) => isEntity('attribute', item))).toBe(true);
    },
  );

  test('suggestions contain products with the fields of a product', async () => {
    const { products: suggested } = (await shop.get('/api/search/suggest?text=tea')).body.result;
    expect(suggested.length).toBeGreaterThan(0);
    expect(suggested.every((item: unknown) => isEntity('product', item))).toBe(true);
  });
});

describe('product search (SEA-1)', () => {
  test('product search returns items, metadata, facets, suggestions, total, page and start', async () => {
    const result = await search({ filters: listable, size: 5, start: 5, facets: ['price', 'product_brand'] });
    expect(result).toMatchObject({ perPage: 5, start: 5 });
    expect(result.items).toHaveLength(5);
    expect(result.total).toBeGreaterThan(50);
    expect(Object.keys(result.aggregations)).toEqual(
      expect.arrayContaining([
        'agg_range_price',
        'agg_terms_product_brand',
        'agg_terms_product_brand_options',
      ]),
    );
    const brand = result.attributeMetadata.find(
      (attribute: { attribute_code: string }) => attribute.attribute_code === 'product_brand',
    );
    const [first] = result.aggregations.agg_terms_product_brand.buckets;
    expect(brand.options.map((option: { value: string }) => option.value)).toContain(first.key);
  });

  test('product search returns a page of 50 for a size of 0 or less, and starts at 0 for a negative start', async () => {
    for (const size of [0, -5]) {
      const result = await search({ filters: listable, size, start: -10 });
      expect(result).toMatchObject({ perPage: 50, start: 0 });
      expect(result.items).toHaveLength(50);
    }
  });

  test('product search leaves out products that only mention the least significant word (SEA-2)', async () => {
    const total = async (_searchText: string) => (await search({ _searchText })).total;
    expect(await total('quinoa')).toBeGreaterThan(0);
    expect(await total('quinoa water')).toBeLessThan((await total('water')) / 2);
  });

  test('product search returns the same result by POST and GET, in both spellings', async () => {
    const plain = await search({ filters: listable, sort: 'final_price:desc', size: 7 });
    const spelled = {
      _appliedFilters: Object.entries(listable).map(([attribute, value]) => ({
        attribute,
        value,
        scope: 'default',
      })),
      _appliedSort: [{ field: 'final_price', options: 'desc' }],
    };
    const got = await shop.get(`${products}?size=7&request=${encodeURIComponent(JSON.stringify(spelled))}`);
    expect(skus(got.body)).toEqual(skus(plain));
  });

  test('product search returns the requested fields, and short keys in the compact format', async () => {
    const result = await search({ filters: listable, size: 1, includeFields: ['sku', 'stock.qty'] });
    expect(Object.keys(result.items[0]).sort()).toEqual(['sku', 'stock']);
    const compact = await search({ filters: { sku: 'TEA-ROOIBOS' } }, '?response_format=compact');
    expect(compact.hits[0].nm).toBe('Rooibos Tea');
    expect(compact.hits[0].configurable_children[0].fpit).toBeGreaterThan(0);
  });

  test('product search works without a filter (spec D3)', async () => {
    const result = await search({ _searchText: 'rooibos' });
    expect(result.total).toBeGreaterThan(0);
    expect(result.items[0].name).toContain('Rooibos');
  });
});

describe('product list (CAT-2, CAT-3, CAT-4)', () => {
  test('a product list shows only listable products, in position order, without gaps between pages', async () => {
    const seen: string[] = [];
    for (let start = 0; ; start += 20) {
      const page = await search({ filters: listable, sort: 'position', size: 20, start });
      seen.push(...skus(page));
      if (start + page.perPage >= page.total) break;
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).not.toContain('TEA-ROOIBOS-40');
  });

  test('a product list sorts by the price that the shopper sees, in both directions', async () => {
    for (const direction of ['asc', 'desc']) {
      const { items } = await search({ filters: listable, sort: `final_price:${direction}`, size: 100 });
      const prices = items.map((item: { final_price_incl_tax: number }) => item.final_price_incl_tax);
      const sorted = [...prices].sort((left, right) => (direction === 'asc' ? left - right : right - left));
      expect(prices).toEqual(sorted);
    }
  });

  test('a product list counts the five price ranges by the price that the shopper sees', async () => {
    const { items, aggregations } = await search({ filters: listable, size: largestPage, facets: ['price'] });
    const counted = priceRanges.map(
      ({ from, to }) =>
        items.filter(
          ({ final_price_incl_tax: price }: { final_price_incl_tax: number }) =>
            price >= from && (to === null || price < to),
        ).length,
    );
    expect(
      aggregations.agg_range_price.buckets.map((bucket: { doc_count: number }) => bucket.doc_count),
    ).toEqual(counted);
    expect(counted.every((count) => count > 0)).toBe(true);
    expect(aggregations.agg_range_price_steps.buckets[0]).toMatchObject({ key: '0.0-10.0', from: 0, to: 10 });
    expect(aggregations.agg_range_price.buckets[1]).toMatchObject({
      key: '250.0-1000.0',
      from: 250,
      to: 1000,
    });
  });

  test('a selected facet value narrows the other facets but not its own', async () => {
    const open = await search({ filters: listable, facets: ['product_brand', 'product_type'] });
    const [brand] = open.aggregations.agg_terms_product_brand.buckets;
    const chosen = await search({
      _appliedFilters: [
        ...Object.entries(listable).map(([attribute, value]) => ({ attribute, value })),
        { attribute: 'product_brand', value: { in: [brand.key] }, scope: 'catalog' },
      ],
      _availableFilters: [{ field: 'product_brand' }, { field: 'product_type' }],
    });
    expect(chosen.total).toBe(brand.doc_count);
    expect(chosen.aggregations.agg_terms_product_brand.buckets).toEqual(
      open.aggregations.agg_terms_product_brand.buckets,
    );
    const types = chosen.aggregations.agg_terms_product_type.buckets as { doc_count: number }[];
    expect(types.reduce((sum, bucket) => sum + bucket.doc_count, 0)).toBeLessThanOrEqual(brand.doc_count);
  });

  test('a configurable product is found by the values of its children', async () => {
    const { items } = await search({ filters: { sku: 'TEA-ROOIBOS' } });
    const [value] = items[0].packsize_options;
    const result = await search({ filters: { ...listable, packsize: { in: [value] } }, size: 500 });
    expect(skus(result)).toContain('TEA-ROOIBOS');
  });

  test('product search finds the home collections: featured = y, is_special true, by category name (CAT-5)', async () => {
    for (const filter of [
      { featured: { eq: 'y' } },
      { is_special: { eq: true } },
      { 'category.name': { eq: 'Special Diets' } },
      { 'category.name.keyword': { eq: 'Health Products' } },
    ]) {
      const { total } = await search({
        filters: { ...listable, ...filter },
        sort: 'created_at:desc',
        size: 8,
      });
      expect(total, JSON.stringify(filter)).toBeGreaterThanOrEqual(8);
    }
  });

  test('product search finds the products of the filter new = 1 of Vue Storefront clients (CAT-5, wire contract 2.2)', async () => {
    const request = { _appliedFilters: [{ attribute: 'new', value: { eq: 1 }, scope: 'default' }] };
    const query = new URLSearchParams({
      ...{ request: JSON.stringify(request), request_format: 'search-query', size: '8' },
      ...{ sort: 'created_at:desc', _source_include: 'sku,new' },
    });
    const { status, body } = await shop.get(`${products}?${query}`);
    expect([status, body.items.length]).toEqual([200, 8]);
    expect(body.items).toEqual(body.items.map(({ sku }: { sku: string }) => ({ sku, new: '1' })));
    const featured = await search({ filters: { featured: 'y' } });
    expect(body.total).toBe(featured.total);
  });
});

describe('product lookup by key (CAT-11)', () => {
  test('a lookup by sku, id, url_path or child sku returns one complete product', async () => {
    const { items } = await search({ filters: { sku: { eq: 'TEA-ROOIBOS' } }, size: 1 });
    const [tea] = items;
    for (const filter of [
      { id: { eq: tea.id } },
      { url_path: { eq: tea.url_path } },
      { 'configurable_children.sku': { eq: 'TEA-ROOIBOS-80' } },
    ]) {
      expect(skus(await search({ filters: filter, size: 1 }))).toEqual(['TEA-ROOIBOS']);
    }
    expect(tea).toMatchObject({ type_id: 'configurable', parentSku: 'TEA-ROOIBOS', visibility: 4 });
    expect(tea.configurable_options[0].values.length).toBeGreaterThanOrEqual(2);
  });

  test('every product type has a price with tax (CAT-1)', async () => {
    const { items } = await search({ filters: listable, size: largestPage });
    const types = new Set(items.map((item: { type_id: string }) => item.type_id));
    expect([...types].sort()).toEqual([
      'bundle',
      'configurable',
      'downloadable',
      'grouped',
      'simple',
      'virtual',
    ]);
    for (const item of items) expect(item.final_price_incl_tax, item.sku).toBeGreaterThan(0);
  });

  test('filters for an absent and a present field partition the products (spec D3)', async () => {
    const all = await search({ filters: listable });
    const without = await search({ filters: { ...listable, colour: { eq: null } } });
    const having = await search({ filters: { ...listable, colour: { neq: null } } });
    expect(without.total + having.total).toBe(all.total);
    expect(having.total).toBeGreaterThan(0);
  });
});

describe('search of other entities', () => {
  test('category search filters by level, parent and position, only those with products (CAT-8)', async () => {
    const { body } = await shop.post('/api/catalog/fynbos/category/_search', {
      filters: { level: { eq: 2 }, is_active: { eq: true }, product_count: { gt: 0 } },
      sort: 'position',
      size: 4000,
    });
    const names = body.items.map((item: { name: string }) => item.name);
    expect(names).toEqual(expect.arrayContaining(['Pantry', 'Special Diets', 'Health Products']));
    expect(body.items[0].children_data.length).toBeGreaterThan(0);
  });

  test('categories and attributes are found by name', async () => {
    const named = await shop.post('/api/catalog/fynbos/category/_search', { text: 'special di' });
    expect(named.body.items.map((item: { name: string }) => item.name)).toEqual(['Special Diets']);
    const attributes = await shop.post('/api/catalog/fynbos/attribute/_search', { text: 'pack size' });
    expect(attributes.body.items[0].attribute_code).toBe('packsize');
  });

  test('attributes are found by code, and tax rules are listed', async () => {
    const attributes = await shop.post('/api/catalog/fynbos/attribute/_search', {
      filters: { attribute_code: { in: ['colour', 'packsize'] } },
    });
    expect(attributes.body.total).toBe(2);
    const rules = await shop.get('/api/catalog/fynbos/taxrule/_search');
    expect(rules.body.items[0].rates[0]).toMatchObject({ tax_country_id: 'ZA', rate: 15 });
  });
});

test('an attribute search ignores filters whose names contain a dot, except the suffix keyword', async () => {
  const codes = async (filters: object) => {
    const { body } = await shop.post('/api/catalog/fynbos/attribute/_search', { filters });
    return body.items.map((item: { attribute_code: string }) => item.attribute_code);
  };
  const colour = { attribute_code: { in: ['colour'] } };
  expect(await codes({ ...colour, 'configurable_children.sku': { eq: 'X' } })).toEqual(['colour']);
  expect(await codes({ ...colour, 'stock.qty': { or: [1] } })).toEqual(['colour']);
  expect(await codes({ 'attribute_code.keyword': { eq: 'colour' } })).toEqual(['colour']);
  expect(await codes({ ...colour, is_unknown: { eq: 'X' } })).toEqual([]);
});

describe('invalid search input returns a named error, never a 5xx', () => {
  test.each([
    ['an unknown index', 404, 'unknown_index', '/api/catalog/nope/product/_search', {}],
    ['an unknown entity', 404, 'unknown_entity', '/api/catalog/fynbos/order/_search', {}],
    ['an engine query', 400, 'raw_query_refused', products, { query: { match_all: {} } }],
    ['a broken body', 400, 'malformed_body', products, '{"filters":'],
    ['a body of the wrong type', 400, 'invalid_input', products, { size: 'many' }],
    [
      'a filter with an unknown operator',
      400,
      'invalid_input',
      products,
      { filters: { colour: { regexp: '.*' } } },
    ],
    ['an inherited operator', 400, 'invalid_input', products, { filters: { colour: { constructor: 5 } } }],
    ['another entity than in the path', 400, 'invalid_input', products, { type: 'category' }],
    ['an unknown partition', 400, 'unknown_partition', `${products}?partitionKey=mars`, {}],
    ['a size that is not a number', 400, 'invalid_input', `${products}?size=many`, {}],
  ])('%s returns %i %s', async (_what, status, problem, place, body) => {
    const response = await shop.post(place, body);
    expect(response.status).toBe(status);
    expect(response.body).toMatchObject({ code: status, meta: { problem, requestId: expect.any(String) } });
    expect(response.body.result).toMatch(/\w+ .*\.$/);
  });

  test('search accepts the entity of the path as the type of the body, and names the field otherwise', async () => {
    const accepted = await shop.post(products, { type: 'product', size: 1 });
    expect(accepted.body.items).toHaveLength(1);
    const refused = await shop.get(`${products}?request=${encodeURIComponent('{"type":"cms_page"}')}`);
    expect(refused.body.meta).toMatchObject({
      problem: 'invalid_input',
      fields: [{ field: 'type', message: 'must be "product", as in the path' }],
    });
  });

  test('search rejects the thousandth filter and an unsupported HTTP method', async () => {
    const filters = Array.from({ length: 1000 }, (_, n) => ({ attribute: `a${n}`, value: { eq: 1 } }));
    const response = await shop.post(products, { _appliedFilters: filters });
    expect(response.body.meta).toMatchObject({ problem: 'too_many_filters', values: { limit: 999 } });
    const refused = await fetch(shop.origin + products, { method: 'DELETE' });
    expect(refused.status).toBe(405);
    expect(refused.headers.get('allow')).toContain('POST');
  });

  test('search returns 200 or a named error for any request body', async () => {
    const value = fc.oneof(
      fc.jsonValue(),
      fc.record({ eq: fc.jsonValue() }),
      fc.record({ gte: fc.double(), lte: fc.double() }),
      fc.record({ like: fc.string() }),
      fc.dictionary(fc.constantFrom('eq', ...Object.getOwnPropertyNames(Object.prototype)), fc.jsonValue()),
    );
    const body = fc.record(
      {
        _searchText: fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.constantFrom('oats', '2l milk', 'roibos tee'),
        ),
        _appliedFilters: fc.array(
          fc.record({
            attribute: fc.oneof(fc.constantFrom('price', 'colour', 'id', '__proto__'), fc.string()),
            value,
          }),
        ),
        filters: fc.dictionary(fc.string(), value),
        sort: fc.oneof(fc.string(), fc.constantFrom('price:desc', 'name', 'nope:desc')),
        _appliedSort: fc.array(
          fc.record({
            field: fc.constantFrom('price', 'name', 'nope'),
            options: fc.oneof(fc.jsonValue(), fc.record({ order: fc.jsonValue() })),
          }),
        ),
        // Most sizes are small, because a full page has hundreds of products.
        size: fc.oneof({ weight: 6, arbitrary: fc.integer({ min: -2, max: 20 }) }, fc.double(), fc.integer()),
        start: fc.integer(),
        includeFields: fc.array(fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('*', 'a', '.') }))),
        excludeFields: fc.array(fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('*', 'e', '.') }))),
        facets: fc.array(fc.oneof(fc.constantFrom('price', 'colour'), fc.string())),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fc.oneof(body, fc.jsonValue()), async (sent) => {
        const { status, body: responseBody } = await shop.post(products, JSON.stringify(sent) ?? 'null');
        if (status === 200) expect(responseBody.items.length).toBeLessThanOrEqual(responseBody.perPage);
        else {
          expect(status).toBeLessThan(500);
          expect(responseBody.meta.problem).toBeTypeOf('string');
        }
      }),
      { numRuns: repetitions(100, 3000) },
    );
  });
});

describe('search suggestions while typing (SEA-3)', () => {
  test('a suggested product says what a tile shows: stock, price, pack size and whether it has options', async () => {
    const { products: suggested, attributeMetadata } = (await shop.get('/api/search/suggest?text=oats')).body
      .result;
    const sized = suggested.find(({ packsize }: { packsize?: string }) => packsize);
    expect(sized).toMatchObject({
      type_id: expect.any(String),
      stock: { is_in_stock: expect.any(Boolean) },
      special_price_incl_tax: expect.any(Number),
    });
    const [sizes, ...more] = attributeMetadata;
    expect(more).toEqual([]);
    expect(isEntity('attribute', sizes)).toBe(true);
    expect(sizes.attribute_code).toBe('packsize');
    expect(sizes.options.map(({ value }: { value: string }) => value)).toContain(String(sized.packsize));
  });

  test('a suggested category has its own picture, or that of a category above it', async () => {
    const categories: { url_path: string; image?: string }[] = [];
    for (const text of ['pan', 'tea', 'coffee'])
      categories.push(...(await shop.get(`/api/search/suggest?text=${text}`)).body.result.categories);
    expect(categories.some(({ url_path }) => url_path.includes('/'))).toBe(true);
    expect(categories.every(({ image }) => image)).toBe(true);
  });

  test('suggestions contain words, products and categories for a prefix', async () => {
    const { body } = await shop.get('/api/search/suggest?text=roo');
    expect(body.code).toBe(200);
    expect(body.result.words.join(' ')).toContain('rooibos');
    expect(body.result.products[0].name).toContain('Rooibos');
    const pantry = await shop.get('/api/search/suggest?text=pan');
    expect(pantry.body.result.categories[0]).toMatchObject({ name: 'Pantry', url_path: expect.any(String) });
  });

  test('suggestions are empty for blanks', async () => {
    const { body } = await shop.get('/api/search/suggest?text=%20%20');
    expect(body.result).toEqual({ words: [], products: [], categories: [], total: 0 });
  });

  test('one character completes words but lists no products', async () => {
    const { body } = await shop.get('/api/search/suggest?text=r');
    expect(body.result).toMatchObject({ products: [], total: 0 });
  });
});

describe('popular searches (spec D63)', () => {
  const popular = async () => (await shop.get('/api/search/popular')).body.result.words;
  const searchFrom = (client: number, text: string) =>
    shop.get(`/api/search/suggest?${new URLSearchParams({ text })}`, {
      'x-forwarded-for': `198.51.100.${client}`,
    });

  test('a text is popular when three clients searched for it and found something', async () => {
    expect(await popular()).toEqual([]);
    for (const client of [1, 2]) await searchFrom(client, 'Rooibos');
    for (let times = 0; times < 3; times++) await searchFrom(2, 'rooibos ');
    expect(await popular()).toEqual([]);
    await searchFrom(3, 'rooibos');
    expect(await popular()).toEqual(['rooibos']);
  });

  test('no text is popular that is no word of the catalogue', async () => {
    for (const client of [1, 2, 3, 4])
      for (const text of ['thandi nkosi', 'zzxxqq', 'rooib', '082 123 4567']) await searchFrom(client, text);
    expect(await popular()).not.toEqual(expect.arrayContaining([expect.not.stringMatching(/^rooibos$/)]));
  });

  test('the response is the same for everybody and may be cached for five minutes', async () => {
    const { headers } = await shop.get('/api/search/popular');
    expect(headers.get('cache-control')).toBe('public, max-age=300');
    expect((await shop.get('/api/search/popular?size=0')).status).toBe(400);
  });
});
