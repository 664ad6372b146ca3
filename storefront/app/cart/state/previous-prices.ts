import type { Cents } from '@fynbos/core/money.ts';
import { useEffect } from 'react';
import { createEmitter, useStore } from '../../platform/state/store.ts';
import { storedValue } from '../../platform/storage/browser-storage.ts';
import { ownKey } from '../../platform/storage/store-view-storage.ts';
import { isRecord } from '../../platform/storage/stored-shape.ts';
import type { CartViewLine } from '../sync/cart-view.ts';

/**
 * The price of each line when the shopper last saw it, by line key. Stored in the browser and removed with
 * the line.
 */
export type SeenPrices = Readonly<Record<string, Cents>>;

const changes = createEmitter();
let seen: SeenPrices | undefined;

/** The previous price of a line if it changed, and a function that accepts the new price. */
export function usePriceBefore({ key, unit, pending }: CartViewLine) {
  const known = useStore({ get: read, subscribe: changes.subscribe }, empty)[key];
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

const storedPrices = storedValue(ownKey('cart-seen-prices'), isPrices);

function read(): SeenPrices {
  seen ??= storedPrices.read() ?? empty;
  return seen;
}

/** If the prices cannot be stored, they stay in memory until the page is left. */
function write(prices: SeenPrices): void {
  seen = prices;
  storedPrices.write(prices);
  changes.emit();
}
