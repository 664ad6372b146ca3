import { createTaskQueue } from '@fynbos/core/search/in-process/task-queue.ts';
import { byCompany, companions, completionsOf } from '@fynbos/core/search/query/completions.ts';
import type { Word } from '@fynbos/core/search/query/query-plan.ts';
import { hints } from '@fynbos/core/search/query/spelling-hints.ts';
import {
  EngineAway,
  type EngineQuery,
  type EngineResult,
  QueryRefused,
  type SearchDocument,
  type SearchEngine,
} from '@fynbos/core/search/search-engine.ts';
import { analyseText, maxQueryLength, type Token } from '@fynbos/core/search/text/analysis.ts';
import type { Synonyms } from '@fynbos/core/search/text/synonyms.ts';
import { changed as changeOf, removed as removalOf, writeBulk } from './index/bulk-writer.ts';
import { addToLexicon, buildIndex, readDocument } from './index/index-builder.ts';
import { readIndexState } from './index/index-contents.ts';
import { placesOf } from './index/index-names.ts';
import { isRefused, refresh } from './index/indices.ts';
import { Lexicon } from './index/lexicon.ts';
import { EngineRefused, type Wire } from './index/opensearch-client.ts';
import { createQueryRunner, type Left } from './query/search-query.ts';
import type { Form } from './query/word-forms.ts';

export interface OpenSearchOptions {
  wire: Wire;
  /** Prefix of the names of all its indices. */
  prefix: string;
  viewCode: string;
  synonyms: Synonyms;
  pause: () => Promise<unknown>;
  /** Time-out of a search in milliseconds; a server-rendered page waits at most a second (SEA-3). */
  searchMs?: number;
  buildTimeoutMs?: number;
}

/**
 * Search engine in OpenSearch. It stores products as analysed by core. The shop's vocabulary stays in this
 * process, so a query means the same as in the in-process engine (ADR-026).
 */
export function openSearchEngine({
  wire,
  prefix,
  viewCode,
  synonyms,
  pause,
  searchMs = 750,
  buildTimeoutMs = 60_000,
}: OpenSearchOptions): Required<SearchEngine> {
  const places = placesOf(prefix, viewCode);
  const filling = { wire, places, pause, buildTimeoutMs };
  const run = createTaskQueue();
  let lexicon = new Lexicon();
  let nextPlace = 0;
  // Whether the engine accepted all products; a lexicon that matches an old index does not prove it.
  let hasReceivedAll = false;
  // Until the first fill the vocabulary is empty, and every search would find nothing.
  let isFilled = false;
  const newRunner = () => createQueryRunner({ wire, alias: places.alias, synonyms, lexicon });
  let runner = newRunner();

  async function replaceAll(documents: Iterable<SearchDocument>): Promise<void> {
    hasReceivedAll = false;
    const filled = await buildIndex(filling, manyTimes(documents));
    hasReceivedAll = true;
    nextPlace = filled.nextPlace;
    lexicon = filled.lexicon;
    isFilled = true;
    runner = newRunner();
  }

  /** Reads every document before the first change, so that a broken one changes nothing. */
  async function update(changed: readonly SearchDocument[], removed: readonly number[]): Promise<void> {
    const readings = changed.map(readDocument);
    const entries = removed.map(removalOf);
    for (const id of removed) lexicon.remove(id);
    for (const reading of readings) {
      const isNew = !lexicon.has(reading.id);
      const entry = addToLexicon(lexicon, reading);
      entries.push(changeOf(reading.id, entry(), isNew ? nextPlace++ : nextPlace));
    }
    lexicon.compactIfSparse();
    if (entries.length === 0) return;
    await writeBulk(wire, places.alias, entries);
    await refresh(wire, places.alias);
    runner = newRunner();
  }

  async function isInSync(): Promise<boolean> {
    if (!hasReceivedAll) return false;
    try {
      const { size, sum } = await readIndexState(wire, places.alias);
      return size === lexicon.size && sum.a === lexicon.sum.a && sum.b === lexicon.sum.b;
    } catch (error) {
      // Without an index there is nothing to compare, so all products must be written.
      if (isRefused(error, 'index_not_found_exception')) hasReceivedAll = false;
      throw error;
    }
  }

  return {
    replaceAll: (documents) => run(() => replaceAll(documents)),
    update: (changed, removed) => run(() => update(changed, removed)),
    isInSync: () => run(isInSync),
    search: (query) => search(query),
    suggest: (text, limit) => suggest(text.slice(0, maxQueryLength), limit),
  };

  async function search(query: EngineQuery): Promise<EngineResult> {
    if (!isFilled) throw new EngineAway('the search engine has not received the products yet');
    const { vocabulary } = lexicon;
    const queryTokens = analyseText(query.text.slice(0, maxQueryLength));
    const left = timeFor(searchMs);
    const words = await runner.meant(queryTokens, left);
    const result = await runner.search(query, words, left).catch(explainRefusal);
    return { ...result, suggestions: didYouMean(vocabulary, queryTokens, words) };
  }

  async function suggest(text: string, limit: number): Promise<string[]> {
    const completions = limit > 0 ? completionsOf(lexicon.vocabulary, synonyms, text) : undefined;
    if (!completions) return [];
    const { before, last } = completions;
    const companionTerms = companions(completions);
    const counts =
      companionTerms.length > 0
        ? await runner.together(last, companionTerms, timeFor(searchMs)).catch(unknownWhileAway)
        : undefined;
    const likeliest = counts ? byCompany(last, counts) : last;
    return likeliest.slice(0, limit).map((word) => [...before, word].join(' '));
  }
}

/** Distinguishes a rejected query from a missing index. */
function explainRefusal(error: unknown): never {
  const isQueryError = error instanceof EngineRefused && error.type !== 'index_not_found_exception';
  throw isQueryError ? new QueryRefused(error.message, { cause: error }) : error;
}

function timeFor(milliseconds: number): Left {
  const end = performance.now() + milliseconds;
  return () => Math.max(1, Math.round(end - performance.now()));
}

function didYouMean(
  vocabulary: Lexicon['vocabulary'],
  queryTokens: readonly Token[],
  words: readonly Word<Form>[],
): string[] {
  return words.some((word) => word.doubtful) ? hints(vocabulary, queryTokens, words) : [];
}

/** The completions themselves do not need the engine. */
function unknownWhileAway(error: unknown): undefined {
  if (!(error instanceof EngineAway)) throw error;
}

/** Buffers documents that can be iterated only once, since they may be needed again. */
function manyTimes(documents: Iterable<SearchDocument>): Iterable<SearchDocument> {
  const isOnce = Object.is(documents[Symbol.iterator](), documents);
  return isOnce ? [...documents] : documents;
}
