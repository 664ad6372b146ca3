import type { Meaning, SearchReferenceData } from '@fynbos/core/search/query/word-statistics.ts';
import type { Vocabulary } from '@fynbos/core/search/text/vocabulary.ts';
import { anyOf, type Clause } from './query-clauses.ts';

/** A form of a word as queried: for each word of the expression, usually one, the possible terms. */
export interface Form extends Meaning {
  parts: readonly (readonly string[])[];
}

/**
 * Reference data for planning a query. The vocabulary has the number of products per word. Only the engine
 * knows how many products have several words together.
 * @param together number of products that match the clause of an expression
 */
export function referenceDataOf(
  { vocabulary, size }: { vocabulary: Vocabulary; size: number },
  together: (clause: Clause) => number,
): SearchReferenceData<Form> {
  return {
    vocabulary,
    size,
    term: (term, trust) => ({
      parts: [[vocabulary.text(term)]],
      products: vocabulary.productCount(term),
      ...trust,
    }),
    expression: (terms, trust) => {
      const parts = terms.map((termIds) => termIds.map((term) => vocabulary.text(term)));
      return { parts, products: together(expression(parts)), ...trust };
    },
  };
}

/** Adjacent words in the name, or words together in the brand or the type. */
function expression(parts: Form['parts']): Clause {
  return anyOf([adjacent(parts), ...inLabels(parts).map(({ filter }) => filter)]);
}

/** Adjacent words in the name. */
export function adjacent(parts: Form['parts']): Clause {
  const clauses = parts.map((terms) => oneSpan(terms));
  return { span_near: { clauses, slop: 0, in_order: true } };
}

function oneSpan(terms: readonly string[]): Clause {
  const spans = terms.map((term) => ({ span_term: { name: term } }));
  const [first, ...rest] = spans;
  return first && rest.length === 0 ? first : { span_or: { clauses: spans } };
}

/** Words together in the brand, or in the type. */
export function inLabels(parts: Form['parts']): { field: 'brand' | 'type'; filter: Clause }[] {
  return (['brand', 'type'] as const).map((field) => ({
    field,
    filter: { bool: { filter: parts.map((terms) => ({ terms: { [field]: terms } })) } },
  }));
}

/** Matches products with one of these forms. */
export function having(forms: readonly Form[]): Clause {
  return anyOf(formClauses(forms, 'words', expression));
}

/** Matches products with one of these forms in their name. */
export function naming(forms: readonly Form[]): Clause {
  return anyOf(formClauses(forms, 'name', adjacent));
}

function formClauses(
  forms: readonly Form[],
  field: string,
  several: (parts: Form['parts']) => Clause,
): Clause[] {
  const singleTerms = forms.flatMap(({ parts }) => (parts.length === 1 ? parts.flat() : []));
  const expressions = forms.filter(({ parts }) => parts.length > 1);
  return [
    ...(singleTerms.length > 0 ? [{ terms: { [field]: [...new Set(singleTerms)] } }] : []),
    ...expressions.map(({ parts }) => several(parts)),
  ];
}
