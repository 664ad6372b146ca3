import { searchBoosts } from '@fynbos/core/search/engine.ts';
import type { Word } from '@fynbos/core/search/plan.ts';
import { codeTerm } from '@fynbos/core/search/product-index.ts';
import {
  brevity,
  isCode,
  leastScore,
  neighbouring,
  outOfStock,
  typicality,
  wordsNeeded,
  worthBesideCertainty,
} from '@fynbos/core/search/score.ts';
import { anyOf, type Clause, nothing } from './conditions.ts';
import { featureName } from './field-names.ts';
import { adjacent, type Form, having, inLabels, naming } from './forms.ts';

/**
 * The ranking of core (`score.ts`) as a query. A word's worth in a product is kept with the product, so no
 * statistics of the engine come in, and the score is the same on every shard.
 */

/** How much a query is about a type of product, 0 to 1, by `kindOf` it. */
export type Typical = ReadonlyMap<string, number>;

/** Best first: what is surely meant, within that what is worth most; before all what has the text as its sku. */
export function ranked(words: readonly Word<Form>[], text: string, typical: Typical): Clause {
  const code = { constant_score: { filter: { term: { codes: codeTerm(text) } }, boost: isCode } };
  if (words.length === 0) return code;
  const found = {
    bool: { must: [lifted(words, typical)], should: words.flatMap((word) => certainty(word)) },
  };
  return anyOf([found, code]);
}

/** What each match has to say on what the query is about: the square of its score is added up by type. */
export function weighed(words: readonly Word<Form>[]): Clause {
  const functions = words.flatMap((word) =>
    levels(word).map(({ certainty, forms, surer }) => ({
      filter: { bool: { filter: [having(forms)], must_not: surer.length > 0 ? [having(surer)] : [] } },
      weight: certainty,
    })),
  );
  return functionScore(scored(words), functions, { score_mode: 'sum' });
}

/** Products of the type that the query is about come forward, those out of stock step back. */
function lifted(words: readonly Word<Form>[], typical: Typical): Clause {
  const least = 1 - typicality;
  const types = [...typical].map(([kind, much]) => ({
    filter: { term: { kind } },
    weight: (least + typicality * much) / least,
  }));
  const stock = { filter: { term: { in_stock: false } }, weight: outOfStock };
  const functions = [{ weight: least * worthBesideCertainty }, stock, ...types];
  return functionScore(scored(words), functions, { score_mode: 'multiply' });
}

/** What the words are worth together, more in a name that says little else; see `brevity`. */
function scored(words: readonly Word<Form>[]): Clause {
  const known = words.filter((word) => word.sources.length > 0);
  const should = words.flatMap((word, place) => worthOf(word, words[place - 1], mostForms(words.length)));
  const needed = wordsNeeded(words.length);
  // Without a clause it would be about nothing, and so find everything.
  const query = should.length < needed ? nothing : { bool: { should, minimum_should_match: needed } };
  const named = known.map(({ sources }) => ({
    filter: naming(sources),
    field_value_factor: { field: 'brevity', factor: brevity, missing: 0 },
  }));
  const functions = [{ weight: 1 - brevity }, ...named];
  return functionScore(query, functions, { score_mode: 'sum', max_boost: 1, min_score: leastScore });
}

function functionScore(query: Clause, functions: readonly Clause[], how: Clause): Clause {
  return { function_score: { query, functions, boost_mode: 'multiply', ...how } };
}

/** The engine takes about a thousand clauses; a form needs up to three. */
function mostForms(words: number): number {
  return Math.floor(280 / words);
}

/** What a word is worth, of several forms in one product the most worthy. Nothing where it has no form. */
function worthOf({ sources, weight }: Word<Form>, before: Word<Form> | undefined, most: number): Clause[] {
  const forms = byWorth(sources).slice(0, most);
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
  const last = parts.at(-1)!;
  const features = last.map((term) => ({
    rank_feature: { field: `${field}.${featureName(term)}`, boost: weight * factor, linear: {} },
  }));
  return features.length === 1 ? features[0]! : { dis_max: { queries: features } };
}

/** Words that follow each other in the name as they do in the query mean the same together. */
function afterNeighbour(forms: readonly Form[], before: Word<Form>, weight: number): Clause[] {
  const first = [...new Set(before.sources.flatMap(({ parts }) => parts.at(-1)!))].slice(0, mostNeighbours);
  const second = forms.flatMap(({ parts }) => parts[0]!).slice(0, mostNeighbours);
  if (first.length === 0 || second.length === 0) return [];
  const queries = forms
    .slice(0, mostNeighbours)
    .flatMap((form) => [
      feature('worth', form, weight * neighbouring),
      feature('qualified', form, weight * neighbouring),
    ]);
  return [{ bool: { filter: [adjacent([first, second])], must: [{ dis_max: { queries } }] } }];
}

/** Of a word's forms the surest that are looked for side by side. */
const mostNeighbours = 12;

/** An expression is worth what its last word is, or what brand and type count. */
function expressionWorth(form: Form, weight: number): Clause[] {
  const all = Object.values(searchBoosts).reduce((sum, one) => sum + one);
  return [
    { bool: { filter: [adjacent(form.parts)], must: [feature('worth', form, weight)] } },
    ...inLabels(form.parts).map(({ field, filter }) => ({
      constant_score: { filter, boost: (weight * form.factor * searchBoosts[field]) / all },
    })),
  ];
}

/** How sure it is that a word is meant where it is found: by the surest form that a product has. */
function certainty(word: Word<Form>): Clause[] {
  const queries = levels(word).map(({ certainty, forms }) => ({
    constant_score: { filter: having(forms), boost: certainty },
  }));
  return queries.length > 0 ? [{ dis_max: { queries } }] : [];
}

/** The forms of a word by how sure they are, the surest first, each level with all that is surer. */
function levels({ sources }: Word<Form>): { certainty: number; forms: Form[]; surer: Form[] }[] {
  const byCertainty = [...Map.groupBy(sources, (form) => form.certainty)].sort(([a], [b]) => b - a);
  return byCertainty.map(([certainty, forms], at) => ({
    certainty,
    forms,
    surer: byCertainty.slice(0, at).flatMap(([, some]) => some),
  }));
}
