import type { Stock } from '@fynbos/core/catalogue/entities.ts';
import type { StockResult } from '@fynbos/core/stock/contract.ts';
import { stockStatus } from '@fynbos/core/stock/status.ts';
import { configurableAtStore, stockAtStore } from '@fynbos/core/stock/store-shelf.ts';
import type { Static } from 'typebox';
import type { StoreShelves } from '../stock/store-shelves.ts';
import type { LiveCatalogue } from './live.ts';
import type { Kept } from './shelf.ts';

/**
 * Stock and price of one sku from the live catalogue, which announced changes keep fresh.
 *
 * @param store the chosen fulfilment store, whose own stock overrules the shop's (decision 8)
 */
export function stockResult(
  catalogue: LiveCatalogue,
  shelves: StoreShelves,
  sku: string,
  store?: string,
): Static<typeof StockResult> | undefined {
  const kept = catalogue.findBySku(sku);
  if (!kept) return undefined;
  const stock = store === undefined ? kept.stock : stockAt(catalogue, shelves, kept, store);
  return {
    ...stock,
    sku,
    code: stockStatus(stock, 'ok'),
    price_incl_tax: kept.price.incl,
    original_price_incl_tax: kept.price.originalIncl,
    special_price: kept.price.special,
  };
}

function stockAt(catalogue: LiveCatalogue, shelves: StoreShelves, kept: Kept, store: string): Stock {
  const own = (one: Kept) => stockAtStore(one.stock, shelves.find(one.id, store));
  if (kept.childSkus.length === 0) return own(kept);
  const children = kept.childSkus.flatMap((sku) => catalogue.findBySku(sku) ?? []);
  return configurableAtStore(kept.stock, children.map(own));
}
