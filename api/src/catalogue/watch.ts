import type { FastifyBaseLogger } from 'fastify';
import { listenTo } from '../database/listen.ts';
import type { LiveCatalogue } from './live.ts';

const channel = 'catalogue';
// Orders change stock many times a second: what is announced meanwhile is read together.
const gatherMs = 50;
// Timers hold at most 2^31 - 1 ms; a later change is waited for in steps.
const longestTimerMs = 2_000_000_000;

/**
 * Keeps the catalogue fresh without a restart: announced changes are read as they come, a lost
 * connection is opened again and everything read once (something may have been missed), and prices
 * that change by their dates are read when they do.
 *
 * @returns stops watching
 */
export function watchCatalogue(
  catalogue: LiveCatalogue,
  url: string,
  log: FastifyBaseLogger,
  now: () => Date,
  waitMs?: number,
): { ready: Promise<void>; stop: () => Promise<void> } {
  let stopped = false;
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
    heard.add(productsIn(payload));
    if (!isGathering) gather();
  }

  /** One reading at a time: what is announced during one is the next. */
  function gather(): void {
    isGathering = true;
    setTimeout(() => void readHeard(), gatherMs).unref();
  }

  async function readHeard(): Promise<void> {
    const { products, everything } = heard;
    heard = new Heard();
    if (!stopped) await apply(() => (everything ? catalogue.reload() : catalogue.refresh([...products])));
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
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await listener.stop();
    },
  };
}

/** What was announced and is not read yet. */
class Heard {
  readonly products = new Set<number>();
  everything = false;

  /** @param ids undefined is everything */
  add(ids: readonly number[] | undefined): void {
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
