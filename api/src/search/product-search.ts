import type { Attribute } from '@fynbos/core/catalogue/entities.ts';
import { priceAliases, priceField } from '@fynbos/core/catalogue/listing.ts';
import {
  type CountedRange,
  countWithin,
  type PriceRange,
  priceRangeKey,
  priceRanges,
  priceSteps,
} from '@fynbos/core/catalogue/price-ranges.ts';
import { guestGroup } from '@fynbos/core/pricing/price.ts';
import { offerFiltersOf } from '@fynbos/core/search/query/offers.ts';
import type { EngineQuery, EngineResult, SearchEngine } from '@fynbos/core/search/search-engine.ts';
import type { Filter, SearchRequest, Sort } from '@fynbos/core/search/search-request.ts';
import { documentFor, findPrices } from '../catalogue/documents/group-prices.ts';
import { isEnabled, type LiveProduct } from '../catalogue/documents/product-index.ts';
import type { LiveCatalogue } from '../catalogue/live-catalogue.ts';
import { type Projection, projection } from '../catalogue/projection.ts';
import { matchDocuments } from './document-matcher.ts';
import { pricedColumn, pricedFields } from './engine/search-document.ts';
import { createDocumentCache } from './projected-document-cache.ts';
import { writeSearchResponse } from './search-response.ts';

interface Matched {
  /** The products of the page. */
  records: LiveProduct[];
  total: number;
  /** Undefined for products found by key. */
  result: EngineResult | undefined;
}

interface Found extends Matched {
  /** The documents of the page as JSON, reduced to the requested fields. */
  items: string[];
}

/** Cache size for documents that were written with some of their fields, in characters. */
const writtenCharacters = 32 * 1024 * 1024;

/** Finds products: by key directly in the catalogue, otherwise with the search engine. */
export function productFinder(catalogue: LiveCatalogue, engine: Pick<SearchEngine, 'search'>) {
  const written = createDocumentCache(writtenCharacters);

  function write(record: LiveProduct, fields: Projection, isCompact: boolean, group: number): string {
    const prices = findPrices(record.byGroup, group);
    // The whole document is in memory already, so caching its text would only use memory.
    if (fields.isWhole && !isCompact && !prices) return record.json.toString();
    const key = isCompact ? `short${fields.key}` : fields.key;
    return written.text(prices ? `${group} ${key}` : key, record.id, () => {
      const document = fields.apply(documentFor(record, group));
      return JSON.stringify(isCompact ? compact(document) : document);
    });
  }

  function page(request: SearchRequest, group: number, matched: Matched): Found {
    const fields = projection(request.include, request.exclude);
    const items = matched.records.map((record) => write(record, fields, request.compact, group));
    return { ...matched, items };
  }

  /** @param group the customer group whose prices are shown, filtered, counted and sorted by */
  async function find(request: SearchRequest, group: number = guestGroup): Promise<Found> {
    const keyed = findByKey(catalogue, request, group);
    if (keyed) {
      const shown = keyed.slice(request.start, request.start + request.size);
      return page(request, group, { records: shown, total: keyed.length, result: undefined });
    }
    const result = await engine.search(searchQueryOf(request, group));
    const records = result.ids.flatMap((id) => catalogue.find(id) ?? []).filter(isEnabled);
    return page(request, group, { records, total: result.total, result });
  }

  return {
    find,
    async findJson(request: SearchRequest, group: number = guestGroup): Promise<string> {
      const { items, records, total, result } = await find(request, group);
      return writeSearchResponse(request, {
        items: `[${items.join(',')}]`,
        total,
        aggregations: result && aggregationsOf(result, request.facets, pricedColumn(priceField, group)),
        metadata: attributeMetadata(catalogue.attributes(), records, result?.facets ?? {}),
        suggestions: result?.suggestions,
      });
    },
    forget: written.forget,
  };
}

type Lookup = (catalogue: LiveCatalogue, value: string) => (LiveProduct | undefined)[];

const lookups = new Map<string, Lookup>(
  Object.entries<Lookup>({
    id: (catalogue, value) => [catalogue.find(Number(value))],
    sku: (catalogue, value) => [catalogue.findBySku(value)],
    url_path: (catalogue, value) => [catalogue.findByUrlPath(value)],
    'configurable_children.sku': (catalogue, value) =>
      catalogue.parentsOf(value).map((id) => catalogue.find(id)),
  }),
);

/** A lookup by a unique field does not need the search engine (CAT-11). */
function findByKey(
  catalogue: LiveCatalogue,
  request: SearchRequest,
  group: number,
): LiveProduct[] | undefined {
  if (request.text !== '' || request.facets.length > 0) return undefined;
  const key = request.filters.find(
    ({ field, any, condition }) => lookups.has(field) && !any && condition.is === 'in',
  );
  const lookup = key && lookups.get(key.field);
  if (!lookup || key.condition.is !== 'in') return undefined;
  const candidates = new Map(
    key.condition.values
      .flatMap((value) => lookup(catalogue, String(value)))
      .flatMap((record) => (record && isEnabled(record) ? [[record.id, record]] : [])),
  );
  const documents = [...candidates.values()].map((record) => documentFor(record, group));
  // These documents have the prices of the group under the plain names.
  const { filters, sort } = asSeen(request, guestGroup);
  const remaining = filters.filter((_, at) => request.filters[at] !== key);
  return matchDocuments(documents, remaining, sort).flatMap((product) => candidates.get(product.id) ?? []);
}

