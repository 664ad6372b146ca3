import type { Answer, Question } from '@fynbos/core/search/engine.ts';
import { mostFacetValues } from '@fynbos/core/search/facets.ts';
import type { Filter } from '@fynbos/core/search/request.ts';
import { allOf, anyOf, type Clause, clauseOf } from './conditions.ts';
import { childrenOf, familyField, numbersField, valuesField } from './field-names.ts';
import { valueIn } from './value-key.ts';

/**
 * The filters of a question where the engine wants them. A facet leaves out the choices made in itself
 * (wire contract 3.2), so choices narrow the answer after it was counted, and each count by those of other fields.
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

/** What is chosen elsewhere than in this field. */
function choicesBut(choices: readonly Filter[], field: string | undefined): Clause[] {
  const others = choices.filter((filter) => !filter.any && filter.field !== field).map(clauseOf);
  const alternatives = choices.filter(
    (filter) => filter.any && (filter.scope !== 'catalog' || filter.field !== field),
  );
  return alternatives.length > 0 ? [...others, anyOf(alternatives.map(clauseOf))] : others;
}

/** A field with values of children beside its own keeps both together; see `familyField`. */
type HasChildren = (field: string) => boolean;

/** What the engine is asked to count; `countsIn` reads its answer. */
export function countsFor(
  { filters, facets, ranges }: Question,
  hasChildren: HasChildren,
): Record<string, Clause> {
  const choices = filters.filter(isChoice);
  const among = (field: string, aggs: Clause): Clause => ({
    filter: allOf(choicesBut(choices, field)),
    aggs,
  });
  return Object.fromEntries([
    ...facets.map((field, at) => [`f${at}`, among(field, valuesIn(field, hasChildren(field)))]),
    ...ranges.map((asked, at) => [`r${at}`, among(asked.field, rangesIn(asked))]),
  ]);
}

function valuesIn(field: string, hasChildren: boolean): Clause {
  const own = { terms: { field: valuesField(field), size: mostFacetValues } };
  if (!hasChildren) return { own };
  // What is counted in two parts is put in order afterwards, so more of it is needed.
  const size = mostFacetValues * 10;
  const family = familyField(field);
  return {
    alone: {
      filter: { bool: { must_not: [{ exists: { field: family } }] } },
      aggs: { own: { terms: { field: valuesField(field), size } } },
    },
    family: { terms: { field: family, size } },
    // Children may have a value of which their parent knows nothing.
    orphans: {
      filter: { bool: { must_not: [{ exists: { field: valuesField(field) } }] } },
      aggs: { own: { terms: { field: valuesField(childrenOf(field)), size } } },
    },
  };
}

function rangesIn({ field, ranges }: Question['ranges'][number]): Clause {
  const filters = ranges.map(({ from, to }) => {
    const bounds = { ...(from !== null && { gte: from }), ...(to !== null && { lt: to }) };
    return anyOf([field, childrenOf(field)].map((one) => ({ range: { [numbersField(one)]: bounds } })));
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

/** The counts of one field as they come back. */
export interface Counted {
  own?: Terms;
  alone?: { own: Terms };
  family?: Terms;
  orphans?: { own: Terms };
  ranges?: { buckets: { doc_count: number }[] };
}

export function countsIn(
  { facets, ranges }: Question,
  counted: Readonly<Record<string, Counted>> = {},
): Pick<Answer, 'facets' | 'ranges'> {
  return {
    facets: Object.fromEntries(facets.map((field, at) => [field, valuesOf(counted[`f${at}`] ?? {})])),
    ranges: Object.fromEntries(
      ranges.map((asked, at) => [
        asked.field,
        asked.ranges.map((_, range) => counted[`r${at}`]?.ranges?.buckets[range]?.doc_count ?? 0),
      ]),
    ),
  };
}

function valuesOf({ own, alone, family, orphans }: Counted): Answer['facets'][string] {
  const counts = new Map<string, number>();
  for (const { key, doc_count } of [own, alone?.own, family, orphans?.own].flatMap(
    (one) => one?.buckets ?? [],
  )) {
    const value = valueIn(key);
    counts.set(value, (counts.get(value) ?? 0) + doc_count);
  }
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, mostFacetValues);
}
