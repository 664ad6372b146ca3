/** What one fulfilment store has of a product (decision 8). */
export interface StoreShelf {
  qty: number;
  is_in_stock: boolean;
}

interface Shelf extends StoreShelf {
  manage_stock: boolean;
}

/**
 * The stock of a product at a store: what the store says overrules what the shop says. A store that
 * says nothing has what the shop has; one that says a number counts its pieces.
 */
export function stockAtStore<S extends Shelf>(shop: S, store: StoreShelf | undefined): S {
  return store ? { ...shop, qty: store.qty, is_in_stock: store.is_in_stock, manage_stock: true } : shop;
}

/** A configurable product is in stock at a store when one of its variants is. */
export function configurableAtStore<S extends Shelf>(shop: S, children: readonly StoreShelf[]): S {
  return { ...shop, is_in_stock: children.some((child) => child.is_in_stock) };
}
