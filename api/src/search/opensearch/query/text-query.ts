import { codeTerm } from '@fynbos/core/search/index/product-index.ts';
import type { Word } from '@fynbos/core/search/query/query-plan.ts';
import {
  brevity,
  isCode,
  minScore,
  neighbouring,
  outOfStock,
  typicality,
  worthBesideCertainty,
} from '@fynbos/core/search/query/score.ts';
import { searchBoosts } from '@fynbos/core/search/search-engine.ts';
import { featureName } from '../index/field-names.ts';
import { anyOf, type Clause, nothing } from './query-clauses.ts';
import { adjacent, type Form, having, inLabels, naming } from './word-forms.ts';

/**
 * The ranking of core (`score.ts`) as a query. The score of a word in a product is stored with the product.
 * The engine's own statistics are not used, so the score is the same on every shard.
 */

/** How much a query is about a type of product, 0 to 1, by `kindOf`. */
export type Typical = ReadonlyMap<string, number>;

/** The words of a query, and how many of them a product has to match. */
export interface TextQuery {
  words: readonly Word<Form>[];
  needed: number;
}

/** Ranks by certainty first, then by score; products with the text as their sku come before all others. */
export function rankQuery(textQuery: TextQuery, text: string, typical: Typical): Clause {
  const { words } = textQuery;
  const code = { constant_score: { filter: { term: { codes: codeTerm(text) } }, boost: isCode } };
  if (words.length === 0) return code;
  const textMatch = {
    bool: { must: [lifted(textQuery, typical)], should: words.flatMap((word) => certainty(word)) },
  };
  return anyOf([textMatch, code]);
}

/** Weight of each match for the query's types: the fourth power of its score is summed by type. */
export function weighQuery(textQuery: TextQuery): Clause {
  const functions = textQuery.words.flatMap((word) =>
    levels(word).map(({ certainty, forms, surer }) => ({
      filter: { bool: { filter: [having(forms)], must_not: surer.length > 0 ? [having(surer)] : [] } },
      weight: certainty,
    })),
  );
  return functionScore(scoreQuery(textQuery), functions, { score_mode: 'sum' });
}

/** Boosts products of the query's types and demotes those out of stock. */
function lifted(textQuery: TextQuery, typical: Typical): Clause {
  const minWeight = 1 - typicality;
  const types = [...typical].map(([kind, much]) => ({
    filter: { term: { kind } },
    weight: (minWeight + typicality * much) / minWeight,
  }));
  const stock = { filter: { term: { in_stock: false } }, weight: outOfStock };
  const functions = [{ weight: minWeight * worthBesideCertainty }, stock, ...types];
  return functionScore(scoreQuery(textQuery), functions, { score_mode: 'multiply' });
}

/** Combined score of the words, higher in a name with few other words; see `brevity`. */
export function scoreQuery({ words, needed }: TextQuery): Clause {
  const known = words.filter((word) => word.sources.length > 0);
  const should = words.flatMap((word, place) => worthOf(word, words[place - 1], maxForms(words.length)));
  // A query without clauses would match everything.
  const query = should.length < needed ? nothing : { bool: { should, minimum_should_match: needed } };
  const named = known.map(({ sources }) => ({
    filter: naming(sources),
    field_value_factor: { field: 'brevity', factor: brevity, missing: 0 },
  }));
  const functions = [{ weight: 1 - brevity }, ...named];
  return functionScore(query, functions, { score_mode: 'sum', max_boost: 1, min_score: minScore });
}

function functionScore(query: Clause, functions: readonly Clause[], how: Clause): Clause {
  return { function_score: { query, functions, boost_mode: 'multiply', ...how } };
}

/** The engine accepts about a thousand clauses; a form needs up to three. */
function maxForms(wordCount: number): number {
  return Math.floor(280 / wordCount);
}

/** Score of a word: the best of its forms in a product. Empty when it has no form. */
function worthOf({ sources, weight }: Word<Form>, before: Word<Form> | undefined, limit: number): Clause[] {
  const forms = byWorth(sources).slice(0, limit);
  const single = forms.filter(({ parts }) => parts.length === 1);
  const queries = [
    ...single.map((form) => feature('worth', form, weight)),
    ...forms.filter(({ parts }) => parts.length > 1).flatMap((form) => expressionWorth(form, weight)),
    ...(before ? afterNeighbour(single, before, weight) : []),
  ];
  return queries.length > 0 ? [{ dis_max: { queries } }] : [];
}

function byWorth(forms: readonly Form[]): Form[] {
  return [...forms].sort((a, b) => b.certainty - a.certainty || b.factor - a.factor);
}

function feature(field: 'worth' | 'qualified', { parts, factor }: Form, weight: number): Clause {
  const features = lastTerms(parts).map((term) => ({
    rank_feature: { field: `${field}.${featureName(term)}`, boost: weight * factor, linear: {} },
  }));
  const [first, ...rest] = features;
  return first && rest.length === 0 ? first : { dis_max: { queries: features } };
}

const lastTerms = (parts: Form['parts']) => parts.at(-1) ?? [];

/** Words adjacent in both the name and the query belong together. */
function afterNeighbour(forms: readonly Form[], before: Word<Form>, weight: number): Clause[] {
  const first = [...new Set(before.sources.flatMap(({ parts }) => lastTerms(parts)))].slice(0, maxNeighbours);
  const second = forms.flatMap(({ parts }) => parts[0] ?? []).slice(0, maxNeighbours);
  if (first.length === 0 || second.length === 0) return [];
  const queries = forms
    .slice(0, maxNeighbours)
    .flatMap((form) => [
      feature('worth', form, weight * neighbouring),
      feature('qualified', form, weight * neighbouring),
    ]);
  return [{ bool: { filter: [adjacent([first, second])], must: [{ dis_max: { queries } }] } }];
}

/** Maximum number of a word's forms that are checked for adjacency, the most certain first. */
const maxNeighbours = 12;

/** An expression scores as its last word, or by the boost of brand and type. */
function expressionWorth(form: Form, weight: number): Clause[] {
  const all = Object.values(searchBoosts).reduce((sum, boost) => sum + boost);
  return [
    { bool: { filter: [adjacent(form.parts)], must: [feature('worth', form, weight)] } },
    ...inLabels(form.parts).map(({ field, filter }) => ({
      constant_score: { filter, boost: (weight * form.factor * searchBoosts[field]) / all },
    })),
  ];
}

/** Certainty that a word is meant where it is found: that of the most certain form of a product. */
function certainty(word: Word<Form>): Clause[] {
  const queries = levels(word).map(({ certainty, forms }) => ({
    constant_score: { filter: having(forms), boost: certainty },
  }));
  return queries.length > 0 ? [{ dis_max: { queries } }] : [];
}

/** The forms of a word by certainty, descending, each level with all forms of higher certainty. */
function levels({ sources }: Word<Form>): { certainty: number; forms: Form[]; surer: Form[] }[] {
  const byCertainty = [...Map.groupBy(sources, (form) => form.certainty)].sort(([a], [b]) => b - a);
  return byCertainty.map(([certainty, forms], at) => ({
    certainty,
    forms,
    surer: byCertainty.slice(0, at).flatMap(([, surerForms]) => surerForms),
  }));
}
