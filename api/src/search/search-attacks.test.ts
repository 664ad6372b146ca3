import { monitorEventLoopDelay } from 'node:perf_hooks';
import { contentEntities } from '@fynbos/core/content/cms.ts';
import { reviewEntity, searchEntities } from '@fynbos/core/search/contract.ts';
import { openSmallShop } from '@fynbos/test-kit/shop/small-shop.ts';
import { openTestShop, type TestResponse, type TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { isLong, repetitions } from '@fynbos/test-kit/stress-mode.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** Searches designed to be as expensive as possible. */

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop(undefined, undefined, { API_MODE: 'graphql' });
});
afterAll(() => shop.close());

const entities = [...searchEntities, reviewEntity, ...contentEntities];
const fields = [
  ...['id', 'sku', 'name', 'url_path', 'category_ids', 'category.name', 'price', 'final_price', 'visibility'],
  ...['status', 'stock.qty', 'stock.is_in_stock', 'created_at', 'product_brand', 'product_type', 'colour'],
  ...['colour_options', 'material', 'packsize', 'tax_class_id', 'type_id', 'image', 'position', 'rating'],
  ...['children_data.name', 'options.value', 'description', 'attribute_code', 'identifier', 'nope'],
  ...['__proto__', 'constructor', '.', 'a.'.repeat(90), 'configurable_children.sku', 'name.keyword'],
];
const times = <Made>(count: number, make: (at: number) => Made): Made[] =>
  Array.from({ length: count }, (_, at) => make(at));
const applied = (count: number, value: (at: number) => unknown, scope?: string) =>
  times(count, (at) => ({ attribute: fields[at % fields.length]!, value: value(at), scope }));

/**
 * Public product fields, in addition to the values of visible attributes. Stock quantities are public on
 * purpose (PDP-6).
 */
const fieldsOfProducts = [
  ...[
    'id',
    'sku',
    'parentSku',
    'type_id',
    'name',
    'slug',
    'url_key',
    'url_path',
    'status',
    'visibility',
    'position',
    'new',
  ],
  ...[
    'tax_class_id',
    'description',
    'short_description',
    'image',
    'small_image',
    'thumbnail',
    'media_gallery',
  ],
  ...['category_ids', 'category', 'category_id', 'path', 'created_at', 'updated_at', 'deals'],
  ...['parentId', 'errors', 'info', 'product'],
  ...[
    'unit_price_incl_tax',
    'saving_percent',
    'rating_summary',
    'deal_codes',
    'deal_quantities',
    'sales_rank',
    'average',
    'count',
    'needs_cold',
  ],
  ...['stock', 'product_id', 'qty', 'is_in_stock', 'manage_stock', 'min_qty', 'min_sale_qty', 'max_sale_qty'],
  ...['backorders', 'price', 'price_tax', 'price_incl_tax', 'special_price', 'special_price_tax'],
  ...['special_price_incl_tax', 'final_price', 'final_price_tax', 'final_price_incl_tax', 'original_price'],
  ...['original_price_tax', 'original_price_incl_tax', 'original_special_price', 'original_final_price'],
  ...[
    'special_from_date',
    'special_to_date',
    'tier_prices',
    'customer_group_id',
    'value_incl_tax',
    'product_links',
    'link_type',
  ],
  ...['linked_product_sku', 'linked_product_type', 'configurable_options', 'attribute_id', 'attribute_code'],
  ...[
    'label',
    'values',
    'value_index',
    'configurable_children',
    'custom_attributes',
    'value',
    'bundle_options',
  ],
  ...['custom_options', 'type', 'title', 'required', 'option_id', 'is_default', 'price_type', 'sort_order'],
  ...['option_type_id', 'source_id', 'is_require', 'max_characters'],
];

