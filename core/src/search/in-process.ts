import { mostText, type Token, tokens } from './analysis.ts';
import type { Answer, Question, SearchDocument, SearchEngine } from './engine.ts';
import { Counted, countRanges, countValues } from './facets.ts';
import { hints } from './hints.ts';
import { inTurn } from './in-turn.ts';
import { analyse } from './places.ts';
import { plan, type Word } from './plan.ts';
import { ProductIndex } from './product-index.ts';
import { Scorer } from './score.ts';
import { byFields, type Compare, pageAlong, pageOf } from './sort.ts';
import { groundOf } from './sources.ts';
import { suggest } from './suggest.ts';
import type { Synonyms } from './synonyms.ts';

/** As many products as are read in before other work gets a turn. */
const batch = 2000;

/**
 * Keeps the promise of a search engine inside this process: an inverted index and columns of values,
 * both in typed arrays. A search runs in one go, so it never sees half of a change; changes run one
 * after another.
 */
export function inProcessEngine({
  synonyms,
  pause = async () => {},
}: {
  synonyms: Synonyms;
  /** Gives other work a turn while an index is built; where there is none, it is built in one go. */
  pause?: () => Promise<unknown>;
}): SearchEngine {
  let index = new ProductIndex();
  const scorer = new Scorer();
  const run = inTurn();
  return {
    replaceAll: (documents) =>
      run(async () => {
        index = await build(documents, pause);
      }),
    update: (changed, removed) => run(async () => change(index, changed, removed)),
    search: async (question) => answer(index, scorer, synonyms, question),
    suggest: async (text, limit) => suggest(index, synonyms, text.slice(0, mostText), limit),
  };
}

/** Builds beside the index in use, which answers until this one is whole. */
async function build(
  documents: Iterable<SearchDocument>,
  pause: () => Promise<unknown>,
): Promise<ProductIndex> {
  const index = new ProductIndex();
  let count = 0;
  for (const document of documents) {
    index.put(document);
    if (++count % batch === 0) await pause();
  }
  index.tidy();
  return index;
}

/** Reads every document before the first change is made, so that a broken one changes nothing. */
function change(index: ProductIndex, changed: readonly SearchDocument[], removed: readonly number[]): void {
  const analysed = changed.map((document) => ({ document, terms: analyse(document) }));
  for (const id of removed) index.remove(id);
  for (const { document, terms } of analysed) index.put(document, terms);
  index.packIfLoose();
}

function answer(index: ProductIndex, scorer: Scorer, synonyms: Synonyms, question: Question): Answer {
  const found = tokens(question.text.slice(0, mostText));
  const words = plan(groundOf(index), synonyms, found);
  const { slots, best } = matches(index, scorer, words, question.text);
  const counted = new Counted(index.columns, question.filters, slots);
  return {
    ids: page(index, counted.all, question, best),
    total: counted.all.length,
    facets: Object.fromEntries(
      question.facets.map((field) => [field, countValues(index.columns, field, counted.for(field))]),
    ),
    ranges: Object.fromEntries(
      question.ranges.map((asked) => [
        asked.field,
        countRanges(index.columns, asked, counted.for(asked.field)),
      ]),
    ),
    suggestions: didYouMean(index, found, words),
  };
}

/** What has the words, or everything when nothing was asked for; and what comes first without a sort. */
function matches(
  index: ProductIndex,
  scorer: Scorer,
  words: Word[],
  text: string,
): { slots: Uint32Array; best: Compare | undefined } {
  if (text.trim() === '') return { slots: index.ordered(), best: undefined };
  const { slots, rank } = scorer.rank(index, words, text);
  const order = inOrder(index);
  return { slots, best: (a, b) => rank[b]! - rank[a]! || order(a, b) };
}

function inOrder(index: ProductIndex): Compare {
  const places = index.order.at;
  return (a, b) => places[a]! - places[b]!;
}

/** Without a sort the best come first; without a text either, the documents are in order already. */
function page(
  index: ProductIndex,
  slots: Uint32Array,
  { start, size, sort }: Question,
  best: Compare | undefined,
): number[] {
  return Array.from(shown(), (slot) => index.ids.at[slot]!);

  function shown(): ArrayLike<number> {
    const [first] = sort;
    if (first && sort.length === 1) {
      const order = index.sortedBy(first.field, first.direction);
      return pageAlong(order, marked(index, slots), start, size);
    }
    const compare = first ? byFields(index.columns, sort, inOrder(index)) : best;
    return compare ? pageOf(slots, start, size, compare) : slots.subarray(start, start + size);
  }
}

function marked(index: ProductIndex, slots: Uint32Array): Uint8Array {
  const marks = new Uint8Array(index.slots);
  for (let i = 0; i < slots.length; i++) marks[slots[i]!] = 1;
  return marks;
}

function didYouMean(index: ProductIndex, found: readonly Token[], words: readonly Word[]): string[] {
  return words.some((word) => word.doubtful) ? hints(index.text.vocabulary, found, words) : [];
}
