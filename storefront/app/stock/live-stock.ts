import { type StockStatus, stockStatus } from '@fynbos/core/stock/status.ts';
import { apiSettings } from '../api-settings.ts';
import { type Shelf, type StockBoard, useStockBoard } from './stock-board.ts';

/** The stock of a product: what the page came with, then what the shop says now. */
export function useLiveStock(sku: string, known: Shelf | undefined) {
  const board = useStockBoard();
  return { stock: board.get(sku) ?? known, status: statusOf(sku, known, board) };
}

/**
 * Volatile is unverified (commerce 4): without stock sync nothing is asked and everything is, and a
 * check that fails leaves what was known. What was sold out then is not on sale again for want of an answer.
 */
export function statusOf(sku: string, known: Shelf | undefined, board: StockBoard): StockStatus | 'checking' {
  if (!apiSettings().switches.stockSync) return 'volatile';
  if (!board.has(sku)) return 'checking';
  const heard = board.get(sku);
  return stockStatus(heard ?? (known?.is_in_stock ? undefined : known), 'volatile');
}
