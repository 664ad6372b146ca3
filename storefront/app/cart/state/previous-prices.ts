import type { Cents } from '@fynbos/core/money.ts';
import { useEffect, useSyncExternalStore } from 'react';
import { ownKey } from '../../platform/storage/store-view-storage.ts';
import { isRecord, parsed } from '../../platform/storage/stored-shape.ts';
import type { CartViewLine } from '../sync/cart-view.ts';

/**
 * The price of each line when the shopper last saw it, by line key. Stored in the browser and removed with
 * the line.
 */
export type SeenPrices = Readonly<Record<string, Cents>>;

const place = ownKey('cart-seen-prices');
const listeners = new Set<() => void>();
let seen: SeenPrices | undefined;

/** The previous price of a line if it changed, and a function that accepts the new price. */
export function usePriceBefore({ key, unit, pending }: CartViewLine) {
  const known = useSyncExternalStore(listen, read, () => empty)[key];
  useEffect(() => {
    // A pending line has the price of its product page.
    if (known === undefined && unit > 0) write({ ...read(), [key]: unit });
  }, [known, key, unit]);
  const changed = !pending && known !== undefined && known !== unit && unit > 0;
  return { before: changed ? known : undefined, accept: () => write({ ...read(), [key]: unit }) };
}

/** Removes the prices of lines that are no longer in the cart. */
export function prunePrices(lines: readonly CartViewLine[]): void {
  const keys = new Set(lines.map(({ key }) => key));
  const remaining = Object.fromEntries(Object.entries(read()).filter(([key]) => keys.has(key)));
  if (Object.keys(remaining).length < Object.keys(read()).length) write(remaining);
}

const empty: SeenPrices = {};
const isPrices = (value: unknown): value is SeenPrices =>
  isRecord(value) && Object.values(value).every(Number.isSafeInteger);

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
    // The price stays in memory until the page is left.
  }
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
