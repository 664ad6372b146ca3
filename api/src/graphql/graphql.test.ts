import { defaultFilters } from '@fynbos/core/catalogue/listing.ts';
import { openSmallShop } from '@fynbos/test-kit/shop/small-shop.ts';
import { openTestShop, type TestResponse, type TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { getIntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openGroupTokens } from '../accounts/groups/customer-group-service.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop(undefined, undefined, { API_MODE: 'graphql' });
});
afterAll(() => shop.close());

const runQuery = (
  query: string,
  variables: object = {},
  headers: Record<string, string> = {},
): Promise<TestResponse> => shop.post('/graphql', { query, variables }, headers);
const search = async (entity: string, body: object) =>
  (await shop.post(`/api/catalog/fynbos/${entity}/_search`, body)).body;
const messages = ({ body }: TestResponse) => body.errors.map((error: { message: string }) => error.message);

/** The query that existing clients send. */
const products = `query ProductListFilters ($filter: ProductFilterInput, $search: String!, $pageSize: Int, $currentPage: Int,
  $sort: ProductSortInput, $_sourceInclude: [String], $_sourceExclude: [String]) {
  products(filter: $filter search: $search pageSize: $pageSize currentPage: $currentPage sort: $sort
    _sourceInclude: $_sourceInclude _sourceExclude: $_sourceExclude) {
    items total_count aggregations sort_fields { options { value } } page_info { page_size current_page }
  }
}`;
const listed = { visibility: { in: [2, 3, 4] }, status: { in: [0, 1] } };

describe('GraphQL products equal those of the HTTP calls (SHELL-4, spec D12)', () => {
  test.each<[string, object, object]>([
    ['all products, in pages', {}, {}],
    ['a list', { filter: listed }, { filters: listed }],
    [
      'the second page of a list, highest price first',
      { filter: listed, pageSize: 7, currentPage: 2, sort: { final_price: 'DESC' } },
      { filters: listed, size: 7, start: 7, sort: 'final_price:desc' },
    ],
    ['a text', { search: 'rooibos', filter: listed }, { text: 'rooibos', filters: listed }],
    ['a text with a spelling mistake', { search: 'roibos tee' }, { text: 'roibos tee' }],
    ['a sku', { filter: { sku: { eq: 'TEA-ROOIBOS' } } }, { filters: { sku: 'TEA-ROOIBOS' } }],
    [
      'a price range as strings, under other operator names',
      { filter: { price: { gteq: '30', lteq: '60' } } },
      { filters: { price: { gte: 30, lte: 60 } } },
    ],
    [
      'a product with a value, or without one',
      { filter: { special_price: { notnull: 'true' }, product_brand: { nin: ['1'] } } },
      { filters: { special_price: { neq: null }, product_brand: { nin: ['1'] } } },
    ],
    [
      'a nested field',
      { filter: { stock: { is_in_stock: { eq: true } } } },
      { filters: { 'stock.is_in_stock': { eq: true } } },
    ],
    [
      'chosen fields',
      { filter: listed, _sourceInclude: ['sku', 'name', 'stock.*'], _sourceExclude: ['stock.qty'] },
      { filters: listed, includeFields: ['sku', 'name', 'stock.*'], excludeFields: ['stock.qty'] },
    ],
    [
      'facets requested by scope',
      {
        filter: {
          ...Object.fromEntries(defaultFilters.map((code) => [code, { scope: 'catalog' }])),
          ...listed,
        },
      },
      { filters: listed, facets: defaultFilters },
    ],
    [
      'a selected facet, which still returns its other values',
      { filter: { ...listed, product_type: { in: ['1', '2'], scope: 'catalog' } } },
      {
        _appliedFilters: [
          ...Object.entries(listed).map(([attribute, value]) => ({ attribute, value })),
          { attribute: 'product_type', value: { in: ['1', '2'] }, scope: 'catalog' },
        ],
        facets: ['product_type'],
      },
    ],
    ['a page size above the limit', { pageSize: 100_000 }, { size: 100_000 }],
    ['a page size of zero', { pageSize: 0, currentPage: -3 }, { size: 0 }],
  ])('%s', async (_, variables, body) => {
    const [{ status, body: graphqlBody }, rest] = await Promise.all([
      runQuery(products, { search: '', ...variables }),
      search('product', body),
    ]);
    expect(graphqlBody.errors).toBeUndefined();
    expect(status).toBe(200);
    const { items, total_count, aggregations, page_info } = graphqlBody.data.products;
    expect(items).toEqual(rest.items);
    expect({ total_count, aggregations }).toEqual({
      total_count: rest.total,
      aggregations: rest.aggregations,
    });
    expect(page_info).toEqual({
      page_size: rest.perPage,
      current_page: Math.floor(rest.start / rest.perPage) + 1,
    });
  });

  test('products include facet names and search suggestions', async () => {
    const query =
      '{ products(search: "roibos", facets: ["product_brand"]) { attribute_metadata suggestions } }';
    const rest = await search('product', { text: 'roibos', facets: ['product_brand'] });
    expect((await runQuery(query)).body.data.products).toEqual({
      attribute_metadata: rest.attributeMetadata,
      suggestions: rest.suggestions,
    });
  });
});