/** Expensive searches, each with few bytes. */
const attacks: readonly ((seed: number) => object)[] = [
  // Every facet with its own selection, and alternatives that must all be evaluated.
  (seed) => ({
    facets: fields,
    _appliedFilters: [
      ...applied(fields.length, (at) => ({ neq: `x${seed}${at}` }), 'catalog'),
      ...applied(99 - fields.length, (at) => ({ orGte: -at - seed })),
      ...applied(899, (at) => ({ gte: -at - seed })),
    ],
  }),
  (seed) => ({ facets: fields, _appliedFilters: applied(100, (at) => ({ or: [seed, at] }), 'catalog') }),
  (seed) => ({ _appliedFilters: applied(100, (at) => ({ like: at % 2 ? '' : `${seed}${at}` })) }),
  (seed) => ({ _appliedFilters: applied(999, (at) => ({ nin: [`${seed}-${at}`] })) }),
  (seed) => ({
    filters: times(999, (at) => ({
      attribute: 'category_ids',
      value: { in: [...times(9, (id) => id), seed + at] },
    })),
  }),
  (seed) => ({
    filters: { id: { in: times(4000, (at) => at) }, sku: { nin: times(4000, (at) => `x${seed}${at}`) } },
  }),
  (seed) => ({
    filters: { 'configurable_children.sku': { in: times(4000, (at) => `${seed}${at}`) } },
    size: 4000,
  }),
  (seed) => ({ filters: { [`${'children_data.'.repeat(3000)}${seed}`]: { neq: 1 } } }),
  (seed) => ({
    _appliedSort: fields.slice(0, 20).map((field) => ({ field, options: seed % 2 ? 'desc' : 'asc' })),
    start: seed,
    size: 4000,
    includeFields: ['id'],
  }),
  (seed) => ({
    sort: times(100, (at) => `f${at}`)
      .join(',')
      .slice(0, 499),
    start: seed,
    size: 1,
  }),
  (seed) => ({ includeFields: times(500, (at) => `${'a'.repeat(90)}${seed}${at}`), size: 4000 }),
  (seed) => ({ excludeFields: times(50, (at) => `${'*a'.repeat(90)}${seed}${at}`), size: 500 }),
  (seed) => ({ text: `${seed}${'a'.repeat(990)}` }),
  (seed) => ({ text: `${seed} ${'ab'.repeat(490)}` }),
  (seed) => ({ text: `e${'\u0301'.repeat(990)}${seed}` }),
  (seed) => ({ text: times(16, (at) => `choklate${'aeiou'[at % 5]}${at}${seed}`).join(' ') }),
  (seed) => ({ text: `${seed}${'(a+)+$'.repeat(150)}`, filters: { name: { like: '(a|a)*$'.repeat(99) } } }),
  (seed) => ({ text: '%_%*?'.repeat(190), filters: { sku: { like: `%${'_'.repeat(900)}${seed}` } } }),
  (seed) => ({ size: 1e9, start: 2 ** 53, includeFields: [`id${seed}`] }),
  (seed) => ({ size: -1, start: -seed, includeFields: ['sku'] }),
];

/** Searches beyond the limits; each must be rejected with a specific problem. */
const tooMuch: readonly object[] = [
  { _appliedFilters: applied(1000, () => 1) },
  { _appliedFilters: applied(101, (at) => ({ like: `a${at}` })) },
  { _appliedFilters: applied(101, (at) => ({ orGte: at })) },
  { _appliedFilters: applied(101, () => ({ eq: 1 }), 'catalog') },
  { filters: { sku: { in: times(4001, (at) => at) } } },
  { includeFields: times(51, (at) => `*${at}`) },
  { facets: times(101, (at) => `f${at}`) },
  { facets: ['x'.repeat(201)] },
  { text: 'a'.repeat(1001) },
  { sort: 'a'.repeat(501) },
  { query: { match_all: {} } },
  { aggs: { all: { terms: { field: 'sku', size: 1e9 } } } },
  { script_fields: { pwn: { script: 'while (true) {}' } } },
  { filters: { name: { regexp: '(a+)+$' } } },
  { filters: { name: { $where: 'sleep(10000)' } } },
];

type Transport = 'post' | 'get' | 'graphql';

async function sendSearch(transport: Transport, entity: string, body: object): Promise<TestResponse> {
  const place = `/api/catalog/fynbos/${entity}/_search`;
  const asText = encodeURIComponent(JSON.stringify(body));
  if (transport === 'graphql') return shop.post('/graphql', asGraphQL(body));
  // A body too long for a URL is sent by POST.
  return transport === 'get' && asText.length < 12_000
    ? shop.get(`${place}?request=${asText}`)
    : shop.post(place, body);
}

interface AttackBody {
  filters?: Record<string, unknown>;
  _appliedFilters?: { attribute: string; value: unknown; scope?: string }[];
  facets?: string[];
  text?: string;
  size?: number;
  includeFields?: string[];
}

