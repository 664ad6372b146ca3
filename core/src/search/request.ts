import type { Condition, Filter, Scalar, Sort } from '../catalogue/filter.ts';
import { type FieldProblem, Problem } from '../problem.ts';
import { largestPage, mostCostlyFilters, mostFilters, pageSize } from '../shop.ts';

export type { Condition, Filter, Scalar, Sort };

/** What a catalogue search may ask for, once its two spellings are read (decision 2, commerce 7). */
export interface SearchRequest {
  text: string;
  filters: Filter[];
  sort: Sort[];
  start: number;
  size: number;
  /** Field names with `*` as a wildcard; an empty list of includes means every field. */
  include: string[];
  exclude: string[];
  /** The attributes to count values of. */
  facets: string[];
  /** Whether the short-key form of the answer is wanted (`response_format=compact`). */
  compact: boolean;
}

/** The body as it may arrive: the search-query form, the plain form of commerce 7, or parts of both. */
export interface SearchBody {
  _availableFilters?: { field: string; scope?: string }[];
  _appliedFilters?: { attribute: string; value: unknown; scope?: string }[];
  _appliedSort?: { field: string; options?: unknown }[];
  _searchText?: string;
  text?: string;
  filters?: Record<string, unknown> | { attribute: string; value: unknown; scope?: string }[];
  facets?: string[];
  sort?: string | { field: string; direction?: string }[];
  size?: number;
  start?: number;
  includeFields?: string[];
  excludeFields?: string[];
  /** Whose prices are wanted (wire contract 1.5). A group named beside it, without proof, counts nothing. */
  groupToken?: string | null;
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
 * Reads both spellings of a search into one request.
 *
 * A size of 0 or less becomes 50 and a negative start 0 (commerce 9); a size above the largest page
 * becomes the largest page.
 *
 * @param pages how many are answered when nobody says, and at most
 * @throws Problem `too_many_filters`, or `invalid_input` with the offending fields
 */
export function readSearch(
  query: SearchQuery,
  body: SearchBody,
  pages: PageSizes = { usual: pageSize, most: largestPage },
): SearchRequest {
  const faults: FieldProblem[] = [];
  const filters = [
    ...readApplied(body._appliedFilters ?? [], faults),
    ...readPlain(body.filters ?? {}, faults),
  ];
  if (filters.length > mostFilters) throw new Problem('too_many_filters', { limit: mostFilters });
  if (filters.filter(isCostly).length > mostCostlyFilters) {
    const message = `may hold ${mostCostlyFilters} choices (scope catalog), alternatives (or) and like together`;
    faults.push({ field: 'filters', message });
  }
  const include = body.includeFields ?? splitList(query._source_include);
  const exclude = body.excludeFields ?? splitList(query._source_exclude);
  if ([...include, ...exclude].filter((name) => name.includes('*')).length > mostWildcards) {
    faults.push({ field: 'includeFields', message: `may hold ${mostWildcards} names with * at most` });
  }
  if (faults.length > 0) throw new Problem('invalid_input', {}, faults);
  return {
    text: (body._searchText ?? body.text ?? query.q ?? '').trim(),
    filters,
    sort: readSort(query.sort, body),
    start: Math.max(0, Math.trunc(body.start ?? query.from ?? 0)),
    size: readSize(body.size ?? query.size, pages),
    include,
    exclude,
    facets: [...new Set(body.facets ?? (body._availableFilters ?? []).map(({ field }) => field))],
    compact: query.response_format === 'compact',
  };
}

function isCostly({ scope, any, condition }: Filter): boolean {
  return scope === 'catalog' || any || condition.is === 'like';
}

/** Names of fields are looked up, those with a star are tried one by one. */
const mostWildcards = 50;

export interface PageSizes {
  usual: number;
  most: number;
}

function readSize(asked: number | undefined, { usual, most }: PageSizes): number {
  const whole = Math.trunc(asked ?? 0);
  return whole > 0 ? Math.min(whole, most) : usual;
}

function splitList(list: string | undefined): string[] {
  return list ? list.split(',').filter((part) => part !== '') : [];
}

function readApplied(applied: NonNullable<SearchBody['_appliedFilters']>, faults: FieldProblem[]): Filter[] {
  return applied.flatMap(({ attribute, value, scope }, index) =>
    readFilter(attribute, value, scope, `_appliedFilters/${index}`, faults),
  );
}

function readPlain(plain: NonNullable<SearchBody['filters']>, faults: FieldProblem[]): Filter[] {
  if (Array.isArray(plain)) {
    return plain.flatMap(({ attribute, value, scope }, index) =>
      readFilter(attribute, value, scope, `filters/${index}`, faults),
    );
  }
  return Object.entries(plain).flatMap(([field, value]) =>
    readFilter(field, value, 'default', `filters/${field}`, faults),
  );
}

function readFilter(
  field: string,
  value: unknown,
  scope: string | undefined,
  place: string,
  faults: FieldProblem[],
): Filter[] {
  const read = readCondition(value);
  if (read === 'nothing') return [];
  if (!read) {
    faults.push({
      field: place,
      message: 'is no condition: use eq, in, neq, nin, like, or gt, gte, lt, lte',
    });
    return [];
  }
  if ('values' in read.condition && read.condition.values.length > largestPage) {
    faults.push({ field: place, message: `names more than ${largestPage} values` });
  }
  return [{ field, scope: scope === 'catalog' ? 'catalog' : 'default', ...read }];
}

type Read = Pick<Filter, 'any' | 'condition'>;

/** Reads the value of a filter; the first key chooses what it means (wire contract 3.1, decision 3). */
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
  // A body may name anything an object inherits: `constructor` is no operator.
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

/** As many fields as decide the order; what comes after so many others decides nothing. */
const mostSorts = 20;

/** Sorts in the order asked for; ascending unless said otherwise (wire contract 3.5). A sort that was named before adds nothing. */
function readSort(asked: string | undefined, body: SearchBody): Sort[] {
  const applied = (body._appliedSort ?? []).map(({ field, options }) =>
    sortOn(field, typeof options === 'object' ? (options as { order?: unknown } | null)?.order : options),
  );
  const plain =
    typeof body.sort === 'string'
      ? readSortList(body.sort)
      : (body.sort ?? []).map((sort) => sortOn(sort.field, sort.direction));
  const all = [...applied, ...plain, ...readSortList(asked ?? '')];
  const once = new Map(all.map((sort) => [`${sort.direction} ${sort.field}`, sort]));
  return [...once.values()].slice(0, mostSorts);
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
