import type { Condition, Filter } from '@fynbos/core/search/search-request.ts';
import { childrenOf, numbersField, valuesField } from '../index/field-names.ts';
import { containing, valueKey } from '../index/value-key.ts';

/** A query clause in OpenSearch's query language. */
export type Clause = Record<string, unknown>;

export const nothing: Clause = { match_none: {} };

/** Converts a filter to a clause. In scope `catalog` the values of a product's children count as its own. */
export function clauseOf({ field, scope, condition }: Filter): Clause {
  const fields = scope === 'catalog' ? [field, childrenOf(field)] : [field];
  const has = anyOf(fields.map((fieldName) => named(fieldName, condition)));
  const isPositive = condition.is !== 'notIn' && condition.is !== 'absent';
  return isPositive ? has : { bool: { must_not: [has] } };
}

export function anyOf(clauses: readonly Clause[]): Clause {
  const [first, ...rest] = clauses;
  if (!first) return nothing;
  return rest.length === 0 ? first : { bool: { should: clauses, minimum_should_match: 1 } };
}

export function allOf(clauses: readonly Clause[]): Clause {
  const [first, ...rest] = clauses;
  if (!first) return { match_all: {} };
  return rest.length === 0 ? first : { bool: { filter: clauses } };
}

/** Matches a field with a value of the condition; for `notIn` and `absent`, with an excluded value. */
function named(field: string, condition: Condition): Clause {
  switch (condition.is) {
    case 'in':
    case 'notIn':
      return { terms: { [valuesField(field)]: condition.values.map(valueKey) } };
    case 'range': {
      const { is: _, ...bounds } = condition;
      return { range: { [numbersField(field)]: bounds } };
    }
    case 'like': {
      const value = containing(condition.text);
      return value === undefined ? nothing : { regexp: { [valuesField(field)]: { value, flags: 'NONE' } } };
    }
    case 'present':
    case 'absent':
      return { exists: { field: valuesField(field) } };
  }
}
