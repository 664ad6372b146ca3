import type { StockedPart } from '@fynbos/core/catalogue/choices/bundle-choices.ts';
import { linkable, type Stock } from '@fynbos/core/catalogue/entities.ts';
import type { StockResult } from '@fynbos/core/stock/contract.ts';
import { maxPurchasable, minPurchasable } from '@fynbos/core/stock/quantity.ts';
import { stockStatus } from '@fynbos/core/stock/status.ts';
import { configurableAtStore, stockAtStore } from '@fynbos/core/stock/store-stock.ts';
import type { Static } from 'typebox';
import type { StoreStockIndex } from '../stock/store-stock.ts';
import { partsAreThere } from './documents/composite-product.ts';
import { isEnabled, type LiveProduct, parseProduct } from './documents/product-index.ts';
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
  const stock = storeStockOf(record);
  if (record.type === 'bundle' || record.type === 'grouped') {
    const find = (sku: string) => partAt(catalogue.findBySku(sku), storeStockOf);
    return {
      ...stock,
      is_in_stock: stock.is_in_stock && partsAreThere(parseProduct(record.json), minPurchasable(stock), find),
    };
  }
  if (record.childSkus.length === 0) return stock;
  const children = record.childSkus.flatMap((sku) => catalogue.findBySku(sku) ?? []);
  return configurableAtStore(record.stock, children.map(storeStockOf));
}

/** A part of a set as the cart sees it at the store; undefined when it is not sold. */
function partAt(
  part: LiveProduct | undefined,
  stockOf: (item: LiveProduct) => Stock,
): StockedPart | undefined {
  if (part?.status !== linkable || parseProduct(part.json).errors !== undefined) return undefined;
  const stock = stockOf(part);
  return { inStock: stock.is_in_stock, available: maxPurchasable(stock) };
}
