import { defaultFilters } from '@fynbos/core/catalogue/listing.ts';
import { getIntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openGroupTokens } from '../accounts/group-service.ts';
import { type Answered, openTestShop, type TestShop } from '../testing/shop.ts';
import { openSmallShop } from '../testing/small-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop(undefined, undefined, { API_MODE: 'graphql' });
});
afterAll(() => shop.close());

const ask = (
  query: string,
  variables: object = {},
  headers: Record<string, string> = {},
): Promise<Answered> => shop.post('/graphql', { query, variables }, headers);
const search = async (entity: string, body: object) =>
  (await shop.post(`/api/catalog/fynbos/${entity}/_search`, body)).body;
const messages = ({ body }: Answered) => body.errors.map((error: { message: string }) => error.message);

/** As clients of this kind of shop send it. */
const products = `query ProductListFilters ($filter: ProductFilterInput, $search: String!, $pageSize: Int, $currentPage: Int,
  $sort: ProductSortInput, $_sourceInclude: [String], $_sourceExclude: [String]) {
  products(filter: $filter search: $search pageSize: $pageSize currentPage: $currentPage sort: $sort
    _sourceInclude: $_sourceInclude _sourceExclude: $_sourceExclude) {
    items total_count aggregations sort_fields { options { value } } page_info { page_size current_page }
  }
}`;
const listed = { visibility: { in: [2, 3, 4] }, status: { in: [0, 1] } };

