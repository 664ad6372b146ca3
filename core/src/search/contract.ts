import { Type } from 'typebox';
import { languageQuery } from '../content/contract.ts';
import { endpoint } from '../endpoint.ts';
import { groupQuery } from '../pricing/contract.ts';
import { facetSize } from '../shop.ts';
import { maxBuckets } from './snapshot/snapshot-hash.ts';

/** Entities of a catalogue search (wire contract 1.5). */
export const searchEntities = ['product', 'category', 'attribute', 'taxrule'] as const;
export type SearchEntity = (typeof searchEntities)[number];

/** Approved reviews are searched in the same way (wire contract 1.8). */
export const reviewEntity = 'review';

const FilterValue = Type.Unknown({
  description:
    'A value, a list, or {eq | in | neq | nin | or | nor | like | gt | gte | lt | lte | from | to}',
});
const AppliedFilter = Type.Object({
  attribute: Type.String({ minLength: 1, maxLength: 200 }),
  value: FilterValue,
  scope: Type.Optional(Type.String()),
});
const FieldList = Type.Array(Type.String({ maxLength: 200 }), { maxItems: 500 });

export const SearchBody = Type.Object({
  _availableFilters: Type.Optional(
    Type.Array(Type.Object({ field: Type.String({ maxLength: 200 }), scope: Type.Optional(Type.String()) }), {
      maxItems: facetSize,
    }),
  ),
  _appliedFilters: Type.Optional(Type.Array(AppliedFilter)),
  _appliedSort: Type.Optional(
    Type.Array(
      Type.Object({ field: Type.String({ maxLength: 200 }), options: Type.Optional(Type.Unknown()) }),
      {
        maxItems: 20,
      },
    ),
  ),
  _searchText: Type.Optional(Type.String({ maxLength: 1000 })),
  text: Type.Optional(Type.String({ maxLength: 1000 })),
  type: Type.Optional(
    Type.String({ maxLength: 100, description: 'the entity of the path; any other is refused' }),
  ),
  filters: Type.Optional(Type.Union([Type.Array(AppliedFilter), Type.Record(Type.String(), FilterValue)])),
  facets: Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: facetSize })),
  sort: Type.Optional(
    Type.Union([
      Type.String({ maxLength: 500 }),
      Type.Array(Type.Object({ field: Type.String(), direction: Type.Optional(Type.String()) }), {
        maxItems: 20,
      }),
    ]),
  ),
  size: Type.Optional(Type.Number()),
  start: Type.Optional(Type.Number()),
  includeFields: Type.Optional(FieldList),
  excludeFields: Type.Optional(FieldList),
  groupToken: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  groupId: Type.Optional(Type.Unknown()),
});

const SearchParams = Type.Object({
  index: Type.String({ maxLength: 100 }),
  entity: Type.String({ maxLength: 100 }),
});

const searchOptions = {
  q: Type.Optional(Type.String({ maxLength: 1000 })),
  from: Type.Optional(Type.Number()),
  size: Type.Optional(Type.Number()),
  sort: Type.Optional(Type.String({ maxLength: 500 })),
  _source_include: Type.Optional(Type.String({ maxLength: 20_000 })),
  _source_exclude: Type.Optional(Type.String({ maxLength: 20_000 })),
  request_format: Type.Optional(Type.String()),
  response_format: Type.Optional(Type.String()),
  ...languageQuery,
};

const Bucket = Type.Object({
  key: Type.String(),
  doc_count: Type.Integer(),
  from: Type.Optional(Type.Number()),
  to: Type.Optional(Type.Number()),
});

/**
 * The response of a search (spec D2). Facets are named `agg_terms_X`, `agg_terms_X_options`,
 * `agg_range_price`, and `agg_range_price_steps` with finer ranges.
 */
const SearchResult = Type.Object({
  items: Type.Array(Type.Record(Type.String(), Type.Unknown())),
  attributeMetadata: Type.Array(Type.Record(Type.String(), Type.Unknown())),
  aggregations: Type.Record(Type.String(), Type.Object({ buckets: Type.Array(Bucket) })),
  suggestions: Type.Array(Type.String()),
  total: Type.Integer(),
  perPage: Type.Integer(),
  start: Type.Integer(),
});

