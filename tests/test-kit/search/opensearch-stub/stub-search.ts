import { EngineError, onlyKeys, ShardError } from './engine-error.ts';
import type { FieldValue, IndexFields } from './index-fields.ts';
import { type Clause, compileQuery, type Scorer } from './query-score.ts';
import type { StoredDocument, StubIndex } from './stub-index.ts';

interface SearchBody {
  query?: Clause;
  post_filter?: Clause;
  aggs?: Aggregations;
  sort?: (string | Record<string, SortOptions>)[];
  search_after?: SortValue[];
  from?: number;
  size?: number;
  track_total_hits?: boolean;
  _source?: boolean;
}

interface SortOptions {
  order: 'asc' | 'desc';
  mode?: 'min' | 'max';
  missing?: '_last';
  unmapped_type?: string;
}

type SortValue = FieldValue | null;

interface Hit {
  document: StoredDocument;
  score: number;
}

const bodyKeys = [
  'query',
  'post_filter',
  'aggs',
  'sort',
  'search_after',
  'from',
  'size',
  'track_total_hits',
  '_source',
];

/**
 * Runs a search of one index.
 * @throws EngineError when the request is invalid
 */
export function searchIndex(name: string, index: StubIndex, body: SearchBody): object {
  onlyKeys(body, bodyKeys, 'search');
  const { query = { match_all: {} }, post_filter, aggs = {}, from = 0, size = 10 } = body;
  if (from + size > index.maxResultWindow)
    throw new ShardError(
      400,
      'illegal_argument_exception',
      `Result window is too large, from + size must be less than or equal to: [${index.maxResultWindow}] but was [${from + size}].`,
    );
  const matched = hitsOf(index.visible, compileQuery(query, index.fields));
  const counted = aggregate(aggs, matched, index.fields);
  const kept = post_filter ? matched.filter(hasMatch(post_filter, index.fields)) : matched;
  const isSorted = body.sort !== undefined;
  const sorted = sortHits(kept, body.sort ?? [{ _score: { order: 'desc' } }], index.fields);
  const after = body.search_after
    ? sorted.filter(({ compareTo }) => compareTo(body.search_after!) > 0)
    : sorted;
  const hits = after.slice(from, from + size).map(({ hit, values }) => ({
    ...{ _index: name, _id: hit.document.id, _score: isSorted ? null : hit.score },
    ...(body._source !== false && { _source: hit.document.source }),
    ...(isSorted && { sort: values }),
  }));
  return {
    ...{ took: 1, timed_out: false, _shards: { total: 1, successful: 1, skipped: 0, failed: 0 } },
    hits: {
      ...(body.track_total_hits !== false && { total: { value: kept.length, relation: 'eq' } }),
      ...{ max_score: null, hits },
    },
    ...(Object.keys(aggs).length > 0 && { aggregations: counted }),
  };
}

function hitsOf(documents: readonly StoredDocument[], scoreOf: Scorer): Hit[] {
  return documents.flatMap((document) => {
    const score = scoreOf(document);
    return score === undefined ? [] : { document, score: Math.fround(score) };
  });
}

function hasMatch(clause: Clause, fields: IndexFields): (hit: Hit) => boolean {
  const matches = compileQuery(clause, fields);
  return ({ document }) => matches(document) !== undefined;
}

interface SortedHit {
  hit: Hit;
  values: SortValue[];
  /** Compares with the sort values of another document. */
  compareTo(values: readonly SortValue[]): number;
}

function sortHits(
  hits: readonly Hit[],
  sort: NonNullable<SearchBody['sort']>,
  fields: IndexFields,
): SortedHit[] {
  const keys = sort.map((key) => sortKey(key, fields));
  const compare = (left: readonly SortValue[], right: readonly SortValue[]) => {
    for (const [at, { order }] of keys.entries()) {
      const difference = compareValues(left[at] ?? null, right[at] ?? null, order);
      if (difference !== 0) return difference;
    }
    return 0;
  };
  return hits
    .map((hit) => {
      const values = keys.map(({ sortValue }) => sortValue(hit));
      return { hit, values, compareTo: (right: readonly SortValue[]) => compare(values, right) };
    })
    .sort((left, right) => left.compareTo(right.values));
}

