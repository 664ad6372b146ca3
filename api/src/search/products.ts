import type { Product } from '@fynbos/core/catalogue/entities.ts';
import { priceAliases, priceField, priceRangeKey, priceRanges } from '@fynbos/core/catalogue/listing.ts';
import type { Answer, Question, SearchEngine } from '@fynbos/core/search/engine.ts';
import type { Filter, SearchRequest, Sort } from '@fynbos/core/search/request.ts';
import type { LiveCatalogue } from '../catalogue/live.ts';
import { type Projection, projection } from '../catalogue/projection.ts';
import type { Kept } from '../catalogue/shelf.ts';
import { attributeMetadata } from './attribute-metadata.ts';
import { compact } from './compact.ts';
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
export function productFinder(catalogue: LiveCatalogue, engine: SearchEngine) {
  const written = keepWritten(writtenCharacters);

  function write(kept: Kept, fields: Projection, short: boolean): string {
    // The whole document is in memory already: to keep its text beside it would only cost room.
    if (fields.isWhole && !short) return kept.json.toString();
    return written.text(short ? `short${fields.key}` : fields.key, kept.id, () => {
      const document = fields.apply(JSON.parse(kept.json.toString())) as Record<string, unknown>;
      return JSON.stringify(short ? compact(document) : document);
    });
  }

  function page(request: SearchRequest, kept: Kept[], total: number, answer: Answer | undefined): Found {
    const fields = projection(request.include, request.exclude);
    return { items: kept.map((one) => write(one, fields, request.compact)), kept, total, answer };
  }

  async function find(request: SearchRequest): Promise<Found> {
    const keyed = findByKey(catalogue, request);
    if (keyed)
      return page(request, keyed.slice(request.start, request.start + request.size), keyed.length, undefined);
    const answer = await engine.search(questionOf(request));
    const kept = answer.ids.flatMap((id) => catalogue.find(id) ?? []);
    return page(request, kept, answer.total, answer);
  }

  return {
    find,
    async answer(request: SearchRequest): Promise<string> {
      const { items, kept, total, answer } = await find(request);
      return writeAnswer(request, {
        items: `[${items.join(',')}]`,
        total,
        aggregations: answer && aggregationsOf(answer, request.facets),
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
function findByKey(catalogue: LiveCatalogue, request: SearchRequest): Kept[] | undefined {
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
  const documents = [...candidates.values()].map((kept) => JSON.parse(kept.json.toString()) as Product);
  const others = request.filters.filter((filter) => filter !== key);
  return matchDocuments(documents, others.map(asSeen), request.sort.map(sortAsSeen)).map(
    (product) => candidates.get(product.id)!,
  );
}

function questionOf(request: SearchRequest): Question {
  return {
    text: request.text,
    filters: request.filters.map(asSeen),
    sort: request.sort.map(sortAsSeen),
    start: request.start,
    size: request.size,
    facets: request.facets.filter((field) => !priceAliases.has(field)),
    ranges: request.facets.some((field) => priceAliases.has(field))
      ? [{ field: priceField, ranges: priceRanges }]
      : [],
  };
}

/** Price means the price the shopper sees, wherever it is asked for (decision 3). */
function asSeen(filter: Filter): Filter {
  return { ...filter, field: seen(filter.field) };
}

function sortAsSeen(sort: Sort): Sort {
  return { ...sort, field: seen(sort.field) };
}

function seen(field: string): string {
  return priceAliases.has(field) ? priceField : field.replace(/\.keyword$/, '');
}

function aggregationsOf(answer: Answer, facets: readonly string[]) {
  const named: Record<string, { buckets: object[] }> = {};
  for (const field of facets) {
    if (priceAliases.has(field)) {
      named.agg_range_price = { buckets: priceBuckets(answer.ranges[priceField] ?? []) };
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
