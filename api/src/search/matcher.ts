import type { Condition, Filter, Sort } from '@fynbos/core/search/request.ts';

/**
 * Filters and sorts a few documents held as plain objects: categories, attributes, tax rules, and
 * products that were found by their key. The same meaning as in the search engine. What a filter means is
 * worked out once, not once for each document: a stranger may ask for many, with many values.
 */
export function matchDocuments<Document extends object>(
  documents: readonly Document[],
  filters: readonly Filter[],
  sort: readonly Sort[],
): Document[] {
  const must = filters.filter((filter) => !filter.any).map(matcherOf);
  const any = filters.filter((filter) => filter.any).map(matcherOf);
  const found = documents.filter(
    (document) =>
      must.every((matches) => matches(document)) &&
      (any.length === 0 || any.some((matches) => matches(document))),
  );
  return sort.length > 0 ? sorted(found, sort) : found;
}

function matcherOf({ field, condition }: Filter): (document: object) => boolean {
  const path = field.replace(/\.keyword$/, '').split('.');
  const holds = holderOf(condition);
  return (document) => holds(valuesAt(document, path));
}

/** The values of a field; lists on the way are looked into, `null` and empty text count as absent. */
function valuesAt(value: unknown, path: readonly string[], depth = 0): unknown[] {
  if (Array.isArray(value)) return value.flatMap((one) => valuesAt(one, path, depth));
  const next = path[depth];
  if (next === undefined) return value === null || value === undefined || value === '' ? [] : [value];
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, next)) return [];
  return valuesAt((value as Record<string, unknown>)[next], path, depth + 1);
}

function holderOf(condition: Condition): (values: readonly unknown[]) => boolean {
  switch (condition.is) {
    case 'in':
    case 'notIn': {
      const named = new Set(condition.values.map(String));
      const wanted = condition.is === 'in';
      return (values) => values.some((value) => named.has(String(value))) === wanted;
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

/** What each document is sorted by is looked up once. */
function sorted<Document extends object>(documents: readonly Document[], sort: readonly Sort[]): Document[] {
  const paths = sort.map(({ field }) => field.split('.'));
  return documents
    .map((document) => ({ document, keys: paths.map((path) => valuesAt(document, path)[0]) }))
    .sort((one, other) => compare(one.keys, other.keys, sort))
    .map(({ document }) => document);
}

function compare(one: readonly unknown[], other: readonly unknown[], sort: readonly Sort[]): number {
  for (const [place, { direction }] of sort.entries()) {
    const order = compareValues(one[place], other[place], direction);
    if (order !== 0) return order;
  }
  return 0;
}

/** Numbers by size, everything else as text; what has no value comes last either way. */
function compareValues(one: unknown, other: unknown, direction: Sort['direction']): number {
  if (one === undefined || other === undefined)
    return Number(one === undefined) - Number(other === undefined);
  const sign = direction === 'desc' ? -1 : 1;
  if (typeof one === 'number' && typeof other === 'number') return sign * (one - other);
  return sign * (String(one) < String(other) ? -1 : String(one) > String(other) ? 1 : 0);
}
