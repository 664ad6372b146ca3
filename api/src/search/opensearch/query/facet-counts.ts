import { maxFacetValues } from '@fynbos/core/search/index/facets.ts';
import type { EngineQuery, EngineResult } from '@fynbos/core/search/search-engine.ts';
import type { Filter } from '@fynbos/core/search/search-request.ts';
import { childrenOf, familyField, numbersField, valuesField } from '../index/field-names.ts';
import { valueIn } from '../index/value-key.ts';
import { allOf, anyOf, type Clause, clauseOf } from './query-clauses.ts';

/**
 * Splits the filters of a query into those applied before and after counting. A facet ignores its own
 * selection (wire contract 3.2). Selections therefore filter the result after counting, and each count by
 * the selections of other fields.
 */
export function placed(filters: readonly Filter[]): { always: Clause[]; afterwards: Clause[] } {
  const choices = filters.filter(isChoice);
  return {
    always: filters.filter((filter) => !isChoice(filter)).map(clauseOf),
    afterwards: choices.length > 0 ? choicesBut(choices, undefined) : [],
  };
}

function isChoice(filter: Filter): boolean {
  return filter.scope === 'catalog' || filter.any;
}

/** Selections in fields other than this one. */
function choicesBut(choices: readonly Filter[], field: string | undefined): Clause[] {
  const required = choices.filter((filter) => !filter.any && filter.field !== field).map(clauseOf);
  const alternatives = choices.filter(
    (filter) => filter.any && (filter.scope !== 'catalog' || filter.field !== field),
  );
  return alternatives.length > 0 ? [...required, anyOf(alternatives.map(clauseOf))] : required;
}

/** Whether a field also has values from children; see `familyField`. */
type HasChildren = (field: string) => boolean;

/** Aggregations for the facets of a query; `countsIn` reads the result. */
export function countsFor(
  { filters, facets, ranges }: EngineQuery,
  hasChildren: HasChildren,
): Record<string, Clause> {
  const choices = filters.filter(isChoice);
  const among = (field: string, aggs: Clause): Clause => ({
    filter: allOf(choicesBut(choices, field)),
    aggs,
  });
  return Object.fromEntries([
    ...facets.map((field, at) => [`f${at}`, among(field, valuesIn(field, hasChildren(field)))]),
    ...ranges.map((rangeFacet, at) => [`r${at}`, among(rangeFacet.field, rangesIn(rangeFacet))]),
  ]);
}

function valuesIn(field: string, hasChildren: boolean): Clause {
  const ownValues = { terms: { field: valuesField(field), size: maxFacetValues } };
  if (!hasChildren) return { own: ownValues };
  // Counts from two aggregations are merged and sorted afterwards, so each must return more values.
  const size = maxFacetValues * 10;
  const family = familyField(field);
  return {
    alone: {
      filter: { bool: { must_not: [{ exists: { field: family } }] } },
      aggs: { own: { terms: { field: valuesField(field), size } } },
    },
    family: { terms: { field: family, size } },
    // Children may have a value that their parent lacks.
    orphans: {
      filter: { bool: { must_not: [{ exists: { field: valuesField(field) } }] } },
      aggs: { own: { terms: { field: valuesField(childrenOf(field)), size } } },
    },
  };
}

function rangesIn({ field, ranges }: EngineQuery['ranges'][number]): Clause {
  const filters = ranges.map(({ from, to }) => {
    const bounds = { ...(from !== null && { gte: from }), ...(to !== null && { lt: to }) };
    return anyOf(
      [field, childrenOf(field)].map((fieldName) => ({ range: { [numbersField(fieldName)]: bounds } })),
    );
  });
  return { ranges: { filters: { filters } } };
}

interface Bucket {
  key: string;
  doc_count: number;
}

interface Terms {
  buckets: Bucket[];
}

/** Aggregation results of one field. */
export interface Counted {
  own?: Terms;
  alone?: { own: Terms };
  family?: Terms;
  orphans?: { own: Terms };
  ranges?: { buckets: { doc_count: number }[] };
}

export function countsIn(
  { facets, ranges }: EngineQuery,
  counted: Readonly<Record<string, Counted>> = {},
): Pick<EngineResult, 'facets' | 'ranges'> {
  return {
    facets: Object.fromEntries(facets.map((field, at) => [field, valuesOf(counted[`f${at}`] ?? {})])),
    ranges: Object.fromEntries(
      ranges.map((rangeFacet, at) => [
        rangeFacet.field,
        rangeFacet.ranges.map((_, range) => counted[`r${at}`]?.ranges?.buckets[range]?.doc_count ?? 0),
      ]),
    ),
  };
}

function valuesOf({ own: ownValues, alone, family, orphans }: Counted): EngineResult['facets'][string] {
  const counts = new Map<string, number>();
  for (const { key, doc_count } of [ownValues, alone?.own, family, orphans?.own].flatMap(
    (terms) => terms?.buckets ?? [],
  )) {
    const value = valueIn(key);
    counts.set(value, (counts.get(value) ?? 0) + doc_count);
  }
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, maxFacetValues);
}
