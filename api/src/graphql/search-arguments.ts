import {
  type PageSizes,
  readSearch,
  type SearchBody,
  type SearchRequest,
} from '@fynbos/core/search/search-request.ts';
import { isRecord } from '../platform/json/is-record.ts';

/** Arguments of the search fields as the schema accepts them. */
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
 * Converts the arguments to the search request that the HTTP calls build, with the same conditions, limits
 * and errors.
 * @param sizes default and maximum page size, where they differ from products
 * @throws Problem as `readSearch` does
 */
export function readArguments(args: SearchArguments, sizes?: PageSizes): SearchRequest {
  const size = sizeArgument(args);
  const fields = Object.entries(objectOf(args.filter ?? args.attributes)).flatMap(([field, value]) =>
    conditionsOf(field, value),
  );
  const { start, ...request } = readSearch(
    {},
    {
      _searchText: args.search ?? '',
      _appliedFilters: [...fields.flatMap(({ applied }) => applied ?? []), ...shorthands(args)],
      facets: [...(args.facets ?? []), ...fields.flatMap(({ facet }) => facet ?? [])],
      sort: sortOf(args.sort),
      size,
      start: args.from ?? 0,
      includeFields: names(args._sourceInclude ?? args._sourceIncludes),
      excludeFields: names(args._sourceExclude),
    },
    sizes,
  );
  const page = Math.max(1, args.currentPage ?? 1);
  return { ...request, start: args.from == null ? (page - 1) * request.size : start };
}

/** The page size that counts, of the two names it has. */
export const sizeArgument = <Size>({
  pageSize,
  size,
}: {
  pageSize?: Size | null | undefined;
  size?: Size | null | undefined;
}): Size | undefined => pageSize ?? size ?? undefined;

function shorthands({ ids, name }: SearchArguments): Applied {
  return [
    ...(ids ? [{ attribute: 'id', value: { in: ids.filter((id) => id !== null) } }] : []),
    ...(name == null ? [] : [{ attribute: 'name', value: { eq: name } }]),
  ];
}

/** Operator names of older clients. */
const otherNames: Record<string, string> = { gteq: 'gte', lteq: 'lte', finset: 'in' };

/**
 * Reads the conditions of one filter field. Fields can be nested (`{stock: {is_in_stock: {eq: true}}}`).
 * The scope is next to the condition; a scope alone, or an empty object, requests a facet.
 */
function conditionsOf(field: string, value: unknown): { applied?: Applied[number]; facet?: string }[] {
  if (!isRecord(value)) return [{ applied: { attribute: field, value } }];
  const { scope: rawScope, ...conditions } = value;
  const scope = Array.isArray(rawScope) ? rawScope[0] : rawScope;
  const facet = scope === 'catalog' || Object.keys(conditions).length === 0 ? { facet: field } : {};
  if (Object.keys(conditions).length === 0) return [facet];
  if (Object.values(conditions).every(isRecord))
    return Object.entries(conditions).flatMap(([below, inner]) => conditionsOf(`${field}.${below}`, inner));
  const condition = Object.fromEntries(Object.entries(conditions).map(renamed));
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
