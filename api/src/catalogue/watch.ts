import type { FastifyBaseLogger } from 'fastify';
import { listenTo } from '../database/listen.ts';
import type { LiveCatalogue } from './live.ts';

const channel = 'catalogue';
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
    heard: (payload) => void announced(payload),
    missed: catalogue.reload,
    log,
    waitMs,
  });

  function announced(payload: string): Promise<void> {
    const ids = productsIn(payload);
    return apply(() => (ids ? catalogue.refresh(ids) : catalogue.reload()));
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
