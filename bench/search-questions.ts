import type { EngineQuery } from '@fynbos/core/search/engine.ts';
import { facetFields, randomFrom } from './search-catalogue.ts';

const searches = 1_000;

/** Two words of some product's name, one of them mistyped, two filters, all facets and the price ranges. */
export function questionsOver(names: readonly string[]): EngineQuery[] {
  const chance = randomFrom(7);
  const questions: EngineQuery[] = [];
  while (questions.length < searches) {
    const words = names[Math.floor(chance() * names.length)]!.split(/[^\p{L}]+/u).filter(
      (word) => word.length > 3,
    );
    if (words.length < 2) continue;
    const at = Math.floor(chance() * (words.length - 1));
    questions.push(questionOf(`${words[at]} ${mistyped(words[at + 1]!, chance)}`, chance));
  }
  return questions;
}

/** One letter after the second is left out, doubled, or changes places with the next. */
function mistyped(word: string, chance: () => number): string {
  const at = 2 + Math.floor(chance() * (word.length - 3));
  const [before, letter, next, rest] = [word.slice(0, at), word[at]!, word[at + 1] ?? '', word.slice(at + 2)];
  const ways = [before + next + rest, before + letter + letter + next + rest, before + next + letter + rest];
  return ways[Math.floor(chance() * ways.length)]!;
}

function questionOf(text: string, chance: () => number): EngineQuery {
  const colours = [Math.floor(chance() * 4), Math.floor(chance() * 4)];
  return {
    text,
    filters: [
      { field: 'visibility', scope: 'default', any: false, condition: { is: 'in', values: [2, 3, 4] } },
      { field: 'colour', scope: 'catalog', any: false, condition: { is: 'in', values: colours } },
    ],
    sort: chance() < 0.2 ? [{ field: 'final_price_incl_tax', direction: 'asc' }] : [],
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
