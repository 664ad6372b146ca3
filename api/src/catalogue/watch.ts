import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import type { LiveCatalogue } from './live.ts';

const channel = 'catalogue';
const reconnectMs = 1000;
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
  waitMs = reconnectMs,
): { ready: Promise<void>; stop: () => Promise<void> } {
  let stopped = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let again: NodeJS.Timeout | undefined;

  async function listen(first: boolean): Promise<void> {
    const next = new pg.Client({ connectionString: url });
    next.on('error', (error) =>
      log.warn({ error: error.message }, 'lost the connection that listens for changes'),
    );
    next.on('end', () => {
      if (client === next) listenLater();
    });
    next.on('notification', ({ payload }) => void announced(payload ?? ''));
    client = next;
    await next.connect();
    await next.query(`listen ${channel}`);
    if (!first) await catalogue.reload();
  }

  // A connection that fails may say so twice, by its error and by its end: one attempt follows, not two.
  function listenLater(): void {
    clearTimeout(again);
    if (!stopped) again = setTimeout(() => void listenAgain(), waitMs);
  }

  async function listenAgain(): Promise<void> {
    try {
      await listen(false);
    } catch (error) {
      log.warn({ error: String(error) }, 'cannot listen for changes yet');
      await client?.end().catch(() => {});
      listenLater();
    }
  }

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
      await client?.end().catch(() => {});
    }
  }

  function schedule(): void {
    clearTimeout(timer);
    const next = catalogue.nextPriceChange();
    if (stopped || next === undefined) return;
    const wait = next - now().getTime();
    const due = () => void (wait > longestTimerMs ? schedule() : apply(catalogue.refreshDue));
    timer = setTimeout(due, Math.min(Math.max(wait, 0), longestTimerMs));
    timer.unref();
  }

  catalogue.onChange(schedule);
  schedule();
  return {
    ready: listen(true),
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      clearTimeout(again);
      await client?.end().catch(() => {});
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