/** A search for offers lists them in the order of lists (spec D74). */
function withOffers(request: SearchRequest): SearchRequest {
  const offers = offerFiltersOf(request.text);
  if (!offers) return request;
  const sort: Sort[] = request.sort.length > 0 ? request.sort : [{ field: 'position', direction: 'asc' }];
  return { ...request, text: '', filters: [...request.filters, ...offers], sort };
}

function searchQueryOf(request: SearchRequest, group: number): EngineQuery {
  const { text, filters, sort } = withOffers(request);
  return {
    text,
    ...asSeen({ filters, sort }, group),
    start: request.start,
    size: request.size,
    facets: request.facets.filter((field) => !priceAliases.has(field)),
    ranges: request.facets.some((field) => priceAliases.has(field))
      ? [{ field: pricedColumn(priceField, group), ranges: priceSteps }]
      : [],
  };
}

/** `price`, unit price and saving in a request mean those that the shopper sees (spec D3, D60). */
function asSeen(
  request: Pick<SearchRequest, 'filters' | 'sort'>,
  group: number,
): { filters: Filter[]; sort: Sort[] } {
  const seen = (field: string) => {
    const plain = priceAliases.has(field) ? priceField : field.replace(/\.keyword$/, '');
    const priced = pricedFields.find((name) => name === plain);
    return priced ? pricedColumn(priced, group) : plain;
  };
  return {
    filters: request.filters.map((filter) => ({ ...filter, field: seen(filter.field) })),
    sort: request.sort.map((sort) => ({ ...sort, field: seen(sort.field) })),
  };
}

function aggregationsOf(result: EngineResult, facets: readonly string[], price: string) {
  const named: Record<string, { buckets: object[] }> = {};
  for (const field of facets) {
    if (priceAliases.has(field)) {
      const counts = result.ranges[price] ?? [];
      const steps = priceSteps.map((range, at) => ({ ...range, count: counts[at] ?? 0 }));
      named.agg_range_price = { buckets: priceBuckets(priceRanges, steps) };
      named.agg_range_price_steps = { buckets: priceBuckets(priceSteps, steps) };
    } else {
      const buckets = (result.facets[field] ?? []).map(({ value, count }) => ({
        key: value,
        doc_count: count,
      }));
      named[`agg_terms_${field}`] = { buckets };
      // Children are counted with their configurable above. The key stays for clients that read both.
      named[`agg_terms_${field}_options`] = { buckets: [] };
    }
  }
  return named;
}

function priceBuckets(ranges: readonly PriceRange[], steps: readonly CountedRange[]) {
  return ranges.map((range) => ({
    key: priceRangeKey(range),
    from: range.from,
    ...(range.to === null ? {} : { to: range.to }),
    doc_count: countWithin(range, steps),
  }));
}

/**
 * Attributes used in a search result, each with only the options that occur in it. A page needs them to
 * show labels for option values.
 * @param counted values counted by each facet
 * @param codes only these attributes; by default all
 */
export function attributeMetadata(
  attributes: ReadonlyMap<string, Attribute>,
  items: readonly LiveProduct[],
  counted: Readonly<Record<string, readonly { value: string }[]>>,
  codes?: readonly string[],
): Attribute[] {
  const used = new Map<string, Set<string>>();
  const note = (code: string, value: unknown) => {
    const values = used.get(code) ?? new Set();
    for (const each of Array.isArray(value) ? value : [value]) values.add(String(each));
    used.set(code, values);
  };
  for (const { choices } of items) {
    for (const [code, value] of Object.entries(choices))
      if (codes?.includes(code) !== false) note(code, value);
  }
  for (const [code, values] of Object.entries(counted))
    note(
      code,
      values.map((each) => each.value),
    );
  return [...used].flatMap(([code, values]) => {
    const attribute = attributes.get(code);
    return attribute
      ? [{ ...attribute, options: attribute.options.filter((option) => values.has(option.value)) }]
      : [];
  });
}

/** The short keys of `response_format=compact` (wire contract 1.5). */
const shortKeys: Record<string, string> = {
  price: 'p',
  price_incl_tax: 'pit',
  price_tax: 'pt',
  special_price: 'sp',
  special_price_incl_tax: 'spit',
  special_price_tax: 'spt',
  final_price: 'fp',
  final_price_incl_tax: 'fpit',
  final_price_tax: 'fpt',
  original_price: 'op',
  original_price_incl_tax: 'opit',
  original_price_tax: 'opt',
  original_final_price: 'ofp',
  original_special_price: 'osp',
  minimal_price: 'mp',
  minimal_regular_price: 'mrp',
  name: 'nm',
  image: 'i',
  small_image: 'si',
  thumbnail: 't',
  status: 's',
  url_key: 'u',
  tax_class_id: 'tci',
  description: 'desc',
  has_options: 'ho',
  required_options: 'ro',
};

/** Shortens the keys of a document and of its children; drops no field of a child (spec D2). */
function compact(document: object): Record<string, unknown> {
  const compacted: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(document)) {
    const hasChildren = key === 'configurable_children' && Array.isArray(value);
    compacted[shortKeys[key] ?? key] = hasChildren ? value.map(compact) : value;
  }
  return compacted;
}