describe('other GraphQL queries', () => {
  test('return categories in the requested order, as a list and as index hits', async () => {
    const query = `query ($sort: CategorySortInput, $_sourceIncludes: [String]) {
      categories(filter: {is_active: {eq: true}, level: {in: [2, 3]}}, sort: $sort, pageSize: 5, currentPage: 2,
        _sourceIncludes: $_sourceIncludes) { hits suggest items total_count } }`;
    const { body } = await runQuery(query, {
      sort: { position: 'ASC' },
      _sourceIncludes: ['id', 'name', 'url_path'],
    });
    const rest = await search('category', {
      filters: { is_active: { eq: true }, level: { in: [2, 3] } },
      sort: 'position:asc',
      size: 5,
      start: 5,
      includeFields: ['id', 'name', 'url_path'],
    });
    const { items, hits, total_count } = body.data.categories;
    expect(items).toHaveLength(5);
    expect({ items, total_count }).toEqual({ items: rest.items, total_count: rest.total });
    expect(hits.hits.map((hit: { _source: object }) => hit._source)).toEqual(items);
  });

  test('find categories by id or by name', async () => {
    const { body } = await runQuery(
      '{ categories(ids: [2], from: 0, size: 3) { items } byName: categories(name: "Pantry") { items } }',
    );
    expect(body.data.categories.items).toMatchObject([{ id: 2 }]);
    expect(body.data.byName.items).toMatchObject([{ name: 'Pantry' }]);
  });

  test('return attributes under both names, and tax rules', async () => {
    const filter = { attribute_code: { in: ['colour', 'product_brand'], scope: 'default' } };
    const query = `query ($filter: AttributeInput!) {
      attributes(filter: $filter) { items } customAttributeMetadata(attributes: $filter) { items } taxrule { items } }`;
    const { body } = await runQuery(query, { filter });
    const rest = await search('attribute', {
      filters: { attribute_code: { in: ['colour', 'product_brand'] } },
    });
    expect(rest.items).not.toEqual([]);
    expect(body.data.attributes.items).toEqual(rest.items);
    expect(body.data.customAttributeMetadata.items).toEqual(rest.items);
    expect(body.data.taxrule.items).toEqual((await search('taxrule', {})).items);
  });

  test('approved reviews', async () => {
    const { body } = await runQuery('{ reviews(pageSize: 3) { items total_count } }');
    const { items, total: total_count } = await search('review', { size: 3 });
    expect(body.data.reviews).toEqual({ items, total_count });
  });

  test.each(['', '?lang=de', '?storeCode=it'])(
    'return pages, blocks and menus in the requested language: %s',
    async (more) => {
      const query = `query ($filter: CmsInput) {
      cmsPages(filter: $filter) { items { identifier title content content_heading meta_title lang } total_count }
      cmsBlocks { items { identifier content } total_count }
      cmsHierarchies(pageSize: 2) { items total_count } }`;
      const filter = { identifier: { like: 'privacy-policy' } };
      const { body } = await shop.post(`/graphql${more}`, { query, variables: { filter } });
      const rest = async (entity: string, searchBody: object) =>
        (await shop.post(`/api/catalog/fynbos/${entity}/_search${more}`, searchBody)).body;
      const fields = ['identifier', 'title', 'content', 'content_heading', 'meta_title', 'lang'];
      const pages = await rest('cms_page', { filters: filter, includeFields: fields });
      expect(pages.items).toHaveLength(1);
      expect(body.data.cmsPages).toEqual({ items: pages.items, total_count: 1 });
      const blocks = await rest('cms_block', { includeFields: ['identifier', 'content'] });
      expect(body.data.cmsBlocks).toEqual({ items: blocks.items, total_count: blocks.total });
      const nodes = await rest('cms_hierarchy', { size: 2 });
      expect(body.data.cmsHierarchies).toEqual({ items: nodes.items, total_count: nodes.total });
    },
  );

  test('resolve a URL of the shop', async () => {
    const query = `query ($url: String!) { urlMap(url: $url, _sourceInclude: ["sku", "name"]) { type id source } }`;
    const { body: product } = await runQuery(query, { url: '/pantry/?utm=1' });
    expect(product.data.urlMap).toMatchObject({ type: 'category', source: { name: 'Pantry' } });
    const { items } = await search('product', { filters: { sku: 'TEA-ROOIBOS' } });
    const { body } = await runQuery(query, { url: items[0].url_path });
    const rest = await shop.post('/api/url/map', { url: items[0].url_path, includeFields: ['sku', 'name'] });
    expect(body.data.urlMap).toEqual({ type: 'product', id: rest.body._id, source: rest.body._source });
    const page = await runQuery(
      '{ urlMap(url: "privacy-policy", _sourceInclude: ["identifier"]) { type source } }',
    );
    expect(page.body.data.urlMap).toEqual({ type: 'cms_page', source: { identifier: 'privacy-policy' } });
    expect((await runQuery(query, { url: 'no/such/thing' })).body.data.urlMap).toBeNull();
  });
});

