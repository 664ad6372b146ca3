import { mostText, type Token, tokens } from '@fynbos/core/search/analysis.ts';
import { byCompany, companions, completionsOf } from '@fynbos/core/search/completions.ts';
import {
  type Answer,
  EngineAway,
  type Question,
  QuestionRefused,
  type SearchDocument,
  type SearchEngine,
} from '@fynbos/core/search/engine.ts';
import { hints } from '@fynbos/core/search/hints.ts';
import { inTurn } from '@fynbos/core/search/in-turn.ts';
import type { Word } from '@fynbos/core/search/plan.ts';
import type { Synonyms } from '@fynbos/core/search/synonyms.ts';
import { asking, type Left } from './asking.ts';
import { changed as changeOf, removed as removalOf, write } from './bulk.ts';
import { fill, note, read } from './fill.ts';
import type { Form } from './forms.ts';
import { holdingOf } from './held.ts';
import { isRefused, refresh } from './indices.ts';
import { Lexicon } from './lexicon.ts';
import { placesOf } from './places.ts';
import { EngineRefused, type Wire } from './wire.ts';

export interface KeeperOptions {
  wire: Wire;
  /** What the names of all its indices begin with. */
  prefix: string;
  viewCode: string;
  synonyms: Synonyms;
  pause: () => Promise<unknown>;
  /** Milliseconds that a search may take; a page on the server waits a second at most (SEA-3). */
  searchMs?: number;
  patienceMs?: number;
}

/**
 * Keeps the promise of a search engine in OpenSearch. Products lie there, as core reads them; the words of the
 * shop stay here, so a query means the same as in the engine in this process (decision 26).
 */
export function openSearchKeeper({
  wire,
  prefix,
  viewCode,
  synonyms,
  pause,
  searchMs = 750,
  patienceMs = 60_000,
}: KeeperOptions): Required<SearchEngine> {
  const places = placesOf(prefix, viewCode);
  const filling = { wire, places, pause, patienceMs };
  const run = inTurn();
  let lexicon = new Lexicon();
  let nextPlace = 0;
  // Whether the engine took all that it was told to hold; a lexicon that fits an old index says nothing.
  let isTold = false;
  // Until then no word of the shop is known here, and every search would find nothing.
  let isFilled = false;
  const askAnew = () => asking({ wire, alias: places.alias, synonyms, lexicon });
  let ask = askAnew();

  async function replaceAll(documents: Iterable<SearchDocument>): Promise<void> {
    isTold = false;
    const filled = await fill(filling, manyTimes(documents));
    isTold = true;
    nextPlace = filled.nextPlace;
    lexicon = filled.lexicon;
    isFilled = true;
    ask = askAnew();
  }

  /** Reads every document before the first change is made, so that a broken one changes nothing. */
  async function update(changed: readonly SearchDocument[], removed: readonly number[]): Promise<void> {
    const readings = changed.map(read);
    const lines = removed.map(removalOf);
    for (const id of removed) lexicon.remove(id);
    for (const reading of readings) {
      const isNew = !lexicon.has(reading.id);
      const entry = note(lexicon, reading);
      lines.push(changeOf(reading.id, entry(), isNew ? nextPlace++ : nextPlace));
    }
    lexicon.packIfLoose();
    if (lines.length === 0) return;
    await write(wire, places.alias, lines);
    await refresh(wire, places.alias);
    ask = askAnew();
  }

  async function isInStep(): Promise<boolean> {
    if (!isTold) return false;
    try {
      const { size, sum } = await holdingOf(wire, places.alias);
      return size === lexicon.size && sum.a === lexicon.sum.a && sum.b === lexicon.sum.b;
    } catch (error) {
      // Without an index there is nothing to compare: it has to be told everything.
      if (isRefused(error, 'index_not_found_exception')) isTold = false;
      throw error;
    }
  }

  return {
    replaceAll: (documents) => run(() => replaceAll(documents)),
    update: (changed, removed) => run(() => update(changed, removed)),
    isInStep: () => run(isInStep),
    search: (question) => answer(question),
    suggest: (text, limit) => suggest(text.slice(0, mostText), limit),
  };

  async function answer(question: Question): Promise<Answer> {
    if (!isFilled) throw new EngineAway('the search engine has not been told of the shop yet');
    const { vocabulary } = lexicon;
    const found = tokens(question.text.slice(0, mostText));
    const left = timeFor(searchMs);
    const words = await ask.meant(found, left);
    const answered = await ask.answer(question, words, left).catch(explainRefusal);
    return { ...answered, suggestions: didYouMean(vocabulary, found, words) };
  }

  async function suggest(text: string, limit: number): Promise<string[]> {
    const completions = limit > 0 ? completionsOf(lexicon.vocabulary, synonyms, text) : undefined;
    if (!completions) return [];
    const { before, last } = completions;
    const others = companions(completions);
    const counts =
      others.length > 0
        ? await ask.together(last, others, timeFor(searchMs)).catch(unknownWhileAway)
        : undefined;
    const likeliest = counts ? byCompany(last, counts) : last;
    return likeliest.slice(0, limit).map((word) => [...before, word].join(' '));
  }
}

/** Whether it is the question that was refused, or whom it was asked of that is not there. */
function explainRefusal(error: unknown): never {
  const isOfQuestion = error instanceof EngineRefused && error.type !== 'index_not_found_exception';
  throw isOfQuestion ? new QuestionRefused(error.message, { cause: error }) : error;
}

function timeFor(milliseconds: number): Left {
  const end = performance.now() + milliseconds;
  return () => Math.max(1, Math.round(end - performance.now()));
}

function didYouMean(
  vocabulary: Lexicon['vocabulary'],
  found: readonly Token[],
  words: readonly Word<Form>[],
): string[] {
  return words.some((word) => word.doubtful) ? hints(vocabulary, found, words) : [];
}

/** The words themselves are known without the engine. */
function unknownWhileAway(error: unknown): undefined {
  if (!(error instanceof EngineAway)) throw error;
}

/** What can be gone through only once is kept, since it may have to be gone through again. */
function manyTimes(documents: Iterable<SearchDocument>): Iterable<SearchDocument> {
  const isOnce = Object.is(documents[Symbol.iterator](), documents);
  return isOnce ? [...documents] : documents;
}
