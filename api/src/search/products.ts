import { priceAliases, priceField, priceRangeKey, priceRanges } from '@fynbos/core/catalogue/listing.ts';
import { guestGroup } from '@fynbos/core/pricing/price.ts';
import type { Answer, Question, SearchEngine } from '@fynbos/core/search/engine.ts';
import type { Filter, SearchRequest, Sort } from '@fynbos/core/search/request.ts';
import { documentFor, findPrices } from '../catalogue/group-prices.ts';
import type { LiveCatalogue } from '../catalogue/live.ts';
import { type Projection, projection } from '../catalogue/projection.ts';
import type { Kept } from '../catalogue/shelf.ts';
import { attributeMetadata } from './attribute-metadata.ts';
import { compact } from './compact.ts';
import { priceColumn } from './document.ts';
import { matchDocuments } from './matcher.ts';
import { writeAnswer } from './write-answer.ts';
import { keepWritten } from './written.ts';

interface Found {
  /** The documents of the page, projected, as JSON. */
  items: string[];
  kept: Kept[];
  total: number;
  answer: Answer | undefined;
}

/** Room for the documents that were written with some of their fields. */
const writtenCharacters = 32 * 1024 * 1024;

/** Finds products: by key straight from the catalogue, otherwise through the search engine. */
export function productFinder(catalogue: LiveCatalogue, engine: Pick<SearchEngine, 'search'>) {
  const written = keepWritten(writtenCharacters);

  function write(kept: Kept, fields: Projection, short: boolean, group: number): string {
    const prices = findPrices(kept.byGroup, group);
    // The whole document is in memory already: to keep its text beside it would only cost room.
    if (fields.isWhole && !short && !prices) return kept.json.toString();
    const key = short ? `short${fields.key}` : fields.key;
    return written.text(prices ? `${group} ${key}` : key, kept.id, () => {
      const document = fields.apply(documentFor(kept, group)) as Record<string, unknown>;
      return JSON.stringify(short ? compact(document) : document);
    });
  }

  function page(
    request: SearchRequest,
    group: number,
    kept: Kept[],
    total: number,
    answer: Answer | undefined,
  ): Found {
    const fields = projection(request.include, request.exclude);
    return { items: kept.map((one) => write(one, fields, request.compact, group)), kept, total, answer };
  }

  /** @param group whose prices are shown, and filtered, counted and sorted by */
  async function find(request: SearchRequest, group: number = guestGroup): Promise<Found> {
    const keyed = findByKey(catalogue, request, group);
    if (keyed) {
      const shown = keyed.slice(request.start, request.start + request.size);
      return page(request, group, shown, keyed.length, undefined);
    }
    const answer = await engine.search(questionOf(request, priceColumn(group)));
    const kept = answer.ids.flatMap((id) => catalogue.find(id) ?? []);
    return page(request, group, kept, answer.total, answer);
  }

  return {
    find,
    async answer(request: SearchRequest, group: number = guestGroup): Promise<string> {
      const { items, kept, total, answer } = await find(request, group);
      return writeAnswer(request, {
        items: `[${items.join(',')}]`,
        total,
        aggregations: answer && aggregationsOf(answer, request.facets, priceColumn(group)),
        metadata: attributeMetadata(catalogue.attributes(), kept, answer?.facets ?? {}),
        suggestions: answer?.suggestions,
      });
    },
    forget: written.forget,
  };
}

const keys: Record<string, (catalogue: LiveCatalogue, value: string) => (Kept | undefined)[]> = {
  id: (catalogue, value) => [catalogue.find(Number(value))],
  sku: (catalogue, value) => [catalogue.findBySku(value)],
  url_path: (catalogue, value) => [catalogue.findByUrlPath(value)],
  'configurable_children.sku': (catalogue, value) =>
    catalogue.parentsOf(value).map((id) => catalogue.find(id)),
};

/** A lookup by a unique field needs no search (CAT-11). */
function findByKey(catalogue: LiveCatalogue, request: SearchRequest, group: number): Kept[] | undefined {
  if (request.text !== '' || request.facets.length > 0) return undefined;
  const key = request.filters.find(
    ({ field, any, condition }) => Object.hasOwn(keys, field) && !any && condition.is === 'in',
  );
  if (key?.condition.is !== 'in') return undefined;
  const lookUp = keys[key.field]!;
  const candidates = new Map(
    key.condition.values
      .flatMap((value) => lookUp(catalogue, String(value)))
      .flatMap((kept) => (kept ? [[kept.id, kept]] : [])),
  );
  const documents = [...candidates.values()].map((kept) => documentFor(kept, group));
  const { filters, sort } = asSeen(request, priceField);
  const others = filters.filter((_, at) => request.filters[at] !== key);
  return matchDocuments(documents, others, sort).map((product) => candidates.get(product.id)!);
}

/** @param price the field of the price that the buyer sees */
function questionOf(request: SearchRequest, price: string): Question {
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

/** Price means the price the shopper sees, wherever it is asked for (decision 3). */
function asSeen(request: SearchRequest, price: string): { filters: Filter[]; sort: Sort[] } {
  const seen = (field: string) => (priceAliases.has(field) ? price : field.replace(/\.keyword$/, ''));
  return {
    filters: request.filters.map((filter) => ({ ...filter, field: seen(filter.field) })),
    sort: request.sort.map((sort) => ({ ...sort, field: seen(sort.field) })),
  };
}

function aggregationsOf(answer: Answer, facets: readonly string[], price: string) {
  const named: Record<string, { buckets: object[] }> = {};
  for (const field of facets) {
    if (priceAliases.has(field)) {
      named.agg_range_price = { buckets: priceBuckets(answer.ranges[price] ?? []) };
    } else {
      const buckets = (answer.facets[field] ?? []).map(({ value, count }) => ({
        key: value,
        doc_count: count,
      }));
      named[`agg_terms_${field}`] = { buckets };
      // Children are counted with their configurable above; the key stays for clients that join both.
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