const searchProblems = [
  'invalid_input',
  'too_many_filters',
  'raw_query_refused',
  'unknown_index',
  'unknown_entity',
  'search_unavailable',
] as const;

export const searchCatalogue = endpoint({
  name: 'searchCatalogue',
  method: 'POST',
  path: '/api/catalog/{index}/{entity}/_search',
  summary: 'Search products, categories, attributes, tax rules, approved reviews, or pages, blocks and menus',
  params: SearchParams,
  query: Type.Object(searchOptions),
  body: SearchBody,
  result: SearchResult,
  envelope: false,
  problems: searchProblems,
});

export const searchCatalogueByGet = endpoint({
  name: 'searchCatalogueByGet',
  method: 'GET',
  path: '/api/catalog/{index}/{entity}/_search',
  summary: 'The same search, its body as JSON in the `request` parameter',
  params: SearchParams,
  query: Type.Object({ ...searchOptions, request: Type.Optional(Type.String({ maxLength: 100_000 })) }),
  result: SearchResult,
  envelope: false,
  problems: searchProblems,
});

export const suggest = endpoint({
  name: 'suggest',
  method: 'GET',
  path: '/api/search/suggest',
  summary: 'Completions of the typed text: words, products and categories',
  query: Type.Object({
    text: Type.String({ minLength: 1, maxLength: 200 }),
    size: Type.Optional(Type.Integer({ minimum: 1, maximum: 20 })),
    groupToken: groupQuery.groupToken,
  }),
  result: Type.Object({
    words: Type.Array(Type.String()),
    products: Type.Array(Type.Record(Type.String(), Type.Unknown())),
    categories: Type.Array(
      Type.Object({
        ...{ id: Type.Integer(), name: Type.String(), url_path: Type.String() },
        slug: Type.Optional(Type.String({ description: 'set if it is not the last segment of url_path' })),
        image: Type.Optional(
          Type.String({ description: 'its picture, or that of the nearest category above it that has one' }),
        ),
      }),
    ),
    total: Type.Integer({ description: 'number of products that match the text' }),
    attributeMetadata: Type.Optional(
      Type.Array(Type.Record(Type.String(), Type.Unknown()), {
        description: 'the pack sizes of these products, for their unit prices',
      }),
    ),
  }),
  problems: ['invalid_input'],
});

export const popularSearches = endpoint({
  name: 'popularSearches',
  method: 'GET',
  path: '/api/search/popular',
  summary: 'Texts that several clients searched for lately, the most searched first (spec D63)',
  query: Type.Object({ size: Type.Optional(Type.Integer({ minimum: 1, maximum: 20 })) }),
  result: Type.Object({ words: Type.Array(Type.String()) }),
  problems: ['invalid_input'],
});

const snapshotVersion = Type.String({
  description: 'identifies the contents of the snapshot; equal for equal contents',
});
const Written = Type.Record(Type.String(), Type.Unknown());

export const catalogSnapshotInfo = endpoint({
  name: 'packFacts',
  method: 'GET',
  path: '/api/catalog/pack/facts',
  summary: 'Version and size of the current catalogue snapshot',
  result: Type.Object({
    version: snapshotVersion,
    products: Type.Integer(),
    bytes: Type.Integer({ description: 'compressed size' }),
  }),
});

export const fullCatalogSnapshot = endpoint({
  name: 'wholePack',
  method: 'GET',
  path: '/api/catalog/pack',
  summary: 'Every listed product in columns, at guest prices: the data that a browser searches offline',
  result: Written,
  notModified: true,
});

export const catalogSnapshotDifference = endpoint({
  name: 'packDifference',
  method: 'POST',
  path: '/api/catalog/pack/difference',
  summary: 'Changes since the snapshot of the browser; `whole` when a full download is better',
  body: Type.Object({
    version: Type.String({ maxLength: 40 }),
    buckets: Type.Integer({
      minimum: 1,
      maximum: maxBuckets,
      description: 'number of buckets; a product’s bucket follows from its id',
    }),
    steady: Type.String({
      maxLength: 4 * maxBuckets,
      description: 'four characters per bucket: hash of the stable fields',
    }),
    current: Type.String({
      maxLength: 4 * maxBuckets,
      description: 'four characters per bucket: hash of prices and stock',
    }),
  }),
  result: Written,
  problems: ['invalid_input', 'too_many_attempts'],
});
