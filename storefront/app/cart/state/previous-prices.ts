import type { Cents } from '@fynbos/core/money.ts';
import { useEffect } from 'react';
import { useStore } from '../../platform/state/store.ts';
import { ownKey } from '../../platform/storage/store-view-storage.ts';
import { isRecord } from '../../platform/storage/stored-shape.ts';
import { storedStore } from '../../platform/storage/stored-store.ts';
import type { CartViewLine } from '../sync/cart-view.ts';

/**
 * The price of each line when the shopper last saw it, by line key. Stored in the browser and removed with
 * the line.
 */
type SeenPrices = Readonly<Record<string, Cents>>;

const empty: SeenPrices = {};
const isPrices = (value: unknown): value is SeenPrices =>
  isRecord(value) && Object.values(value).every(Number.isSafeInteger);

const seenPrices = storedStore(ownKey('cart-seen-prices'), (stored) => (isPrices(stored) ? stored : empty));

/** The previous price of a line if it changed, and a function that accepts the new price. */
export function usePriceBefore({ key, unit, pending }: CartViewLine) {
  const known = useStore(seenPrices, empty)[key];
  const accept = () => void seenPrices.set({ ...seenPrices.get(), [key]: unit });
  useEffect(() => {
    // A pending line has the price of its product page.
    if (known === undefined && unit > 0) accept();
  }, [known, key, unit]);
  const changed = !pending && known !== undefined && known !== unit && unit > 0;
  return { before: changed ? known : undefined, accept };
}

/** Removes the prices of lines that are no longer in the cart. */
export function prunePrices(lines: readonly CartViewLine[]): void {
  const keys = new Set(lines.map(({ key }) => key));
  const seen = Object.entries(seenPrices.get());
  const remaining = seen.filter(([key]) => keys.has(key));
  if (remaining.length < seen.length) seenPrices.set(Object.fromEntries(remaining));
}
