import { isSellable } from './quantity.ts';

/** Stock of a product in one fulfilment store (spec D8). */
export interface StoreStockLevel {
  qty: number;
  is_in_stock: boolean;
}

interface StoreStockRow extends StoreStockLevel {
  manage_stock: boolean;
  backorders?: number;
  min_qty?: number;
  min_sale_qty?: number;
  max_sale_qty?: number;
}

/**
 * The stock of a product at a store. Without a stock level of its own, a store has the stock of the shop. A store with
 * its own level counts units and sells no more than those; the threshold is that of the shop's stock.
 */
export function stockAtStore<S extends StoreStockRow>(shop: S, store: StoreStockLevel | undefined): S {
  if (!store) return shop;
  const { qty, is_in_stock } = store;
  const own = {
    qty,
    manage_stock: true,
    ...(shop.backorders && { backorders: 0 }),
    ...(shop.min_qty && { min_qty: 0 }),
  };
  const stock = { ...shop, ...own, is_in_stock };
  return { ...stock, is_in_stock: isSellable(stock) };
}

/** A configurable product is in stock at a store when one of its variants is. */
export function configurableAtStore<S extends StoreStockRow>(
  shop: S,
  children: readonly StoreStockLevel[],
): S {
  return { ...shop, is_in_stock: children.some((child) => child.is_in_stock) };
}
