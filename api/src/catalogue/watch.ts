import type { FastifyBaseLogger } from 'fastify';
import { listenTo } from '../database/listen.ts';
import type { LiveCatalogue } from './live.ts';

const channel = 'catalogue';
// Orders change stock many times a second: what is announced meanwhile is read together.
const gatherMs = 50;
// Timers go by another clock than prices: one that is set right meanwhile is looked at again soon.
const longestTimerMs = 15_000;

/**
 * Keeps the catalogue fresh without a restart: announced changes are read as they come, a lost
 * connection is opened again and everything read once (something may have been missed), and prices
 * that change by their dates are read when they do.
 *
 * @returns how fresh it is, and how to stop watching
 */
export function watchCatalogue(
  catalogue: LiveCatalogue,
  url: string,
  log: FastifyBaseLogger,
  now: () => Date,
  waitMs?: number,
): CatalogueWatch {
  let stopped = false;
  let heardAt = performance.now();
  let reading: Heard | undefined;
  let timer: NodeJS.Timeout | undefined;
  const listener = listenTo({
    url,
    channel,
    heard: announced,
    missed: catalogue.reload,
    log,
    waitMs,
  });

  let heard = new Heard();
  let isGathering = false;

  function announced(payload: string): void {
    heardAt = performance.now();
    heard.add(productsIn(payload), heardAt);
    if (!isGathering) gather();
  }

  /** One reading at a time: what is announced during one is the next. */
  function gather(): void {
    isGathering = true;
    setTimeout(() => void readHeard(), gatherMs).unref();
  }

  async function readHeard(): Promise<void> {
    const { products, everything } = heard;
    reading = heard;
    heard = new Heard();
    if (!stopped) await apply(() => (everything ? catalogue.reload() : catalogue.refresh([...products])));
    reading = undefined;
    isGathering = false;
    if (!heard.isEmpty) gather();
  }

  async function apply(change: () => Promise<void>): Promise<void> {
    try {
      await change();
    } catch (error) {
      // What could not be read now is read again with everything once the database answers.
      log.error({ error: String(error) }, 'cannot read what changed');
      await listener.restart();
    }
  }

  function schedule(): void {
    clearTimeout(timer);
    const next = catalogue.nextPriceChange();
    if (stopped || next === undefined) return;
    const wait = next - now().getTime();
    // A timer may be a moment early by the clock that prices go by: then it is set again.
    const due = () => void (now().getTime() < next ? schedule() : apply(catalogue.refreshDue));
    timer = setTimeout(due, Math.min(Math.max(wait, 0), longestTimerMs));
    timer.unref();
  }

  catalogue.onChange(schedule);
  schedule();
  return {
    ready: listener.ready,
    get heardSeconds() {
      return (performance.now() - heardAt) / 1000;
    },
    get behindSeconds() {
      const since = [listener.deafSince, reading?.since, heard.since].filter((one) => one !== undefined);
      return since.length === 0 ? 0 : (performance.now() - Math.min(...since)) / 1000;
    },
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await listener.stop();
    },
  };
}

/**
 * Hears what is announced while catalogues are read for the first time.
 *
 * @returns ends that, and reads in each of them what was announced meanwhile
 */
export async function hearMeanwhile(
  url: string,
  log: FastifyBaseLogger,
): Promise<(catalogues: readonly LiveCatalogue[]) => Promise<void>> {
  const heard = new Heard();
  const listener = listenTo({
    url,
    channel,
    heard: (payload) => heard.add(productsIn(payload), performance.now()),
    missed: () => heard.add(undefined, performance.now()),
    log,
  });
  await listener.ready;
  return async (catalogues) => {
    await listener.stop();
    const { products, everything, isEmpty } = heard;
    if (isEmpty) return;
    await Promise.all(catalogues.map((one) => (everything ? one.reload() : one.refresh([...products]))));
  };
}

/** The catalogue of this process, kept fresh. */
export interface CatalogueWatch {
  ready: Promise<void>;
  /** Since a change was announced last, or since the start. */
  readonly heardSeconds: number;
  /** For how long something is known, or must be feared, to have changed that is not read yet. */
  readonly behindSeconds: number;
  stop(): Promise<void>;
}

/** What was announced and is not read yet. */
class Heard {
  readonly products = new Set<number>();
  everything = false;
  /** When the first of it was announced, by the process's own clock. */
  since: number | undefined;

  /** @param ids undefined is everything */
  add(ids: readonly number[] | undefined, at: number): void {
    this.since ??= at;
    for (const id of ids ?? []) this.products.add(id);
    this.everything ||= ids === undefined;
  }

  get isEmpty(): boolean {
    return !this.everything && this.products.size === 0;
  }
}

/** The product ids of an announcement; undefined when everything should be read again. */
function productsIn(payload: string): number[] | undefined {
  try {
    const said: unknown = JSON.parse(payload);
    const products = (said as { products?: unknown }).products;
    return Array.isArray(products) && products.every(Number.isInteger) ? (products as number[]) : undefined;
  } catch {
    return undefined;
  }
}