describe('over HTTP', () => {
  test('accepts GET with variables as JSON', async () => {
    const query =
      'query A { products { total_count } } query B($n: Int) { products(pageSize: $n) { items } }';
    const place = `/graphql?query=${encodeURIComponent(query)}&operationName=B&variables=${encodeURIComponent('{"n":2}')}`;
    const { body, status } = await shop.get(place);
    expect(status).toBe(200);
    expect(body.data.products.items).toHaveLength(2);
  });

  test('responds with application/graphql-response+json when the client accepts it', async () => {
    const { headers } = await runQuery(
      '{ taxrule { total_count } }',
      {},
      { accept: 'application/graphql-response+json' },
    );
    expect(headers.get('content-type')).toBe('application/graphql-response+json; charset=utf-8');
  });

  test('rejects unreadable requests in the GraphQL error format with a request id', async () => {
    for (const [body, message] of [
      ['{"query":', /could not be read/],
      [[{ query: '{ taxrule { items } }' }], /body must be object/],
      [{}, /query/],
      [{ query: '{ products { ' }, /Syntax Error/],
      [{ query: '{ wishes { items } }' }, /Cannot query field "wishes"/],
      [{ query: 'mutation { products { items } }' }, /Only queries/],
      [{ query: '{ products(pageSize: "many") { items } }' }, /Int cannot represent/],
      [{ query: '{ products { total_count } }', operationName: 'Other' }, /Other/],
    ] as const) {
      const refused = await shop.post('/graphql', body);
      expect(refused.status).toBe(400);
      expect(refused.headers.get('cache-control')).toBe('no-store');
      expect(Object.keys(refused.body)).toEqual(['errors']);
      expect(messages(refused)[0]).toMatch(message);
      expect(refused.body.errors[0].extensions).toMatchObject({
        problem: expect.stringMatching(/^(invalid_input|malformed_body)$/),
        requestId: expect.stringMatching(/^[\da-f-]{36}$/),
      });
      expect(JSON.stringify(refused.body)).not.toMatch(/node_modules|\.ts\b|stack/);
    }
    expect((await shop.get('/graphql?query=%7Btaxrule%7Bitems%7D%7D&variables=%5B1%5D')).status).toBe(400);
  });

  test('rejects an unknown condition next to the parts it can resolve', async () => {
    const { status, body } = await runQuery(
      '{ taxrule { total_count } products(filter: {price: {around: 5}}) { items } }',
    );
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ products: null, taxrule: { total_count: expect.any(Number) } });
    expect(body.errors).toMatchObject([
      {
        path: ['products'],
        message: expect.stringContaining('is no condition'),
        extensions: { problem: 'invalid_input', requestId: expect.any(String) },
      },
    ]);
  });

  test('responds 405 with allow to an unsupported method', async () => {
    const response = await fetch(`${shop.origin}/graphql`, { method: 'DELETE' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST, GET');
  });
});

