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

interface Found {
  /** The documents of the page, projected, as JSON. */
  items: string[];
  kept: Kept[];
  total: number;
  answer: Answer | undefined;
}

/** How many sets of fields are kept written; a shop's own pages ask for two or three. */
const mostProjections = 6;

/** Finds products: by key straight from the catalogue, otherwise through the search engine. */
export function productFinder(catalogue: LiveCatalogue, engine: SearchEngine) {
  const written = new Map<string, Map<number, string>>();

  function write(kept: Kept, fields: Projection, short: boolean): string {
    const projected = writtenWith(short ? `short${fields.key}` : fields.key);
    const known = projected.get(kept.id);
    if (known !== undefined) return known;
    const whole = kept.json.toString();
    const document = fields.apply(JSON.parse(whole)) as Record<string, unknown>;
    const json = JSON.stringify(short ? compact(document) : document);
    projected.set(kept.id, json);
    return json;
  }

  function writtenWith(key: string): Map<number, string> {
    const known = written.get(key) ?? new Map<number, string>();
    written.delete(key);
    written.set(key, known);
    const [oldest] = written.keys();
    if (written.size > mostProjections && oldest !== undefined) written.delete(oldest);
    return known;
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
    forget: () => written.clear(),
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
