import type { Stock } from '@fynbos/core/catalogue/entities.ts';
import { createStore, useStore } from '../platform/state/store.ts';

/** The known stock of an item: enough to tell whether it is available and how many may be bought. */
export type ItemStock = Pick<Stock, 'is_in_stock'> &
  Partial<Pick<Stock, 'qty' | 'manage_stock' | 'backorders' | 'min_qty' | 'min_sale_qty' | 'max_sale_qty'>>;

/** The last known stock by SKU; a SKU without a response has undefined stock. */
export type StockBoard = ReadonlyMap<string, ItemStock | undefined>;

/**
 * The stock received since the page was opened. It is stored outside of React's tree, so that deferred
 * parts read it themselves: a changed property before hydration would remove them from the page.
 */
const nothing: StockBoard = new Map();
const board = createStore(nothing);

/** Merges received stock into the board; without `received` the board is cleared. */
export function writeStock(received?: StockBoard): void {
  board.set(received ? new Map([...board.get(), ...received]) : nothing);
}

export const readStock = board.get;

export function useStockBoard(): StockBoard {
  return useStore(board, nothing);
}