describe('a GraphQL request cannot return more than the HTTP calls', () => {
  const many = (count: number, field: (index: number) => string) =>
    `{ ${Array.from({ length: count }, (_, index) => field(index)).join(' ')} }`;
  const unfolding = (count: number, ...last: string[]) =>
    [
      'query { ...F0 }',
      ...Array.from({ length: count }, (_, n) => `fragment F${n} on Query { ...F${n + 1} ...F${n + 1} }`),
      ...last,
    ].join(' ');

  test.each<[string, string, RegExp]>([
    ['many root fields', many(11, (n) => `a${n}: taxrule { total_count }`), /11 questions at once; 10 are/],
    [
      'many aliases of one field',
      `{ products { ${many(30, (n) => `a${n}: total_count`).slice(1, -1)} } }`,
      /30 aliases/,
    ],
    ['many fields', many(1, () => `taxrule { ${'total_count '.repeat(700)} }`), /701 fields/],
    [
      'many documents',
      '{ a: products(pageSize: 3000) { items } b: products(pageSize: 3000) { items } }',
      /6000 documents; 4000/,
    ],
    ['repeated documents', '{ products(pageSize: 4000) { items a: items } }', /8000 documents/],
    [
      'repeated documents after many small fields',
      `{ products(pageSize: 4000) { ${'total_count '.repeat(40)} items a: items } }`,
      /8000 documents/,
    ],
    [
      'many levels',
      `{ __schema { types { fields { type ${'{ ofType '.repeat(20)}{ name }${' }'.repeat(20)} } } } }`,
      /levels deep; 16/,
    ],
    [
      'fragments that expand exponentially',
      unfolding(25, 'fragment F25 on Query { taxrule { total_count } }'),
      /\d+ fields/,
    ],
    ['fragments that expand to an unknown fragment', unfolding(60), /Unknown fragment "F60"/],
    [
      'fragments that form a cycle',
      unfolding(60, 'fragment F60 on Query { ...F0 }'),
      /Cannot spread fragment/,
    ],
    ['a very long document', `{ taxrule { ${'a '.repeat(2100)} } }`, /2000 tokens/],
  ])('%s: rejected with the exceeded limit', async (_, query, message) => {
    const refused = await runQuery(query);
    expect(refused.status).toBe(400);
    expect(refused.body.data).toBeUndefined();
    expect(messages(refused).join(' ')).toMatch(message);
  });

  test('counts documents requested by a variable or its default', async () => {
    const query =
      'query ($n: Int = 3000) { a: products(pageSize: $n) { items } b: products(pageSize: $n) { items } }';
    expect((await runQuery(query)).status).toBe(400);
    expect((await runQuery(query, { n: 3 })).status).toBe(200);
    expect((await runQuery(query, { n: 2001 })).status).toBe(400);
  });

  test.each([
    'a: categories(pageSize: null, size: 4000) { items } b: categories(pageSize: null, size: 4000) { items }',
    'a: categories(size: 4000, pageSize: null) { items hits }',
    'a: categories(pageSize: $none, size: $many) { items hits }',
    'a: categories(size: 1, pageSize: 4000) { items hits }',
    'a: cmsPages(filter: {}) { items { content } } b: products(pageSize: 3900) { items }',
  ])('null, missing and second size arguments do not reduce the cost: %s (T37)', async (fields) => {
    const variables = fields.includes('$') ? 'query ($none: Int, $many: Int)' : '';
    const refused = await runQuery(`${variables} { ${fields} }`, { none: null, many: 4000 });
    expect([refused.status, refused.body.data]).toEqual([400, undefined]);
    expect(messages(refused).join()).toMatch(/\d{4} documents; 4000 are allowed/);
  });

  test('rejects cyclic fragments', async () => {
    const refused = await runQuery('{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }');
    expect(messages(refused)).toEqual([expect.stringContaining('Cannot spread fragment')]);
  });

  test('allows one full introspection query', async () => {
    const { status, body } = await runQuery(getIntrospectionQuery());
    expect(status).toBe(200);
    expect(body.data.__schema.queryType.name).toBe('Query');
  });
});

