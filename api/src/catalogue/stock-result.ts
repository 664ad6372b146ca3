import type { StockResult } from '@fynbos/core/stock/contract.ts';
import { stockStatus } from '@fynbos/core/stock/status.ts';
import type { Static } from 'typebox';
import type { LiveCatalogue } from './live.ts';

/** Stock and price of one sku from the live catalogue, which announced changes keep fresh. */
export function stockResult(catalogue: LiveCatalogue, sku: string): Static<typeof StockResult> | undefined {
  const kept = catalogue.findBySku(sku);
  if (!kept) return undefined;
  return {
    ...kept.stock,
    sku,
    code: stockStatus(kept.stock, 'ok'),
    price_incl_tax: kept.price.incl,
    original_price_incl_tax: kept.price.originalIncl,
    special_price: kept.price.special,
  };
}
