import type { StoreStockLevel } from '@fynbos/core/stock/store-stock.ts';
import type { Db } from '../db.ts';
import { readAllStoreStock, readStoreStock, type StoreStock } from './read-store.ts';

/** The stock of every fulfilment store, in memory and as current as the catalogue. */
export interface StoreStockIndex {
  /** The stock of a product at a store; undefined where the shop's stock applies. */
  find(productId: number, store: string): StoreStockLevel | undefined;
  knows(store: string): boolean;
  /** Re-reads these products; without ids, all products. */
  refresh(productIds?: readonly number[]): Promise<void>;
}

/**
 * Reads the stock of all stores.
 * @param knownStores the codes of the shop's stores; a store that has stock is known too
 */
export async function openStoreStockIndex(
  db: Db,
  knownStores: () => Promise<readonly string[]> = async () => [],
): Promise<StoreStockIndex> {
  let byProduct = new Map<number, StoreStock[]>();
  let stores = new Set<string>();

  async function readAll(): Promise<void> {
    const rows = await readAllStoreStock(db);
    stores = new Set([...(await knownStores()), ...rows.map((row) => row.store_code)]);
    byProduct = Map.groupBy(rows, (row) => row.product_id);
  }

  async function readSome(ids: readonly number[]): Promise<void> {
    const rows = await readStoreStock(db, ids);
    const rowsByProduct = Map.groupBy(rows, (row) => row.product_id);
    for (const { store_code } of rows) stores.add(store_code);
    for (const id of ids) {
      const productRows = rowsByProduct.get(id);
      if (productRows) byProduct.set(id, productRows);
      else byProduct.delete(id);
    }
  }

  await readAll();
  return {
    find: (productId, store) => byProduct.get(productId)?.find((row) => row.store_code === store),
    knows: (store) => stores.has(store),
    refresh: (ids) => (ids ? readSome(ids) : readAll()),
  };
}
