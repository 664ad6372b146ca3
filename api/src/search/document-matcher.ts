import type { Condition, Filter, Sort } from '@fynbos/core/search/search-request.ts';

/**
 * Filters and sorts a few plain objects: categories, attributes, tax rules, and products found by key.
 * Semantics equal those of the search engine. Filters are compiled once, not per document, because a
 * request may contain many filters with many values.
 */
export function matchDocuments<Document extends object>(
  documents: readonly Document[],
  filters: readonly Filter[],
  sort: readonly Sort[],
): Document[] {
  const must = filters.filter((filter) => !filter.any).map(matcherOf);
  const any = filters.filter((filter) => filter.any).map(matcherOf);
  const matched = documents.filter(
    (document) =>
      must.every((matches) => matches(document)) &&
      (any.length === 0 || any.some((matches) => matches(document))),
  );
  return sort.length > 0 ? sorted(matched, sort) : exactFirst(matched, filters);
}

/** Clients that look up one page with `like` take the first match, so the document with just that text comes first. */
function exactFirst<Document extends object>(matched: Document[], filters: readonly Filter[]): Document[] {
  const exact = filters.flatMap((filter) => {
    const { condition } = filter;
    return condition.is === 'like'
      ? [matcherOf({ ...filter, condition: { is: 'in', values: [condition.text] } })]
      : [];
  });
  if (exact.length === 0) return matched;
  const isExact = (document: Document) => Number(exact.some((matches) => matches(document)));
  return matched.toSorted((left, right) => isExact(right) - isExact(left));
}

function matcherOf({ field, condition }: Filter): (document: object) => boolean {
  const path = field.replace(/\.keyword$/, '').split('.');
  const holds = holderOf(condition);
  return (document) => holds(valuesAt(document, path));
}

/** The values at a path. Descends into lists; `null` and the empty string count as absent. */
function valuesAt(value: unknown, path: readonly string[], depth = 0): unknown[] {
  if (Array.isArray(value)) return value.flatMap((element) => valuesAt(element, path, depth));
  const next = path[depth];
  if (next === undefined) return value === null || value === undefined || value === '' ? [] : [value];
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, next)) return [];
  // `next` is its own field.
  return valuesAt((value as Record<string, unknown>)[next], path, depth + 1);
}

function holderOf(condition: Condition): (values: readonly unknown[]) => boolean {
  switch (condition.is) {
    case 'in':
    case 'notIn': {
      const named = new Set(condition.values.map(String));
      const expected = condition.is === 'in';
      return (values) => values.some((value) => named.has(String(value))) === expected;
    }
    case 'range':
      return (values) => values.some((value) => isWithin(Number(value), condition));
    case 'like': {
      const part = condition.text.toLowerCase();
      return (values) => values.some((value) => String(value).toLowerCase().includes(part));
    }
    case 'present':
      return (values) => values.length > 0;
    case 'absent':
      return (values) => values.length === 0;
  }
}

function isWithin(value: number, { gt, gte, lt, lte }: Extract<Condition, { is: 'range' }>): boolean {
  return (
    (gt === undefined || value > gt) &&
    (gte === undefined || value >= gte) &&
    (lt === undefined || value < lt) &&
    (lte === undefined || value <= lte)
  );
}

/** Looks up each document's sort keys once. */
function sorted<Document extends object>(documents: readonly Document[], sort: readonly Sort[]): Document[] {
  const paths = sort.map(({ field }) => field.split('.'));
  return documents
    .map((document) => ({ document, keys: paths.map((path) => valuesAt(document, path)[0]) }))
    .sort((left, right) => compare(left.keys, right.keys, sort))
    .map(({ document }) => document);
}

function compare(left: readonly unknown[], right: readonly unknown[], sort: readonly Sort[]): number {
  for (const [place, { direction }] of sort.entries()) {
    const order = compareValues(left[place], right[place], direction);
    if (order !== 0) return order;
  }
  return 0;
}

/** Compares numbers by size, everything else as text; missing values come last in both directions. */
function compareValues(left: unknown, right: unknown, direction: Sort['direction']): number {
  if (left === undefined || right === undefined)
    return Number(left === undefined) - Number(right === undefined);
  const factor = direction === 'desc' ? -1 : 1;
  if (typeof left === 'number' && typeof right === 'number') return factor * (left - right);
  return factor * (String(left) < String(right) ? -1 : String(left) > String(right) ? 1 : 0);
}
