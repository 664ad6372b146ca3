import { Counted, countRanges, countValues } from '../index/facets.ts';
import { ProductIndex } from '../index/product-index.ts';
import { byFields, type Compare, pageAlong, pageOf } from '../index/sort.ts';
import { analyse } from '../index/term-positions.ts';
import { plan, type Word } from '../query/query-plan.ts';
import { Scorer } from '../query/score.ts';
import { hints } from '../query/spelling-hints.ts';
import { findSuggestions } from '../query/suggestions.ts';
import { referenceDataOf } from '../query/term-sources.ts';
import type { EngineQuery, EngineResult, SearchDocument, SearchEngine } from '../search-engine.ts';
import { analyseText, maxQueryLength, type Token } from '../text/analysis.ts';
import type { Synonyms } from '../text/synonyms.ts';
import { createTaskQueue } from './task-queue.ts';

// Assertions: a slot is a position in the arrays of the index.

/** Products read before other work gets a turn. */
const batch = 2000;

/**
 * Implements the search engine contract in this process: an inverted index and columns of values, both in
 * typed arrays. A search runs synchronously, so it never sees a partial change; changes run one after
 * another.
 */
export function inProcessEngine({
  synonyms,
  pause = async () => {},
}: {
  synonyms: Synonyms;
  /** Yields to other work while an index is built; without it, the build is synchronous. */
  pause?: () => Promise<unknown>;
}): SearchEngine {
  let index = new ProductIndex();
  const scorer = new Scorer();
  const run = createTaskQueue();
  return {
    replaceAll: (documents) =>
      run(async () => {
        index = await build(documents, pause);
      }),
    update: (changed, removed) => run(async () => change(index, changed, removed)),
    search: async (query) => runQuery(index, scorer, synonyms, query),
    suggest: async (text, limit) => findSuggestions(index, synonyms, text.slice(0, maxQueryLength), limit),
  };
}

/** Builds the new index beside the current one, which serves searches until the new one is complete. */
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

/** Analyses every document before the first change, so that an invalid one changes nothing. */
function change(index: ProductIndex, changed: readonly SearchDocument[], removed: readonly number[]): void {
  const analysed = changed.map((document) => ({ document, terms: analyse(document) }));
  for (const id of removed) index.remove(id);
  for (const { document, terms } of analysed) index.put(document, terms);
  index.compactIfSparse();
}

function runQuery(index: ProductIndex, scorer: Scorer, synonyms: Synonyms, query: EngineQuery): EngineResult {
  const queryTokens = analyseText(query.text.slice(0, maxQueryLength));
  const queryTerms = plan(referenceDataOf(index), synonyms, queryTokens);
  const { slots, best } = matches(index, scorer, queryTerms, query.text);
  const counted = new Counted(index.columns, query.filters, slots);
  return {
    ids: page(index, counted.all, query, best),
    total: counted.all.length,
    facets: Object.fromEntries(
      query.facets.map((field) => [field, countValues(index.columns, field, counted.for(field))]),
    ),
    ranges: Object.fromEntries(
      query.ranges.map((rangeFacet) => [
        rangeFacet.field,
        countRanges(index.columns, rangeFacet, counted.for(rangeFacet.field)),
      ]),
    ),
    suggestions: didYouMean(index, queryTokens, queryTerms),
  };
}

/** Returns the matches, or all products for an empty text, and the default order. */
function matches(
  index: ProductIndex,
  scorer: Scorer,
  queryTerms: Word[],
  text: string,
): { slots: Uint32Array; best: Compare | undefined } {
  if (text.trim() === '') return { slots: index.ordered(), best: undefined };
  const { slots, rank } = scorer.rank(index, queryTerms, text);
  const order = inOrder(index);
  return { slots, best: (a, b) => rank[b]! - rank[a]! || order(a, b) };
}

function inOrder(index: ProductIndex): Compare {
  const places = index.order.at;
  return (a, b) => places[a]! - places[b]!;
}

/** Without a sort the best matches come first; without text the documents are already in order. */
function page(
  index: ProductIndex,
  slots: Uint32Array,
  { start, size, sort }: EngineQuery,
  best: Compare | undefined,
): number[] {
  return Array.from(shown(), (slot) => index.ids.at[slot]!);

  function shown(): ArrayLike<number> {
    const [first] = sort;
    if (first && sort.length === 1) {
      const order = index.sortedBy(first.field, first.direction);
      return pageAlong(order, slotFlags(index, slots), start, size);
    }
    const compare = first ? byFields(index.columns, sort, inOrder(index)) : best;
    return compare ? pageOf(slots, start, size, compare) : slots.subarray(start, start + size);
  }
}

function slotFlags(index: ProductIndex, slots: Uint32Array): Uint8Array {
  const flags = new Uint8Array(index.slots);
  for (let i = 0; i < slots.length; i++) flags[slots[i]!] = 1;
  return flags;
}

function didYouMean(
  index: ProductIndex,
  queryTokens: readonly Token[],
  queryTerms: readonly Word[],
): string[] {
  return queryTerms.some((word) => word.doubtful)
    ? hints(index.text.vocabulary, queryTokens, queryTerms)
    : [];
}
