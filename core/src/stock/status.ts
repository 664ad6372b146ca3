/** Stock status as shown to shoppers (spec commerce 4). `volatile` means unverified: stock sync is off. */
export type StockStatus = 'ok' | 'volatile' | 'out_of_stock';

/** The status of a product; without stock information the supplied default (spec commerce 4). */
export function stockStatus(
  stock: { is_in_stock: boolean } | null | undefined,
  otherwise: StockStatus,
): StockStatus {
  if (!stock) return otherwise;
  return stock.is_in_stock ? 'ok' : 'out_of_stock';
}
