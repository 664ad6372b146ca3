import type { Condition, Filter, Sort } from '@fynbos/core/search/request.ts';

/**
 * Filters and sorts a few documents held as plain objects: categories, attributes, tax rules, and
 * products that were found by their key. The same meaning as in the search engine.
 */
export function matchDocuments<Document extends object>(
  documents: readonly Document[],
  filters: readonly Filter[],
  sort: readonly Sort[],
): Document[] {
  const must = filters.filter((filter) => !filter.any);
  const any = filters.filter((filter) => filter.any);
  const found = documents.filter(
    (document) =>
      must.every((filter) => matches(document, filter)) &&
      (any.length === 0 || any.some((filter) => matches(document, filter))),
  );
  return sort.length > 0 ? found.sort((one, other) => compare(one, other, sort)) : found;
}

function matches(document: object, { field, condition }: Filter): boolean {
  return holds(condition, valuesAt(document, field.replace(/\.keyword$/, '').split('.')));
}

/** The values of a field; lists on the way are looked into, `null` and empty text count as absent. */
function valuesAt(value: unknown, path: readonly string[]): unknown[] {
  if (Array.isArray(value)) return value.flatMap((one) => valuesAt(one, path));
  const [next, ...rest] = path;
  if (next === undefined) return value === null || value === undefined || value === '' ? [] : [value];
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, next)) return [];
  return valuesAt((value as Record<string, unknown>)[next], rest);
}

function holds(condition: Condition, values: readonly unknown[]): boolean {
  switch (condition.is) {
    case 'in':
      return values.some((value) => condition.values.some((wanted) => String(wanted) === String(value)));
    case 'notIn':
      return !values.some((value) => condition.values.some((unwanted) => String(unwanted) === String(value)));
    case 'range':
      return values.some((value) => isWithin(Number(value), condition));
    case 'like':
      return values.some((value) => String(value).toLowerCase().includes(condition.text.toLowerCase()));
    case 'present':
      return values.length > 0;
    case 'absent':
      return values.length === 0;
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

function compare(one: object, other: object, sort: readonly Sort[]): number {
  for (const { field, direction } of sort) {
    const order = compareValues(
      valuesAt(one, field.split('.'))[0],
      valuesAt(other, field.split('.'))[0],
      direction,
    );
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
