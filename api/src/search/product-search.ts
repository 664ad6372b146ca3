import { priceAliases, priceField, priceRangeKey, priceRanges } from '@fynbos/core/catalogue/listing.ts';
import { guestGroup } from '@fynbos/core/pricing/price.ts';
import type { EngineQuery, EngineResult, SearchEngine } from '@fynbos/core/search/search-engine.ts';
import type { Filter, SearchRequest, Sort } from '@fynbos/core/search/search-request.ts';
import { documentFor, findPrices } from '../catalogue/documents/group-prices.ts';
import type { LiveProduct } from '../catalogue/documents/product-index.ts';
import { type Projection, projection } from '../catalogue/documents/projection.ts';
import type { LiveCatalogue } from '../catalogue/live-catalogue.ts';
import { attributeMetadata } from './attribute-metadata.ts';
import { compact } from './compact-response.ts';
import { matchDocuments } from './document-matcher.ts';
import { priceColumn } from './engine/search-document.ts';
import { createDocumentCache } from './projected-document-cache.ts';
import { writeSearchResponse } from './search-response.ts';

interface Found {
  /** The documents of the page as JSON, reduced to the requested fields. */
  items: string[];
  records: LiveProduct[];
  total: number;
  result: EngineResult | undefined;
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
      const document = fields.apply(documentFor(record, group)) as Record<string, unknown>;
      return JSON.stringify(isCompact ? compact(document) : document);
    });
  }

  function page(
    request: SearchRequest,
    group: number,
    records: LiveProduct[],
    total: number,
    result: EngineResult | undefined,
  ): Found {
    const fields = projection(request.include, request.exclude);
    return {
      items: records.map((record) => write(record, fields, request.compact, group)),
      records,
      total,
      result,
    };
  }

  /** @param group the customer group whose prices are shown, filtered, counted and sorted by */
  async function find(request: SearchRequest, group: number = guestGroup): Promise<Found> {
    const keyed = findByKey(catalogue, request, group);
    if (keyed) {
      const shown = keyed.slice(request.start, request.start + request.size);
      return page(request, group, shown, keyed.length, undefined);
    }
    const result = await engine.search(searchQueryOf(request, priceColumn(group)));
    const records = result.ids.flatMap((id) => catalogue.find(id) ?? []);
    return page(request, group, records, result.total, result);
  }

  return {
    find,
    async findJson(request: SearchRequest, group: number = guestGroup): Promise<string> {
      const { items, records, total, result } = await find(request, group);
      return writeSearchResponse(request, {
        items: `[${items.join(',')}]`,
        total,
        aggregations: result && aggregationsOf(result, request.facets, priceColumn(group)),
        metadata: attributeMetadata(catalogue.attributes(), records, result?.facets ?? {}),
        suggestions: result?.suggestions,
      });
    },
    forget: written.forget,
  };
}

const keys: Record<string, (catalogue: LiveCatalogue, value: string) => (LiveProduct | undefined)[]> = {
  id: (catalogue, value) => [catalogue.find(Number(value))],
  sku: (catalogue, value) => [catalogue.findBySku(value)],
  url_path: (catalogue, value) => [catalogue.findByUrlPath(value)],
  'configurable_children.sku': (catalogue, value) =>
    catalogue.parentsOf(value).map((id) => catalogue.find(id)),
};

/** A lookup by a unique field does not need the search engine (CAT-11). */
function findByKey(
  catalogue: LiveCatalogue,
  request: SearchRequest,
  group: number,
): LiveProduct[] | undefined {
  if (request.text !== '' || request.facets.length > 0) return undefined;
  const key = request.filters.find(
    ({ field, any, condition }) => Object.hasOwn(keys, field) && !any && condition.is === 'in',
  );
  if (key?.condition.is !== 'in') return undefined;
  const lookup = keys[key.field]!;
  const candidates = new Map(
    key.condition.values
      .flatMap((value) => lookup(catalogue, String(value)))
      .flatMap((record) => (record ? [[record.id, record]] : [])),
  );
  const documents = [...candidates.values()].map((record) => documentFor(record, group));
  const { filters, sort } = asSeen(request, priceField);
  const remaining = filters.filter((_, at) => request.filters[at] !== key);
  return matchDocuments(documents, remaining, sort).map((product) => candidates.get(product.id)!);
}

/** @param price the field of the price that the buyer sees */
function searchQueryOf(request: SearchRequest, price: string): EngineQuery {
  return {
    text: request.text,
    ...asSeen(request, price),
    start: request.start,
    size: request.size,
    facets: request.facets.filter((field) => !priceAliases.has(field)),
    ranges: request.facets.some((field) => priceAliases.has(field))
      ? [{ field: price, ranges: priceRanges }]
      : [],
  };
}

/** `price` in a request means the price that the shopper sees (spec D3). */
function asSeen(request: SearchRequest, price: string): { filters: Filter[]; sort: Sort[] } {
  const seen = (field: string) => (priceAliases.has(field) ? price : field.replace(/\.keyword$/, ''));
  return {
    filters: request.filters.map((filter) => ({ ...filter, field: seen(filter.field) })),
    sort: request.sort.map((sort) => ({ ...sort, field: seen(sort.field) })),
  };
}

function aggregationsOf(result: EngineResult, facets: readonly string[], price: string) {
  const named: Record<string, { buckets: object[] }> = {};
  for (const field of facets) {
    if (priceAliases.has(field)) {
      named.agg_range_price = { buckets: priceBuckets(result.ranges[price] ?? []) };
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

function priceBuckets(counts: readonly number[]) {
  return priceRanges.map((range, index) => ({
    key: priceRangeKey(range),
    from: range.from,
    ...(range.to === null ? {} : { to: range.to }),
    doc_count: counts[index] ?? 0,
  }));
}