function sortKey(key: string | Record<string, SortOptions>, fields: IndexFields) {
  const [[field, options] = ['', { order: 'asc' as const }]] =
    typeof key === 'string' ? [[key, { order: 'asc' as const }] as const] : Object.entries(key);
  const {
    order,
    mode = order === 'asc' ? 'min' : 'max',
    missing,
    unmapped_type,
    ...rest
  } = options as SortOptions;
  onlyKeys(rest, [], 'sort');
  if (field === '_score') return { order, sortValue: ({ score }: Hit): SortValue => score };
  if (!fields.has(field) && !unmapped_type)
    throw new ShardError(400, 'query_shard_exception', `No mapping found for [${field}] in order to sort on`);
  if (missing !== undefined && missing !== '_last')
    throw new EngineError(400, 'parsing_exception', `[sort] missing [${missing}] is not implemented here`);
  fields.checkSortable(field);
  const sortValue = ({ document }: Hit): SortValue => {
    const values = [...(document.values.get(field) ?? [])].sort(inOrder);
    return values.at(mode === 'min' ? 0 : -1) ?? null;
  };
  return { order, sortValue };
}

/** Missing values come last in both directions. */
function compareValues(left: SortValue, right: SortValue, order: 'asc' | 'desc'): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  return order === 'asc' ? inOrder(left, right) : inOrder(right, left);
}

/** Numbers by size, texts by their bytes. */
function inOrder(left: FieldValue, right: FieldValue): number {
  if (typeof left === 'string') return Buffer.from(left).compare(Buffer.from(String(right)));
  return Number(left) - Number(right);
}

type Aggregations = Record<string, Aggregation>;

interface Aggregation {
  aggs?: Aggregations;
  terms?: { field: string; size?: number; order?: Record<string, 'asc' | 'desc'> };
  filter?: Clause;
  filters?: { filters: Clause[] };
  sum?: { field?: string; script?: { lang: string; source: string } };
  max?: { field: string };
}

/** The only script of an aggregation that the engine sends. */
const fourthPower = 'return Math.pow(_score.doubleValue(), 4)';

interface Bucket extends Record<string, unknown> {
  doc_count: number;
}

function aggregate(aggs: Aggregations, hits: readonly Hit[], fields: IndexFields): Record<string, object> {
  return Object.fromEntries(
    Object.entries(aggs).map(([name, { aggs: inner = {}, ...aggregation }]) => {
      const bucketOf = (within: readonly Hit[]): Bucket => ({
        doc_count: within.length,
        ...aggregate(inner, within, fields),
      });
      return [name, resultOf(aggregation, { hits, fields, bucketOf })];
    }),
  );
}

interface Aggregated {
  hits: readonly Hit[];
  fields: IndexFields;
  bucketOf: (within: readonly Hit[]) => Bucket;
}

function resultOf(
  { terms, filter, filters, sum, max, ...rest }: Aggregation,
  aggregated: Aggregated,
): object {
  onlyKeys(rest, [], 'aggregation');
  const { hits, fields, bucketOf } = aggregated;
  if (terms) return countTerms(terms, aggregated);
  if (filter) return bucketOf(hits.filter(hasMatch(filter, fields)));
  if (filters)
    return { buckets: filters.filters.map((clause) => bucketOf(hits.filter(hasMatch(clause, fields)))) };
  if (sum?.script) {
    if (sum.script.source !== fourthPower)
      throw new ShardError(400, 'script_exception', 'compile error: the script is not known here');
    return { value: hits.reduce((total, { score }) => total + score ** 4, 0) };
  }
  const field = sum?.field ?? max?.field ?? '';
  fields.checkSortable(field);
  const values = hits.flatMap(({ document }) => (document.values.get(field) ?? []).map(Number));
  if (sum) return { value: values.reduce((total, value) => total + value, 0) };
  return { value: values.length > 0 ? values.reduce((left, right) => Math.max(left, right)) : null };
}

function countTerms(
  { field, size = 10, order = { _count: 'desc' }, ...rest }: NonNullable<Aggregation['terms']>,
  { hits, fields, bucketOf }: Aggregated,
): object {
  onlyKeys(rest, [], 'terms');
  fields.checkSortable(field);
  const byKey = new Map<FieldValue, Hit[]>();
  for (const hit of hits)
    for (const key of new Set(hit.document.values.get(field))) {
      const within = byKey.get(key) ?? [];
      byKey.set(key, [...within, hit]);
    }
  const buckets = [...byKey].map(([key, within]) => ({ key, ...bucketOf(within) }));
  const [[measure, direction] = ['_count', 'desc']] = Object.entries(order);
  const measured = (bucket: Bucket) =>
    measure === '_count' ? bucket.doc_count : (bucket[measure] as { value: number }).value;
  const sign = direction === 'desc' ? -1 : 1;
  buckets.sort((left, right) => sign * (measured(left) - measured(right)) || inOrder(left.key, right.key));
  const left = buckets.slice(size).reduce((sum, { doc_count }) => sum + doc_count, 0);
  return { doc_count_error_upper_bound: 0, sum_other_doc_count: left, buckets: buckets.slice(0, size) };
}
