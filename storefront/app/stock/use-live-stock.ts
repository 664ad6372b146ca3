import { type StockStatus, stockStatus } from '@fynbos/core/stock/status.ts';
import { apiSettings } from '../platform/api/api-settings.ts';
import { type ItemStock, type StockBoard, useStockBoard } from './stock-state.ts';

/** The stock of a product: first the stock that came with the page, then the shop's current stock. */
export function useLiveStock(sku: string, known: ItemStock | undefined) {
  const board = useStockBoard();
  return { stock: board.get(sku) ?? known, status: statusOf(sku, known, board) };
}

/**
 * Volatile means unverified (spec commerce 4). Without stock sync every status is volatile and none is
 * requested. A failed check leaves the known status: a sold-out product is not offered again because of a
 * missing response.
 */
export function statusOf(
  sku: string,
  known: ItemStock | undefined,
  board: StockBoard,
): StockStatus | 'checking' {
  if (!apiSettings().switches.stockSync) return 'volatile';
  if (!board.has(sku)) return 'checking';
  const current = board.get(sku);
  return stockStatus(current ?? (known?.is_in_stock ? undefined : known), 'volatile');
}
