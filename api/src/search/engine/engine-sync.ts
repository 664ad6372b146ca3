import { setTimeout as wait } from 'node:timers/promises';
import {
  EngineAway,
  QueryRefused,
  type SearchDocument,
  type SearchEngine,
} from '@fynbos/core/search/search-engine.ts';

/** A change to write to the engine. */
export type Write = 'everything' | { changed: () => Iterable<SearchDocument>; removed: readonly number[] };

/**
 * Synchronises an engine with the catalogue. The engine can be unavailable, and other processes can write
 * to it.
 */
export interface EngineSync {
  /** Writes all products; resolves when the engine has them or is unavailable. */
  begin(write: Write): Promise<void>;
  /**
   * Writes a change. Resolves when searches find it, at the latest after `maxWaitMs`; the write then
   * continues.
   */
  follow(write: Write): Promise<void>;
  /**
   * Searches the engine and records whether it responds.
   * @throws EngineAway
   */
  search: SearchEngine['search'];
  /** Whether the engine does not respond or lacks changes. */
  readonly isFailing: boolean;
  stop(): void;
}

/**
 * Limits how long other work in this process waits for a remote engine: a change must be on every page
 * within a second.
 */
const maxWaitMs = 500;

/** Delay before a retry, doubled after each failure. */
const firstRetryMs = 250;
const lastRetryMs = 5000;
/**
 * Rejected changes are retried too, because an operator may have freed disk space. A retry may build a
 * whole index, so it is rare.
 */
const lastRefusedRetryMs = 300_000;

/** Interval at which the engine is compared with the catalogue. */
const checkIntervalMs = 30_000;

/**
 * Consecutive checks that must find a difference before everything is reloaded. Changes in progress look
 * like differences. Processes of an older version, which index products differently, end within this time.
 */
const differencesBeforeReload = 4;
const maxDifferencesBeforeReload = 128;

interface Options {
  engine: SearchEngine;
  everyDocument: () => Iterable<SearchDocument>;
  /** Reloads the catalogue from the database and announces a change of everything. */
  reloadCatalogue: () => Promise<void>;
  /**
   * Called when earlier search results may be outdated; `late` when the change itself was announced long
   * before.
   */
  written: (late: boolean) => void;
  warn: (finding: string) => void;
  /** Overrides the default intervals in tests. */
  times?: { checkIntervalMs: number; differencesBeforeReload: number };
}

export function createEngineSync({
  engine,
  everyDocument,
  reloadCatalogue,
  written,
  warn,
  times = { checkIntervalMs, differencesBeforeReload },
}: Options): EngineSync {
  let isBehind = false;
  let hasMissed = false;
  let isSilent = false;
  let stopped = false;
  let retryMs = firstRetryMs;
  let retry: NodeJS.Timeout | undefined;
  let reason = '';
  let refused = '';
  let differences = 0;
  let enough = times.differencesBeforeReload;

  async function writeToEngine(write: Write): Promise<void> {
    if (write === 'everything')
      await engine.replaceAll({ [Symbol.iterator]: () => everyDocument()[Symbol.iterator]() });
    else await engine.update([...write.changed()], write.removed);
  }

  async function writeOrFallBehind(write: Write, isLate = () => false): Promise<void> {
    try {
      await writeToEngine(write);
      written(isLate());
    } catch (error) {
      if (!(error instanceof EngineAway)) throw error;
      // Earlier results are stale now and are marked as such.
      written(false);
      fallBehind(error);
    }
  }

  function fallBehind(error: EngineAway): void {
    reportReason(error);
    isBehind = true;
    hasMissed = true;
    tryLater();
  }

  /** Logs why changes wait, whenever the reason changes. */
  function reportReason({ message }: EngineAway): void {
    if (message !== reason) warn(`The search engine is away; changes are pending: ${message}`);
    reason = message;
  }

  /** Logs why searches fail although no change waits, once for each reason until a search succeeds. */
  function reportSearch({ message }: EngineAway): void {
    if (message !== refused) warn(`The search engine did not answer a search: ${message}`);
    refused = message;
  }

  function tryLater(): void {
    if (!stopped) retry ??= setTimeout(catchUp, retryMs).unref();
  }

  /** Offers all products to the engine, which takes those that differ. */
  async function catchUp(): Promise<void> {
    hasMissed = false;
    let maxRetryMs = lastRetryMs;
    try {
      if (!(await engine.isInSync?.())) await writeToEngine('everything');
    } catch (error) {
      hasMissed = true;
      if (!(error instanceof EngineAway)) reportFailure(error);
      else reportReason(error);
      if (error instanceof EngineAway && error.isRefusal) maxRetryMs = lastRefusedRetryMs;
    }
    retry = undefined;
    retryMs = Math.min(retryMs * 2, maxRetryMs);
    // A change that arrived meanwhile may have failed too.
    if (hasMissed) tryLater();
    else beBack();
  }

  function beBack(): void {
    retryMs = firstRetryMs;
    isBehind = false;
    isSilent = false;
    reason = '';
    written(true);
    warn('The search engine is back and has all changes.');
  }

  /** Detects changes lost when a process ended before writing, and external changes of the index. */
  async function check(isInterval = true): Promise<void> {
    if (isBehind || stopped) return;
    try {
      // An engine without other writers is always in sync.
      const isInSync = (await engine.isInSync?.()) ?? true;
      if (isInSync) differences = 0;
      else if (isInterval) differences += 1;
      isSilent = false;
    } catch (error) {
      return error instanceof EngineAway ? fallBehind(error) : reportFailure(error);
    }
    if (differences === 0) enough = times.differencesBeforeReload;
    if (differences < enough) return;
    differences = 0;
    enough = Math.min(enough * 2, maxDifferencesBeforeReload);
    warn('The search engine differs from the catalogue; reloading all products.');
    await reloadCatalogue().catch(reportFailure);
  }

  const reportFailure = (error: unknown) => warn(`Checking the search engine failed: ${error}`);
  const checkTimer = engine.isInSync && setInterval(() => void check(), times.checkIntervalMs).unref();

  return {
    begin: (write) => writeOrFallBehind(write),
    async follow(write) {
      let isLate = false;
      const writing = writeOrFallBehind(write, () => isLate);
      // After the wait no caller handles the error.
      writing.catch((error) => isLate && reportFailure(error));
      if (!engine.isInSync) return writing;
      if (isBehind) {
        isLate = true;
        return written(false);
      }
      await Promise.race([writing, wait(maxWaitMs, undefined, { ref: false })]);
      isLate = true;
      written(false);
    },
    async search(query) {
      try {
        const result = await engine.search(query);
        isSilent = false;
        refused = '';
        return result;
      } catch (error) {
        if (error instanceof QueryRefused) reportSearch(error);
        // The index itself may be missing: the first failed search triggers a check.
        else if (error instanceof EngineAway && !isSilent) {
          isSilent = true;
          void check(false).then(() => isBehind || reportSearch(error));
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
      clearInterval(checkTimer);
    },
  };
}
