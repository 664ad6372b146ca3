import type { StoreShelf } from '@fynbos/core/stock/store-shelf.ts';
import type { Db } from '../db.ts';
import { readAllStoreStock, readStoreStock, type StoreStock } from './read-store.ts';

/** What every fulfilment store has, in memory beside the catalogue and as fresh as that. */
export interface StoreShelves {
  /** What a store says of a product; nothing where it has what the shop has. */
  find(productId: number, store: string): StoreShelf | undefined;
  knows(store: string): boolean;
  /** Reads these products again; without ids, everything. */
  refresh(productIds?: readonly number[]): Promise<void>;
}

/**
 * Reads the shelves of all stores.
 *
 * @param knownStores the codes of the shop's stores; a store that has stock is known too
 */
export async function openStoreShelves(
  db: Db,
  knownStores: () => Promise<readonly string[]> = async () => [],
): Promise<StoreShelves> {
  let byProduct = new Map<number, StoreStock[]>();
  let stores = new Set<string>();

  async function readAll(): Promise<void> {
    const rows = await readAllStoreStock(db);
    stores = new Set([...(await knownStores()), ...rows.map((row) => row.store_code)]);
    byProduct = Map.groupBy(rows, (row) => row.product_id);
  }

  async function readSome(ids: readonly number[]): Promise<void> {
    const rows = await readStoreStock(db, ids);
    const found = Map.groupBy(rows, (row) => row.product_id);
    for (const { store_code } of rows) stores.add(store_code);
    for (const id of ids) {
      const own = found.get(id);
      if (own) byProduct.set(id, own);
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
