import type { Condition, Filter, Scalar, Sort } from '../catalogue/filter.ts';
import { cleanLine } from '../clean-text.ts';
import { type FieldChoice, fieldChoiceProblem } from '../field-choice.ts';
import { type FieldProblem, Problem } from '../problem.ts';
import { largestPage, maxCostlyFilters, maxFilters, pageSize } from '../shop.ts';

export type { Condition, Filter, Scalar, Sort };

/** A parsed catalogue search, from either notation (spec D2, spec commerce 7). */
export interface SearchRequest extends FieldChoice {
  text: string;
  filters: Filter[];
  sort: Sort[];
  start: number;
  size: number;
  /** Attributes whose values are counted. */
  facets: string[];
  /** Whether the response uses short keys (`response_format=compact`). */
  compact: boolean;
}

/** The body as sent: the search-query notation, the plain notation of spec commerce 7, or a mixture. */
export interface SearchBody {
  _availableFilters?: { field: string; scope?: string }[];
  _appliedFilters?: SentFilter[];
  _appliedSort?: { field: string; options?: unknown }[];
  _searchText?: string;
  /** The entity, as in the path. */
  type?: string;
  text?: string;
  filters?: Record<string, unknown> | SentFilter[];
  facets?: string[];
  sort?: string | { field: string; direction?: string }[];
  size?: number;
  start?: number;
  includeFields?: string[];
  excludeFields?: string[];
  /** Token of the customer group for prices (wire contract 1.5). A group id without a token is ignored. */
  groupToken?: string | null;
}

/** A filter as sent, in the search-query notation. */
interface SentFilter {
  attribute: string;
  value: unknown;
  scope?: string;
}

export interface SearchQuery {
  q?: string;
  from?: number;
  size?: number;
  sort?: string;
  _source_include?: string;
  _source_exclude?: string;
  response_format?: string;
}

/**
 * Reads both notations of a search into one request.
 *
 * A size of 0 or less becomes 50 and a negative start 0 (spec commerce 9); a size above the largest page becomes
 * the largest page.
 * @param pages default and maximum page size
 * @throws Problem `too_many_filters`, or `invalid_input` with the offending fields
 */
export function readSearch(
  query: SearchQuery,
  body: SearchBody,
  pages: PageSizes = productPages,
): SearchRequest {
  const fieldErrors: FieldProblem[] = [];
  const filters = [
    ...readApplied(body._appliedFilters ?? [], fieldErrors),
    ...readPlain(body.filters ?? {}, fieldErrors),
  ];
  if (filters.length > maxFilters) throw new Problem('too_many_filters', { limit: maxFilters });
  if (filters.filter(isCostly).length > maxCostlyFilters) {
    const message = `may contain at most ${maxCostlyFilters} choices (scope catalog), alternatives (or) and like together`;
    fieldErrors.push({ field: 'filters', message });
  }
  const include = body.includeFields ?? splitList(query._source_include);
  const exclude = body.excludeFields ?? splitList(query._source_exclude);
  const choiceProblem = fieldChoiceProblem({ include, exclude }, 'includeFields');
  if (choiceProblem) fieldErrors.push(choiceProblem);
  if (fieldErrors.length > 0) throw new Problem('invalid_input', {}, fieldErrors);
  return {
    text: cleanLine(body._searchText ?? body.text ?? query.q ?? ''),
    filters,
    sort: readSort(query.sort, body),
    start: Math.max(0, Math.trunc(body.start ?? query.from ?? 0)),
    size: documentsRequested(body.size ?? query.size, pages),
    include,
    exclude,
    facets: [...new Set(body.facets ?? (body._availableFilters ?? []).map(({ field }) => field))],
    compact: query.response_format === 'compact',
  };
}

function isCostly({ scope, any, condition }: Filter): boolean {
  return scope === 'catalog' || any || condition.is === 'like';
}

export interface PageSizes {
  usual: number;
  max: number;
}

const productPages: PageSizes = { usual: pageSize, max: largestPage };

/**
 * The most documents that a search with this size returns, which is its cost in GraphQL too (T37).
 * @param requested as the client sent it; anything but a number above 0 is the usual size
 */
export function documentsRequested(requested: unknown, { usual, max }: PageSizes = productPages): number {
  const size = typeof requested === 'number' ? Math.trunc(requested) : 0;
  return size > 0 ? Math.min(size, max) : usual;
}

function splitList(list: string | undefined): string[] {
  return list ? list.split(',').filter((part) => part !== '') : [];
}

function readApplied(
  applied: NonNullable<SearchBody['_appliedFilters']>,
  fieldErrors: FieldProblem[],
): Filter[] {
  return applied.flatMap((filter, index) => readFilter(filter, `_appliedFilters/${index}`, fieldErrors));
}

function readPlain(plain: NonNullable<SearchBody['filters']>, fieldErrors: FieldProblem[]): Filter[] {
  if (Array.isArray(plain)) {
    return plain.flatMap((filter, index) => readFilter(filter, `filters/${index}`, fieldErrors));
  }
  return Object.entries(plain).flatMap(([attribute, value]) =>
    readFilter({ attribute, value }, `filters/${attribute}`, fieldErrors),
  );
}

