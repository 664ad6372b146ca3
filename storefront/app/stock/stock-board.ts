import type { Stock } from '@fynbos/core/catalogue/entities.ts';
import { useSyncExternalStore } from 'react';

/** What is known of a shelf: enough to say whether a thing is there and how many may be bought. */
export type Shelf = Pick<Stock, 'is_in_stock'> &
  Partial<Pick<Stock, 'qty' | 'manage_stock' | 'backorders' | 'max_sale_qty'>>;

/** By sku what the shop said of its stock; a sku it did not answer for is there without a shelf. */
export type StockBoard = ReadonlyMap<string, Shelf | undefined>;

/**
 * What was heard of stock since the page was opened. It is kept outside of React's tree, so that parts
 * which arrive late read it themselves: a property that changes before would take them off the page.
 */
const nothing: StockBoard = new Map();
let board = nothing;
const readers = new Set<() => void>();

/** What checks the stock of a product later, when that cannot be done now; there once somebody has touched the page. */
export const later: { check?(sku: string): void } = {};

/** Writes on the board; without `heard` it is wiped. */
export function writeStock(heard?: StockBoard): void {
  board = heard ? new Map([...board, ...heard]) : nothing;
  for (const read of readers) read();
}

export const readStock = (): StockBoard => board;

export function useStockBoard(): StockBoard {
  return useSyncExternalStore(follow, readStock, () => nothing);
}

function follow(read: () => void): () => void {
  readers.add(read);
  return () => readers.delete(read);
}