function asGraphQL(body: object) {
  const { filters, _appliedFilters = [], facets = [], text = '', size, includeFields } = body as AttackBody;
  const listed = _appliedFilters.map(({ attribute, value, scope }) => {
    const condition = typeof value === 'object' ? { ...value, scope } : { eq: value, scope };
    return [attribute, condition];
  });
  return {
    query: `query ($filter: ProductFilterInput, $text: String!, $facets: [String], $size: Int, $include: [String]) {
      products(filter: $filter, search: $text, facets: $facets, pageSize: $size, _sourceInclude: $include) {
        items total_count aggregations } }`,
    variables: {
      filter: { ...filters, ...Object.fromEntries(listed) },
      text,
      facets,
      size: size && size > 0 && size < 2 ** 31 ? size : undefined,
      include: includeFields,
    },
  };
}

/** Expects a result, or an error with a reason. */
function expectHandled({ status, body }: TestResponse, label: string): void {
  const isResult = status === 200 && (body.items ?? body.data ?? body.errors ?? body.hits) !== undefined;
  const isRefusal = [400, 413].includes(status) && typeof (body.meta?.problem ?? body.errors) !== 'undefined';
  expect(isResult || isRefusal, `${label}: ${status} ${JSON.stringify(body).slice(0, 300)}`).toBe(true);
}

describe('expensive searches (T15)', () => {
  const timeout = isLong ? 900_000 : 120_000;
  test('every entity returns a result or a specific error, by POST, GET and GraphQL', { timeout }, async ({
    task,
  }) => {
    const count = repetitions(40, 5000);
    const cases = fc.sample(
      fc.record({
        transport: fc.constantFrom<Transport>('post', 'get', 'graphql'),
        entity: fc.constantFrom('product', ...entities),
        attack: fc.constantFrom(...attacks.keys()),
        seed: fc.nat(10_000),
      }),
      { numRuns: count, seed: 15 },
    );
    // Each attack runs at least once against products, where it is most expensive.
    const all = [
      ...attacks.map((_, attack) => ({
        transport: 'post' as Transport,
        entity: 'product',
        attack,
        seed: 15,
      })),
      ...cases.slice(attacks.length),
    ];
    const took: number[] = [];
    for (const { transport, entity, attack, seed } of all) {
      const begun = performance.now();
      const response = await sendSearch(transport, entity, attacks[attack]!(seed));
      took.push(performance.now() - begun);
      expectHandled(response, `${transport} ${entity} ${attack} ${seed}`);
    }
    task.meta.attempts = all.length;
    if (isLong) {
      took.sort((left, right) => left - right);
      expect(took[Math.floor(took.length * 0.99)]).toBeLessThan(1000);
      expect(took.at(-1)).toBeLessThan(2000);
      await expectIdle();
    }
  });

  test('searches beyond the limits are rejected with a specific problem', async ({ task }) => {
    for (const body of tooMuch) {
      const { status, body: problemBody } = await sendSearch('post', 'product', body);
      expect(status, JSON.stringify(body).slice(0, 99)).toBe(400);
      expect(['invalid_input', 'too_many_filters', 'raw_query_refused']).toContain(problemBody.meta.problem);
    }
    task.meta.attempts = tooMuch.length;
  });

  test('an address is looked up with a limited number of wildcards', async ({ task }) => {
    const names = (count: number) => times(count, (at) => `*${at}`);
    const choices = [
      { includeFields: names(51) },
      { excludeFields: names(51) },
      { includeFields: names(26), excludeFields: names(25) },
      { excludeFields: names(9000) },
    ];
    for (const path of ['/api/url/map', '/api/url'])
      for (const choice of choices) {
        const { status, body } = await shop.post(path, { url: 'tea', ...choice });
        expect([path, status, body.meta?.problem]).toEqual([path, 400, 'invalid_input']);
      }
    expect((await shop.post('/api/url/map', { url: 'tea', includeFields: names(50) })).status).toBe(200);
    task.meta.attempts = 2 * choices.length;
  });

  /** Expects the event loop to be idle after one second. */
  async function expectIdle(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    await new Promise((resolve) => setTimeout(resolve, 1000));
    delay.disable();
    expect(delay.percentile(99) / 1e6).toBeLessThan(50);
  }
});

