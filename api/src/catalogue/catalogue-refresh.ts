import type { FastifyBaseLogger } from 'fastify';
import { listenTo } from '../platform/database/connection/notification-listener.ts';
import { isRecord } from '../platform/json/is-record.ts';
import { catalogueChannel } from './documents/catalogue-events.ts';
import type { LiveCatalogue } from './live-catalogue.ts';

// Orders change stock many times a second: changes published within this time are read together.
const gatherMs = 50;
// Timers use another clock than prices. A short maximum lets a corrected clock take effect soon.
const maxTimerMs = 15_000;

/**
 * Keeps the catalogue up to date without a restart. Published changes are read as they arrive. A lost
 * connection is reopened and everything is reloaded, because changes may have been missed. Prices with
 * dates are reloaded when they change.
 * @returns how current the catalogue is, and a function that stops watching
 */
export function watchCatalogue(
  catalogue: LiveCatalogue,
  url: string,
  { log, now, waitMs }: { log: FastifyBaseLogger; now: () => Date; waitMs?: number | undefined },
): CatalogueWatch {
  let stopped = false;
  let notifiedAt = performance.now();
  let reading: PendingChanges | undefined;
  let timer: NodeJS.Timeout | undefined;
  const listener = listenTo({
    url,
    channel: catalogueChannel,
    onNotification: announced,
    missed: catalogue.reload,
    log,
    waitMs,
  });

  let pending = new PendingChanges();
  let isGathering = false;

  function announced(payload: string): void {
    notifiedAt = performance.now();
    pending.add(productsIn(payload), notifiedAt);
    if (!isGathering) gather();
  }

  /** One read at a time: changes published during a read are read next. */
  function gather(): void {
    isGathering = true;
    setTimeout(() => void readPending(), gatherMs).unref();
  }

  async function readPending(): Promise<void> {
    const { products, everything } = pending;
    reading = pending;
    pending = new PendingChanges();
    if (!stopped) await apply(() => (everything ? catalogue.reload() : catalogue.refresh([...products])));
    reading = undefined;
    isGathering = false;
    if (!pending.isEmpty) gather();
  }

  async function apply(change: () => Promise<void>): Promise<void> {
    try {
      await change();
    } catch (error) {
      // After an error everything is reloaded once the database responds again.
      log.error({ error: String(error) }, 'cannot read catalogue changes');
      await listener.restart();
    }
  }

  function schedule(): void {
    clearTimeout(timer);
    const next = catalogue.nextPriceChange();
    if (stopped || next === undefined) return;
    const wait = next - now().getTime();
    // A timer may fire slightly early by the clock of the prices; then it is set again.
    const due = () => void (now().getTime() < next ? schedule() : apply(catalogue.refreshDue));
    timer = setTimeout(due, Math.min(Math.max(wait, 0), maxTimerMs));
    timer.unref();
  }

  catalogue.onChange(schedule);
  schedule();
  return {
    ready: listener.ready,
    get secondsSinceNotification() {
      return (performance.now() - notifiedAt) / 1000;
    },
    get behindSeconds() {
      const since = [listener.deafSince, reading?.since, pending.since].filter(
        (instant) => instant !== undefined,
      );
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
 * Collects the changes that are published while catalogues are read for the first time.
 * @returns a function that stops collecting and applies the changes to each catalogue
 */
export async function bufferChanges(
  url: string,
  log: FastifyBaseLogger,
): Promise<(catalogues: readonly LiveCatalogue[]) => Promise<void>> {
  const pending = new PendingChanges();
  const listener = listenTo({
    url,
    channel: catalogueChannel,
    onNotification: (payload) => pending.add(productsIn(payload), performance.now()),
    missed: () => pending.add(undefined, performance.now()),
    log,
  });
  await listener.ready;
  return async (catalogues) => {
    await listener.stop();
    const { products, everything, isEmpty } = pending;
    if (isEmpty) return;
    await Promise.all(
      catalogues.map((catalogue) => (everything ? catalogue.reload() : catalogue.refresh([...products]))),
    );
  };
}

/** The catalogue of this process with live updates. */
export interface CatalogueWatch {
  ready: Promise<void>;
  /** Seconds since the last published change, or since the start. */
  readonly secondsSinceNotification: number;
  /** Seconds for which a known or possible change has not been read. */
  readonly behindSeconds: number;
  stop(): Promise<void>;
}

/** Published changes that have not been read yet. */
class PendingChanges {
  readonly products = new Set<number>();
  everything = false;
  /** When the first of them was published, by the monotonic clock of the process. */
  since: number | undefined;

  /** @param ids undefined stands for everything */
  add(ids: readonly number[] | undefined, at: number): void {
    this.since ??= at;
    for (const id of ids ?? []) this.products.add(id);
    this.everything ||= ids === undefined;
  }

  get isEmpty(): boolean {
    return !this.everything && this.products.size === 0;
  }
}

/** The product ids of a notification; undefined when everything must be reloaded. */
function productsIn(payload: string): number[] | undefined {
  try {
    const parsed: unknown = JSON.parse(payload);
    const products = isRecord(parsed) ? parsed.products : undefined;
    return Array.isArray(products) && products.every(Number.isInteger) ? products : undefined;
  } catch {
    return undefined;
  }
}
