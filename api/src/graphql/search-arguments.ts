import {
  type PageSizes,
  readSearch,
  type SearchBody,
  type SearchRequest,
} from '@fynbos/core/search/request.ts';
import { pageSize } from '@fynbos/core/shop.ts';
import { isRecord } from '../is-record.ts';

/** The arguments of the questions that search, as the schema lets them through. */
export interface SearchArguments {
  search?: string | null;
  filter?: unknown;
  attributes?: unknown;
  facets?: string[] | null;
  ids?: (number | null)[] | null;
  name?: string | null;
  pageSize?: number | null;
  currentPage?: number | null;
  from?: number | null;
  size?: number | null;
  sort?: unknown;
  _sourceInclude?: (string | null)[] | null;
  _sourceIncludes?: (string | null)[] | null;
  _sourceExclude?: (string | null)[] | null;
}

type Applied = NonNullable<SearchBody['_appliedFilters']>;

/**
 * Reads the arguments into the request that the HTTP calls make of their bodies: the same conditions, limits and refusals.
 *
 * @param sizes how much is usual and the most, where that is not as of products
 * @throws Problem as `readSearch` does
 */
export function readArguments(given: SearchArguments, sizes?: PageSizes): SearchRequest {
  const size = given.pageSize ?? given.size ?? undefined;
  const fields = Object.entries(objectOf(given.filter ?? given.attributes)).flatMap(([field, value]) =>
    conditionsOf(field, value),
  );
  const { start, ...request } = readSearch(
    {},
    {
      _searchText: given.search ?? '',
      _appliedFilters: [...fields.flatMap(({ applied }) => applied ?? []), ...shorthands(given)],
      facets: [...(given.facets ?? []), ...fields.flatMap(({ facet }) => facet ?? [])],
      sort: sortOf(given.sort),
      size,
      start: given.from ?? 0,
      includeFields: names(given._sourceInclude ?? given._sourceIncludes),
      excludeFields: names(given._sourceExclude),
    },
    sizes,
  );
  const page = Math.max(1, given.currentPage ?? 1);
  return { ...request, start: given.from == null ? (page - 1) * request.size : start };
}

/** How many documents an argument asks for, before anything is known to be right. */
export const sizeAsked = (size: unknown): number =>
  typeof size === 'number' && size >= 1 ? Math.trunc(size) : pageSize;

function shorthands({ ids, name }: SearchArguments): Applied {
  return [
    ...(ids ? [{ attribute: 'id', value: { in: ids.filter((id) => id !== null) } }] : []),
    ...(name == null ? [] : [{ attribute: 'name', value: { eq: name } }]),
  ];
}

/** What else older clients call a condition. */
const otherNames: Record<string, string> = { gteq: 'gte', lteq: 'lte', finset: 'in' };

/**
 * What one field of a filter asks. A field within a field may be nested (`{stock: {is_in_stock: {eq: true}}}`), the scope
 * stands beside the condition, and a scope alone, or nothing, names a facet.
 */
function conditionsOf(field: string, value: unknown): { applied?: Applied[number]; facet?: string }[] {
  if (!isRecord(value)) return [{ applied: { attribute: field, value } }];
  const { scope: said, ...given } = value;
  const scope = Array.isArray(said) ? said[0] : said;
  const facet = scope === 'catalog' || Object.keys(given).length === 0 ? { facet: field } : {};
  if (Object.keys(given).length === 0) return [facet];
  if (Object.values(given).every(isRecord))
    return Object.entries(given).flatMap(([below, inner]) => conditionsOf(`${field}.${below}`, inner));
  const condition = Object.fromEntries(Object.entries(given).map(renamed));
  return [
    { applied: { attribute: field, value: condition, ...(scope === 'catalog' && { scope }) }, ...facet },
  ];
}

function renamed([operator, operand]: [string, unknown]): [string, unknown] {
  if (operator === 'null') return ['eq', null];
  if (operator === 'notnull') return ['neq', null];
  return [otherNames[operator] ?? operator, operand];
}

function sortOf(sort: unknown): SearchBody['sort'] {
  if (typeof sort === 'string') return sort;
  return Object.entries(objectOf(sort)).map(([field, direction]) => ({
    field,
    direction: String(direction),
  }));
}

const names = (list: (string | null)[] | null | undefined): string[] =>
  (list ?? []).filter((name): name is string => typeof name === 'string');

const objectOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});