test('GraphQL prices depend on store view and customer group, and shared caches must not store them', async () => {
  const files = {
    'taxes.csv': 'tax_class,product_tax_class_ids,country,rate\nstandard,2,ZA,15\nstandard,2,DE,19\n',
    'products.csv':
      'sku,type_id,name,price_incl_tax,price_incl_tax_de,tax_class,qty,tier_prices\n' +
      'OATS,simple,Oats,39.10,2.49,standard,5,1@2:30\n',
  };
  const pricedShop = await openSmallShop(files, { API_MODE: 'graphql', MULTISTORE: 'on', PRICE_TIERS: 'on' });
  try {
    const tokens = await openGroupTokens(pricedShop.db, () => new Date(), true);
    const groupToken = tokens.issueGroupToken({ group_id: 2, id: 318 });
    const query = 'query ($groupToken: String) { products(groupToken: $groupToken) { items } }';
    const price = ({ body }: TestResponse) => body.data.products.items[0].final_price_incl_tax;
    const plain = await pricedShop.post('/graphql', { query });
    const german = await pricedShop.post('/graphql?storeCode=de', { query });
    const member = await pricedShop.post('/graphql', { query, variables: { groupToken } });
    const bearer = await pricedShop.post('/graphql', { query }, { authorization: `Bearer ${groupToken}` });
    expect([plain, german, member, bearer].map(price)).toEqual([39.1, 2.49, 34.5, 34.5]);
    const cacheControls = [plain, german, member, bearer].map(({ headers }) => headers.get('cache-control'));
    expect(cacheControls).toEqual(['private, no-cache', 'private, no-cache', 'no-store', 'no-store']);
  } finally {
    await pricedShop.close();
  }
});

test('GraphQL is off by default', async () => {
  const plain = await openTestShop('');
  try {
    const payload = { query: '{ taxrule { total_count } }' };
    for (const { status, body } of [
      await plain.post('/graphql', payload),
      await plain.get('/graphql?query=%7Btaxrule%7Btotal_count%7D%7D'),
      await plain.get('/graphql'),
    ]) {
      expect(status).toBe(404);
      expect(body.meta.problem).toBe('path_not_found');
    }
  } finally {
    await plain.close();
  }
});
