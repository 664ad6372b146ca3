import type { EngineQuery } from '@fynbos/core/search/search-engine.ts';
import { facetFields, randomFrom } from './search-documents.ts';

const searches = 1_000;

/** Two words of a product name with one typo, two filters, all facets and the price ranges. */
export function queriesOver(names: readonly string[]): EngineQuery[] {
  const random = randomFrom(7);
  const queries: EngineQuery[] = [];
  while (queries.length < searches) {
    const tokens = names[Math.floor(random() * names.length)]!.split(/[^\p{L}]+/u).filter(
      (word) => word.length > 3,
    );
    if (tokens.length < 2) continue;
    const at = Math.floor(random() * (tokens.length - 1));
    queries.push(queryOf(`${tokens[at]} ${mistyped(tokens[at + 1]!, random)}`, random));
  }
  return queries;
}

/** Omits, doubles or swaps one character after the second. */
function mistyped(word: string, random: () => number): string {
  const at = 2 + Math.floor(random() * (word.length - 3));
  const [before, character, next, rest] = [
    word.slice(0, at),
    word[at]!,
    word[at + 1] ?? '',
    word.slice(at + 2),
  ];
  const variants = [
    before + next + rest,
    before + character + character + next + rest,
    before + next + character + rest,
  ];
  return variants[Math.floor(random() * variants.length)]!;
}

function queryOf(text: string, random: () => number): EngineQuery {
  const colours = [Math.floor(random() * 4), Math.floor(random() * 4)];
  return {
    text,
    filters: [
      { field: 'visibility', scope: 'default', any: false, condition: { is: 'in', values: [2, 3, 4] } },
      { field: 'colour', scope: 'catalog', any: false, condition: { is: 'in', values: colours } },
    ],
    sort: random() < 0.2 ? [{ field: 'final_price_incl_tax', direction: 'asc' }] : [],
    start: 0,
    size: 50,
    facets: facetFields,
    ranges: [{ field: 'final_price_incl_tax', ranges: priceRanges }],
  };
}

const priceRanges = [
  { from: 0, to: 250 },
  { from: 250, to: 1000 },
  { from: 1000, to: 2500 },
  { from: 2500, to: 10_000 },
  { from: 10_000, to: null },
];