describe('attributes hidden from shoppers (T15)', () => {
  const products = `sku,name,type_id,parent_sku,configurable_attributes,colour,tax_class,price_incl_tax,qty,attr_cost,attr_supplier,attr_origin
TEA,Rooibos,simple,,,,standard,40,5,12.34,Cedarberg Traders,South Africa
CUP,Cup,configurable,,colour,,standard,,,55.55,Karoo Clay,South Africa
CUP-R,Cup red,,CUP,,Red,standard,90,5,55.56,Karoo Clay,South Africa`;
  const taxes = `tax_class,product_tax_class_ids,country,rate
standard,2,ZA,15`;
  const attributes = `code,label,input,options,is_visible,is_visible_on_front
cost,Cost,price,,no,no
supplier,Supplier,select,Cedarberg Traders|Karoo Clay,no,no
origin,Origin,text,,yes,no
colour,Colour,select,Red,yes,no`;

  test('appear in no response and cannot be filtered, counted or sorted by', async ({ task }) => {
    const small = await openSmallShop({
      'products.csv': products,
      'attributes.csv': attributes,
      'taxes.csv': taxes,
    });
    const secrets = /12\.34|55\.5[56]|Cedarberg|Karoo Clay/;
    const searches: object[] = [
      {},
      { size: 4000, includeFields: ['*'] },
      { includeFields: ['cost', 'supplier', 'configurable_children.cost', '*.custom_attributes', '*cost*'] },
      { filters: { sku: { in: ['TEA', 'CUP'] } }, facets: ['cost', 'supplier'] },
      { facets: ['cost', 'supplier', 'supplier_options', 'price'] },
      { text: 'Cedarberg' },
    ];
    for (const body of searches) {
      const { body: result } = await small.post('/api/catalog/fynbos/product/_search', body);
      expect(JSON.stringify(result)).not.toMatch(secrets);
    }
    const search = async (body: object) =>
      (await small.post('/api/catalog/fynbos/product/_search', body)).body;
    for (const field of ['cost', 'supplier']) {
      expect((await search({ filters: { [field]: { neq: null } } })).total, field).toBe(0);
      expect((await search({ filters: { [field]: { gte: 0 } } })).total, field).toBe(0);
      const sorted = await search({ sort: `${field}:desc` });
      expect(sorted.items).toEqual((await search({ sort: `${field}:asc` })).items);
    }
    for (const entity of ['attribute', 'category', 'taxrule']) {
      const { body: result } = await small.post(`/api/catalog/fynbos/${entity}/_search`, {});
      expect(JSON.stringify(result)).not.toMatch(secrets);
    }
    const { items } = await search({ filters: { sku: 'CUP' } });
    expect(items[0].origin).toBe('South Africa');
    expect(items[0].configurable_children).toHaveLength(1);
    expect(items[0].configurable_children[0].colour).toBeDefined();
    await small.close();
    task.meta.attempts = searches.length + 9;
  });

  test('variant attributes list only the values that visible products use', async ({ task }) => {
    const small = await openSmallShop({
      'products.csv': products,
      'attributes.csv': `code,label,input,options,is_visible,is_visible_on_front
cost,Cost,price,,no,no
supplier,Supplier,select,Cedarberg Traders|Karoo Clay,no,no
origin,Origin,text,,yes,no
colour,Colour,select,Red|Secret blue,no,no`,
      'taxes.csv': taxes,
    });
    const itemsOf = async (entity: string) =>
      (await small.post(`/api/catalog/fynbos/${entity}/_search`, {})).body.items;
    const cup = (await itemsOf('product')).find(({ sku }: { sku: string }) => sku === 'CUP');
    const inProduct = cup.configurable_options[0].values.map(({ label }: { label: string }) => label);
    const colour = (await itemsOf('attribute')).find(
      ({ attribute_code: code }: { attribute_code: string }) => code === 'colour',
    );
    expect(inProduct).toEqual(['Red']);
    expect(colour.options.map(({ label }: { label: string }) => label)).toEqual(inProduct);
    await small.close();
    task.meta.attempts = 2;
  });

  test('products contain only known fields', async ({ task }) => {
    const { body } = await shop.post('/api/catalog/fynbos/product/_search', { size: 4000 });
    const attributes = (await shop.post('/api/catalog/fynbos/attribute/_search', { size: 4000 })).body.items;
    const codes = attributes.map(({ attribute_code }: { attribute_code: string }) => attribute_code);
    const known = new Set([...fieldsOfProducts, ...codes, ...codes.map((code: string) => `${code}_options`)]);
    const seenFields = new Set<string>();
    for (const product of body.items) noteFields(product, seenFields);
    expect([...seenFields].filter((field) => !known.has(field))).toEqual([]);
    task.meta.attempts = body.items.length;
  });

  /** Collects field names at any depth. */
  function noteFields(value: unknown, seenFields: Set<string>): void {
    if (Array.isArray(value)) for (const element of value) noteFields(element, seenFields);
    else if (typeof value === 'object' && value !== null) {
      for (const [field, below] of Object.entries(value)) {
        seenFields.add(field);
        noteFields(below, seenFields);
      }
    }
  }
});
