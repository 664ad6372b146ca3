import type { Ground, Meaning } from '@fynbos/core/search/ground.ts';
import type { Vocabulary } from '@fynbos/core/search/vocabulary.ts';
import { anyOf, type Clause } from './conditions.ts';

/** A form of a word as the engine is asked for it: for each word of the expression, mostly one, the terms it may be. */
export interface Form extends Meaning {
  parts: readonly (readonly string[])[];
}

/**
 * What a query is planned over: the vocabulary says how many products have a word; how many have several words
 * together the engine alone knows.
 *
 * @param together how many products have an expression; asked for with its clause
 */
export function groundOf(
  { vocabulary, size }: { vocabulary: Vocabulary; size: number },
  together: (clause: Clause) => number,
): Ground<Form> {
  const { texts, products } = vocabulary;
  return {
    vocabulary,
    size,
    term: (term, trust) => ({ parts: [[texts[term]!]], products: products.at[term]!, ...trust }),
    expression: (terms, trust) => {
      const parts = terms.map((some) => some.map((term) => texts[term]!));
      return { parts, products: together(expression(parts)), ...trust };
    },
  };
}

/** Words side by side in the name, or together in the brand or the type. */
export function expression(parts: Form['parts']): Clause {
  return anyOf([adjacent(parts), ...inLabels(parts).map(({ filter }) => filter)]);
}

/** Words that follow each other in the name. */
export function adjacent(parts: Form['parts']): Clause {
  const clauses = parts.map((terms) => oneSpan(terms));
  return { span_near: { clauses, slop: 0, in_order: true } };
}

function oneSpan(terms: readonly string[]): Clause {
  const spans = terms.map((term) => ({ span_term: { name: term } }));
  return spans.length === 1 ? spans[0]! : { span_or: { clauses: spans } };
}

/** Words that stand together in the brand, or in the type. */
export function inLabels(parts: Form['parts']): { field: 'brand' | 'type'; filter: Clause }[] {
  return (['brand', 'type'] as const).map((field) => ({
    field,
    filter: { bool: { filter: parts.map((terms) => ({ terms: { [field]: terms } })) } },
  }));
}

/** The products that have one of these forms. */
export function having(forms: readonly Form[]): Clause {
  return anyOf(wordsOr(forms, 'words', expression));
}

/** The products that have one of these forms in their name. */
export function naming(forms: readonly Form[]): Clause {
  return anyOf(wordsOr(forms, 'name', adjacent));
}

function wordsOr(forms: readonly Form[], field: string, several: (parts: Form['parts']) => Clause): Clause[] {
  const words = forms.flatMap(({ parts }) => (parts.length === 1 ? parts[0]! : []));
  const expressions = forms.filter(({ parts }) => parts.length > 1);
  return [
    ...(words.length > 0 ? [{ terms: { [field]: [...new Set(words)] } }] : []),
    ...expressions.map(({ parts }) => several(parts)),
  ];
}