/** @param place the field of the request that an error names */
function readFilter(
  { attribute: field, value, scope }: SentFilter,
  place: string,
  fieldErrors: FieldProblem[],
): Filter[] {
  const read = readCondition(value);
  if (read === 'nothing') return [];
  if (!read) {
    fieldErrors.push({
      field: place,
      message: 'is no condition: use eq, in, neq, nin, like, or gt, gte, lt, lte',
    });
    return [];
  }
  if ('values' in read.condition && read.condition.values.length > largestPage) {
    fieldErrors.push({ field: place, message: `has more than ${largestPage} values` });
  }
  return [{ field, scope: scope === 'catalog' ? 'catalog' : 'default', ...read }];
}

type Read = Pick<Filter, 'any' | 'condition'>;

/** Reads the value of a filter; the first key decides its meaning (wire contract 3.1, spec D3). */
function readCondition(value: unknown): Read | 'nothing' | undefined {
  if (isScalar(value)) return all({ is: 'in', values: [value] });
  if (Array.isArray(value)) return value.every(isScalar) ? all({ is: 'in', values: value }) : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  const entries = Object.entries(value);
  const [first] = entries;
  if (!first) return 'nothing';
  return readRange(entries) ?? readOperator(first[0], first[1]);
}

function readOperator(operator: string, operand: unknown): Read | undefined {
  if (operator === 'like') {
    return typeof operand === 'string' ? all({ is: 'like', text: operand }) : undefined;
  }
  // A body may use names that objects inherit: `constructor` is not an operator.
  const meaning = Object.hasOwn(operators, operator) ? operators[operator] : undefined;
  if (!meaning) return undefined;
  if (operand === null)
    return { any: meaning.any, condition: { is: meaning.of === 'in' ? 'absent' : 'present' } };
  const values = Array.isArray(operand) ? operand : [operand];
  return values.every(isScalar) ? { any: meaning.any, condition: { is: meaning.of, values } } : undefined;
}

const operators: Record<string, { of: 'in' | 'notIn'; any: boolean }> = {
  eq: { of: 'in', any: false },
  in: { of: 'in', any: false },
  neq: { of: 'notIn', any: false },
  nin: { of: 'notIn', any: false },
  or: { of: 'in', any: true },
  nor: { of: 'notIn', any: true },
};

const bounds: Record<string, { bound: 'gt' | 'gte' | 'lt' | 'lte'; any: boolean }> = {
  gt: { bound: 'gt', any: false },
  gte: { bound: 'gte', any: false },
  lt: { bound: 'lt', any: false },
  lte: { bound: 'lte', any: false },
  from: { bound: 'gte', any: false },
  moreq: { bound: 'gte', any: false },
  to: { bound: 'lte', any: false },
  orGt: { bound: 'gt', any: true },
  orGte: { bound: 'gte', any: true },
  orLt: { bound: 'lt', any: true },
  orLte: { bound: 'lte', any: true },
};

function readRange(entries: [string, unknown][]): Read | undefined {
  const condition: Extract<Condition, { is: 'range' }> = { is: 'range' };
  let any = false;
  for (const [key, raw] of entries) {
    const known = Object.hasOwn(bounds, key) ? bounds[key] : undefined;
    const limit = typeof raw === 'string' && raw.trim() !== '' ? Number(raw) : raw;
    if (!known || typeof limit !== 'number' || !Number.isFinite(limit)) return undefined;
    condition[known.bound] = limit;
    any = known.any;
  }
  return { any, condition };
}

function all(condition: Condition): Read {
  return { any: false, condition };
}

function isScalar(value: unknown): value is Scalar {
  return (
    typeof value === 'string' ||
    typeof value === 'boolean' ||
    (typeof value === 'number' && Number.isFinite(value))
  );
}

/** Maximum number of sort fields; further fields would not change the order in practice. */
const maxSorts = 20;

/** Reads the sorts in order; ascending by default (wire contract 3.5). Repeated sorts are dropped. */
function readSort(requested: string | undefined, body: SearchBody): Sort[] {
  const applied = (body._appliedSort ?? []).map(({ field, options }) => sortOn(field, directionIn(options)));
  const plain =
    typeof body.sort === 'string'
      ? readSortList(body.sort)
      : (body.sort ?? []).map((sort) => sortOn(sort.field, sort.direction));
  const all = [...applied, ...plain, ...readSortList(requested ?? '')];
  const once = new Map(all.map((sort) => [`${sort.direction} ${sort.field}`, sort]));
  return [...once.values()].slice(0, maxSorts);
}

/** Reads the options of an applied sort: the direction itself, or an object with it as `order`. */
function directionIn(options: unknown): unknown {
  if (typeof options !== 'object' || options === null) return options;
  return 'order' in options ? options.order : undefined;
}

function readSortList(list: string): Sort[] {
  return splitList(list).map((part) => {
    const [field = '', direction] = part.split(':');
    return sortOn(field, direction);
  });
}

function sortOn(field: string, direction: unknown): Sort {
  const falls = typeof direction === 'string' && direction.toLowerCase() === 'desc';
  return { field, direction: falls ? 'desc' : 'asc' };
}
