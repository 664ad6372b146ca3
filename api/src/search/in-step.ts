import { setTimeout as wait } from 'node:timers/promises';
import {
  EngineAway,
  QuestionRefused,
  type SearchDocument,
  type SearchEngine,
} from '@fynbos/core/search/engine.ts';

/** What the engine is to be told. */
export type Write = 'everything' | { changed: () => Iterable<SearchDocument>; removed: readonly number[] };

/** Keeps an engine in step with the catalogue, also one that may be away, and that other processes write to. */
export interface InStep {
  /** Tells the engine everything; resolves when it holds it, or when it is away. */
  begin(write: Write): Promise<void>;
  /** Tells it a change; resolves when searches find it, at latest after two seconds: then it is still under way. */
  follow(write: Write): Promise<void>;
  /** Asks the engine, and notes whether it answers. @throws EngineAway */
  search: SearchEngine['search'];
  /** Whether it does not answer, or lacks changes. */
  readonly isFailing: boolean;
  stop(): void;
}

/** What others do in one process shall not wait longer for an engine in another: a change is on every page within a second. */
const longestWaitMs = 500;

/** How long after a failure it is tried again, more each time. */
const firstRetryMs = 250;
const lastRetryMs = 5000;
/** What it refuses it is told again, since somebody may have made room; but telling it may mean to build an index. */
const lastRefusedRetryMs = 300_000;

/** How often it is asked whether it holds what it should. */
const lookMs = 30_000;

/**
 * So many looks in a row must find a difference, before everything is read anew: changes that are under way look
 * like differences, and processes of an older version, which see products otherwise, end within this time.
 */
const patience = 4;
const mostPatience = 128;

interface Options {
  engine: SearchEngine;
  everyDocument: () => Iterable<SearchDocument>;
  /** Reads the catalogue from the database again and tells of it as a change of everything. */
  readAnew: () => Promise<void>;
  /** Called when what was found before may not be what is found now; `late` when the change itself is long known. */
  written: (late: boolean) => void;
  warn: (finding: string) => void;
  /** Other times than the usual ones, for tests. */
  times?: { lookMs: number; patience: number };
}

export function keepInStep({
  engine,
  everyDocument,
  readAnew,
  written,
  warn,
  times = { lookMs, patience },
}: Options): InStep {
  let isBehind = false;
  let hasMissed = false;
  let isSilent = false;
  let stopped = false;
  let retryMs = firstRetryMs;
  let retry: NodeJS.Timeout | undefined;
  let reason = '';
  let differences = 0;
  let enough = times.patience;

  async function tell(write: Write): Promise<void> {
    if (write === 'everything')
      await engine.replaceAll({ [Symbol.iterator]: () => everyDocument()[Symbol.iterator]() });
    else await engine.update([...write.changed()], write.removed);
  }

  async function tellOrFallBehind(write: Write, isLate = () => false): Promise<void> {
    try {
      await tell(write);
      written(isLate());
    } catch (error) {
      if (!(error instanceof EngineAway)) throw error;
      // Answers of before are old now, and are given as such.
      written(false);
      fallBehind(error);
    }
  }

  function fallBehind(error: EngineAway): void {
    say(error);
    isBehind = true;
    hasMissed = true;
    tryLater();
  }

  /** Why changes wait, whenever that is another reason. */
  function say({ message }: EngineAway): void {
    if (message !== reason) warn(`The search engine is away, and changes wait for it: ${message}`);
    reason = message;
  }

  function tryLater(): void {
    if (!stopped) retry ??= setTimeout(catchUp, retryMs).unref();
  }

  /** Whatever was missed, the engine is told everything, and takes what differs. */
  async function catchUp(): Promise<void> {
    hasMissed = false;
    let longestMs = lastRetryMs;
    try {
      if (!(await engine.isInStep!())) await tell('everything');
    } catch (error) {
      hasMissed = true;
      if (!(error instanceof EngineAway)) fault(error);
      else say(error);
      if (error instanceof EngineAway && error.isRefusal) longestMs = lastRefusedRetryMs;
    }
    retry = undefined;
    retryMs = Math.min(retryMs * 2, longestMs);
    // A change that came meanwhile may have failed again.
    if (hasMissed) tryLater();
    else beBack();
  }

  function beBack(): void {
    retryMs = firstRetryMs;
    isBehind = false;
    isSilent = false;
    reason = '';
    written(true);
    warn('The search engine is back, and has every change.');
  }

  /** A process that ended between reading and writing, or an index that somebody changed, is noticed here. */
  async function look(isInterval = true): Promise<void> {
    if (isBehind || stopped) return;
    try {
      const isInStep = await engine.isInStep!();
      if (isInStep) differences = 0;
      else if (isInterval) differences += 1;
      isSilent = false;
    } catch (error) {
      return error instanceof EngineAway ? fallBehind(error) : fault(error);
    }
    if (differences === 0) enough = times.patience;
    if (differences < enough) return;
    differences = 0;
    enough = Math.min(enough * 2, mostPatience);
    warn('The search engine holds something else than the catalogue: everything is read again.');
    await readAnew().catch(fault);
  }

  const fault = (error: unknown) => warn(`Looking after the search engine failed: ${error}`);
  const looking = engine.isInStep && setInterval(() => void look(), times.lookMs).unref();

  return {
    begin: (write) => tellOrFallBehind(write),
    async follow(write) {
      let isLate = false;
      const told = tellOrFallBehind(write, () => isLate);
      // What fails after the wait has nobody who waits for it.
      told.catch((error) => isLate && fault(error));
      if (!engine.isInStep) return told;
      if (isBehind) {
        isLate = true;
        return written(false);
      }
      await Promise.race([told, wait(longestWaitMs, undefined, { ref: false })]);
      isLate = true;
      written(false);
    },
    async search(question) {
      try {
        const answer = await engine.search(question);
        isSilent = false;
        return answer;
      } catch (error) {
        // The index itself may be gone: the first who misses it has it looked for.
        if (error instanceof EngineAway && !(error instanceof QuestionRefused) && !isSilent) {
          isSilent = true;
          void look(false);
        }
        throw error;
      }
    },
    get isFailing() {
      return isBehind || isSilent;
    },
    stop() {
      stopped = true;
      clearTimeout(retry);
      clearInterval(looking);
    },
  };
}
