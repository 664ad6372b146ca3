import type { Stock } from '@fynbos/core/catalogue/entities.ts';
import type { StockResult } from '@fynbos/core/stock/contract.ts';
import { stockStatus } from '@fynbos/core/stock/status.ts';
import { configurableAtStore, stockAtStore } from '@fynbos/core/stock/store-stock.ts';
import type { Static } from 'typebox';
import type { StoreStockIndex } from '../stock/store-stock.ts';
import { isEnabled, type LiveProduct } from './documents/product-index.ts';
import type { LiveCatalogue } from './live-catalogue.ts';

/**
 * Stock and price of one SKU from the live catalogue, which published changes keep up to date.
 * @param store the chosen fulfilment store, whose stock overrides the shop's (spec D8)
 */
export function stockResult(
  catalogue: LiveCatalogue,
  storeStock: StoreStockIndex,
  sku: string,
  store?: string,
): Static<typeof StockResult> | undefined {
  const record = catalogue.findBySku(sku);
  if (!record || !isEnabled(record)) return undefined;
  const stock = store === undefined ? record.stock : stockAt(catalogue, storeStock, record, store);
  return {
    ...stock,
    sku,
    code: stockStatus(stock, 'ok'),
    price_incl_tax: record.price.incl,
    original_price_incl_tax: record.price.originalIncl,
    special_price: record.price.special,
  };
}

function stockAt(
  catalogue: LiveCatalogue,
  storeStock: StoreStockIndex,
  record: LiveProduct,
  store: string,
): Stock {
  const storeStockOf = (item: LiveProduct) => stockAtStore(item.stock, storeStock.find(item.id, store));
  if (record.childSkus.length === 0) return storeStockOf(record);
  const children = record.childSkus.flatMap((sku) => catalogue.findBySku(sku) ?? []);
  return configurableAtStore(record.stock, children.map(storeStockOf));
}