describe('products are those of the HTTP calls (decision 12)', () => {
  test.each<[string, object, object]>([
    ['everything, in pages', {}, {}],
    ['a list', { filter: listed }, { filters: listed }],
    [
      'the second page of a list, dearest first',
      { filter: listed, pageSize: 7, currentPage: 2, sort: { final_price: 'DESC' } },
      { filters: listed, size: 7, start: 7, sort: 'final_price:desc' },
    ],
    ['a text', { search: 'rooibos', filter: listed }, { text: 'rooibos', filters: listed }],
    ['a text with a slip', { search: 'roibos tee' }, { text: 'roibos tee' }],
    ['a sku', { filter: { sku: { eq: 'TEA-ROOIBOS' } } }, { filters: { sku: 'TEA-ROOIBOS' } }],
    [
      'a range of prices, as words and by other names',
      { filter: { price: { gteq: '30', lteq: '60' } } },
      { filters: { price: { gte: 30, lte: 60 } } },
    ],
    [
      'what a product has or lacks',
      { filter: { special_price: { notnull: 'true' }, product_brand: { nin: ['1'] } } },
      { filters: { special_price: { neq: null }, product_brand: { nin: ['1'] } } },
    ],
    [
      'something inside a field',
      { filter: { stock: { is_in_stock: { eq: true } } } },
      { filters: { 'stock.is_in_stock': { eq: true } } },
    ],
    [
      'chosen fields',
      { filter: listed, _sourceInclude: ['sku', 'name', 'stock.*'], _sourceExclude: ['stock.qty'] },
      { filters: listed, includeFields: ['sku', 'name', 'stock.*'], excludeFields: ['stock.qty'] },
    ],
    [
      'facets, by naming their scope',
      {
        filter: {
          ...Object.fromEntries(defaultFilters.map((code) => [code, { scope: 'catalog' }])),
          ...listed,
        },
      },
      { filters: listed, facets: defaultFilters },
    ],
    [
      'a chosen facet, which keeps its other values',
      { filter: { ...listed, product_type: { in: ['1', '2'], scope: 'catalog' } } },
      {
        _appliedFilters: [
          ...Object.entries(listed).map(([attribute, value]) => ({ attribute, value })),
          { attribute: 'product_type', value: { in: ['1', '2'] }, scope: 'catalog' },
        ],
        facets: ['product_type'],
      },
    ],
    ['more than a page may hold', { pageSize: 100_000 }, { size: 100_000 }],
    ['a page of no size', { pageSize: 0, currentPage: -3 }, { size: 0 }],
  ])('%s', async (_, variables, body) => {
    const [{ status, body: said }, rest] = await Promise.all([
      ask(products, { search: '', ...variables }),
      search('product', body),
    ]);
    expect(said.errors).toBeUndefined();
    expect(status).toBe(200);
    const { items, total_count, aggregations, page_info } = said.data.products;
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

  test('with the names of their facets and what else was meant', async () => {
    const query =
      '{ products(search: "roibos", facets: ["product_brand"]) { attribute_metadata suggestions } }';
    const rest = await search('product', { text: 'roibos', facets: ['product_brand'] });
    expect((await ask(query)).body.data.products).toEqual({
      attribute_metadata: rest.attributeMetadata,
      suggestions: rest.suggestions,
    });
  });
});

describe('the rest of the catalogue too', () => {
  test('categories in the order asked for, as a list and as hits of an index', async () => {
    const query = `query ($sort: CategorySortInput, $_sourceIncludes: [String]) {
      categories(filter: {is_active: {eq: true}, level: {in: [2, 3]}}, sort: $sort, pageSize: 5, currentPage: 2,
        _sourceIncludes: $_sourceIncludes) { hits suggest items total_count } }`;
    const { body } = await ask(query, {
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

  test('categories by their ids or their name alone', async () => {
    const { body } = await ask(
      '{ categories(ids: [2], from: 0, size: 3) { items } byName: categories(name: "Pantry") { items } }',
    );
    expect(body.data.categories.items).toMatchObject([{ id: 2 }]);
    expect(body.data.byName.items).toMatchObject([{ name: 'Pantry' }]);
  });

  test('attributes under both their names, and tax rules', async () => {
    const filter = { attribute_code: { in: ['colour', 'product_brand'], scope: 'default' } };
    const query = `query ($filter: AttributeInput!) {
      attributes(filter: $filter) { items } customAttributeMetadata(attributes: $filter) { items } taxrule { items } }`;
    const { body } = await ask(query, { filter });
    const rest = await search('attribute', {
      filters: { attribute_code: { in: ['colour', 'product_brand'] } },
    });
    expect(rest.items).not.toEqual([]);
    expect(body.data.attributes.items).toEqual(rest.items);
    expect(body.data.customAttributeMetadata.items).toEqual(rest.items);
    expect(body.data.taxrule.items).toEqual((await search('taxrule', {})).items);
  });

  test('approved reviews', async () => {
    const { body } = await ask('{ reviews(pageSize: 3) { items total_count } }');
    const { items, total: total_count } = await search('review', { size: 3 });
    expect(body.data.reviews).toEqual({ items, total_count });
  });

  test.each(['', '?lang=de', '?storeCode=it'])(
    'pages, blocks and menus in the language asked for: %s',
    async (more) => {
      const query = `query ($filter: CmsInput) {
      cmsPages(filter: $filter) { items { identifier title content content_heading meta_title lang } total_count }
      cmsBlocks { items { identifier content } total_count }
      cmsHierarchies(pageSize: 2) { items total_count } }`;
      const filter = { identifier: { like: 'privacy-policy' } };
      const { body } = await shop.post(`/graphql${more}`, { query, variables: { filter } });
      const rest = async (entity: string, asked: object) =>
        (await shop.post(`/api/catalog/fynbos/${entity}/_search${more}`, asked)).body;
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

  test('and what stands at an address', async () => {
    const query = `query ($url: String!) { urlMap(url: $url, _sourceInclude: ["sku", "name"]) { type id source } }`;
    const { body: product } = await ask(query, { url: '/pantry/?utm=1' });
    expect(product.data.urlMap).toMatchObject({ type: 'category', source: { name: 'Pantry' } });
    const { items } = await search('product', { filters: { sku: 'TEA-ROOIBOS' } });
    const { body } = await ask(query, { url: items[0].url_path });
    const rest = await shop.post('/api/url/map', { url: items[0].url_path, includeFields: ['sku', 'name'] });
    expect(body.data.urlMap).toEqual({ type: 'product', id: rest.body._id, source: rest.body._source });
    const page = await ask(
      '{ urlMap(url: "privacy-policy", _sourceInclude: ["identifier"]) { type source } }',
    );
    expect(page.body.data.urlMap).toEqual({ type: 'cms_page', source: { identifier: 'privacy-policy' } });
    expect((await ask(query, { url: 'no/such/thing' })).body.data.urlMap).toBeNull();
  });
});

describe('over HTTP', () => {
  test('by GET with its variables as JSON', async () => {
    const query =
      'query A { products { total_count } } query B($n: Int) { products(pageSize: $n) { items } }';
    const place = `/graphql?query=${encodeURIComponent(query)}&operationName=B&variables=${encodeURIComponent('{"n":2}')}`;
    const { body, status } = await shop.get(place);
    expect(status).toBe(200);
    expect(body.data.products.items).toHaveLength(2);
  });

  test('in its own type where that is accepted', async () => {
    const { headers } = await ask(
      '{ taxrule { total_count } }',
      {},
      { accept: 'application/graphql-response+json' },
    );
    expect(headers.get('content-type')).toBe('application/graphql-response+json; charset=utf-8');
  });

  test('what cannot be read is refused in GraphQL’s own form, with the number of the request', async () => {
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

  test('a condition nobody knows is refused beside what could be answered', async () => {
    const { status, body } = await ask(
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

  test('another method is named as such, as at every call', async () => {
    const response = await fetch(`${shop.origin}/graphql`, { method: 'DELETE' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST, GET');
  });
});

describe('no request may ask for more than the HTTP calls give', () => {
  const many = (count: number, field: (index: number) => string) =>
    `{ ${Array.from({ length: count }, (_, index) => field(index)).join(' ')} }`;
  const unfolding = (count: number, ...last: string[]) =>
    [
      'query { ...F0 }',
      ...Array.from({ length: count }, (_, n) => `fragment F${n} on Query { ...F${n + 1} ...F${n + 1} }`),
      ...last,
    ].join(' ');

  test.each<[string, string, RegExp]>([
    [
      'many questions at once',
      many(11, (n) => `a${n}: taxrule { total_count }`),
      /11 questions at once; 10 are/,
    ],
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
    [
      'the same documents again and again',
      '{ products(pageSize: 4000) { items a: items } }',
      /8000 documents/,
    ],
    [
      'the same documents after many small fields',
      `{ products(pageSize: 4000) { ${'total_count '.repeat(40)} items a: items } }`,
      /8000 documents/,
    ],
    [
      'many levels',
      `{ __schema { types { fields { type ${'{ ofType '.repeat(20)}{ name }${' }'.repeat(20)} } } } }`,
      /levels deep; 16/,
    ],
    [
      'a document that unfolds without end',
      unfolding(25, 'fragment F25 on Query { taxrule { total_count } }'),
      /\d+ fields/,
    ],
    ['one that unfolds into nothing', unfolding(60), /Unknown fragment "F60"/],
    [
      'one that unfolds into where it began',
      unfolding(60, 'fragment F60 on Query { ...F0 }'),
      /Cannot spread fragment/,
    ],
    ['a document without end', `{ taxrule { ${'a '.repeat(2100)} } }`, /2000 tokens/],
  ])('%s is refused, and says so', async (_, query, message) => {
    const refused = await ask(query);
    expect(refused.status).toBe(400);
    expect(refused.body.data).toBeUndefined();
    expect(messages(refused).join(' ')).toMatch(message);
  });

  test('nor by a variable, nor by its default', async () => {
    const query =
      'query ($n: Int = 3000) { a: products(pageSize: $n) { items } b: products(pageSize: $n) { items } }';
    expect((await ask(query)).status).toBe(400);
    expect((await ask(query, { n: 3 })).status).toBe(200);
    expect((await ask(query, { n: 2001 })).status).toBe(400);
  });

  test('nor by fragments that come back to themselves', async () => {
    const refused = await ask('{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }');
    expect(messages(refused)).toEqual([expect.stringContaining('Cannot spread fragment')]);
  });

  test('but the whole schema may be read, once', async () => {
    const { status, body } = await ask(getIntrospectionQuery());
    expect(status).toBe(200);
    expect(body.data.__schema.queryType.name).toBe('Query');
  });
});

test('each store view and each customer group has its own prices, which no cache may keep for others', async () => {
  const files = {
    'taxes.csv': 'tax_class,product_tax_class_ids,country,rate\nstandard,2,ZA,15\nstandard,2,DE,19\n',
    'products.csv':
      'sku,type_id,name,price_incl_tax,price_incl_tax_de,tax_class,qty,tier_prices\n' +
      'OATS,simple,Oats,39.10,2.49,standard,5,1@2:30\n',
  };
  const own = await openSmallShop(files, { API_MODE: 'graphql', MULTISTORE: 'on', PRICE_TIERS: 'on' });
  try {
    const tokens = await openGroupTokens(own.db, () => new Date(), true);
    const groupToken = tokens.issueGroupToken({ group_id: 2, id: 318 });
    const query = 'query ($groupToken: String) { products(groupToken: $groupToken) { items } }';
    const price = ({ body }: Answered) => body.data.products.items[0].final_price_incl_tax;
    const plain = await own.post('/graphql', { query });
    const german = await own.post('/graphql?storeCode=de', { query });
    const member = await own.post('/graphql', { query, variables: { groupToken } });
    const bearer = await own.post('/graphql', { query }, { authorization: `Bearer ${groupToken}` });
    expect([plain, german, member, bearer].map(price)).toEqual([39.1, 2.49, 34.5, 34.5]);
    const kept = [plain, german, member, bearer].map(({ headers }) => headers.get('cache-control'));
    expect(kept).toEqual(['private, no-cache', 'private, no-cache', 'no-store', 'no-store']);
  } finally {
    await own.close();
  }
});

test('GraphQL is off unless it is asked for', async () => {
  const plain = await openTestShop(undefined, undefined, {});
  try {
    const asked = { query: '{ taxrule { total_count } }' };
    for (const { status, body } of [
      await plain.post('/graphql', asked),
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
