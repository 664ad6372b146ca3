import type { Cents } from '@fynbos/core/money.ts';
import { useEffect, useSyncExternalStore } from 'react';
import { ownKey } from '../kept-here.ts';
import { isRecord, parsed } from '../kept-shape.ts';
import type { CartViewLine } from './cart-view.ts';

/** What each line cost when the shopper saw it, by its key; kept with the browser, and forgotten with the line. */
export type SeenPrices = Readonly<Record<string, Cents>>;

const place = ownKey('cart-seen-prices');
const listeners = new Set<() => void>();
let seen: SeenPrices | undefined;

/** The price a line had, if it has another now, and what says that the new one was read. */
export function usePriceBefore({ key, unit, pending }: CartViewLine) {
  const known = useSyncExternalStore(listen, read, () => empty)[key];
  useEffect(() => {
    // What is on its way has the price its page had.
    if (known === undefined && unit > 0) write({ ...read(), [key]: unit });
  }, [known, key, unit]);
  const changed = !pending && known !== undefined && known !== unit && unit > 0;
  return { before: changed ? known : undefined, accept: () => write({ ...read(), [key]: unit }) };
}

/** Forgets the prices of lines that are gone. */
export function keepPricesOf(lines: readonly CartViewLine[]): void {
  const keys = new Set(lines.map(({ key }) => key));
  const kept = Object.fromEntries(Object.entries(read()).filter(([key]) => keys.has(key)));
  if (Object.keys(kept).length < Object.keys(read()).length) write(kept);
}

const empty: SeenPrices = {};
const isPrices = (kept: unknown): kept is SeenPrices =>
  isRecord(kept) && Object.values(kept).every(Number.isSafeInteger);

function read(): SeenPrices {
  try {
    seen ??= parsed(localStorage.getItem(place), isPrices) ?? empty;
  } catch {
    seen = empty;
  }
  return seen;
}

function write(prices: SeenPrices): void {
  seen = prices;
  try {
    localStorage.setItem(place, JSON.stringify(prices));
  } catch {
    // It is known until the page is left.
  }
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
