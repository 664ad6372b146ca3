import type { Stock } from '@fynbos/core/catalogue/entities.ts';
import type { Db } from '../db.ts';
import { readStock, readStoreStock, type StoreStock } from './read-store.ts';
import {
  deductFromShop,
  deductFromStore,
  deleteStoreStock,
  type ProductQuantity,
  readStockForUpdate,
  readStoreStockForUpdate,
  returnToShop,
  returnToStore,
  upsertStock,
  upsertStoreStock,
} from './stock-store.ts';

/** The stock of these products by product id, locked for the caller's transaction. */
export async function stockForUpdate(db: Db, productIds: readonly number[]): Promise<Map<number, Stock>> {
  const rows = await readStockForUpdate(db, productIds);
  return new Map(rows.map((row) => [row.product_id, row]));
}

/**
 * Writes the stock of products, new rows and changed ones.
 * @param rows a few thousand at most
 */
export async function saveStock(db: Db, rows: readonly Stock[]): Promise<void> {
  if (rows.length > 0) await upsertStock(db, rows);
}

/** The store stock of these products, locked for the caller's transaction. */
export function storeStockForUpdate(db: Db, productIds: readonly number[]): Promise<StoreStock[]> {
  return readStoreStockForUpdate(db, productIds);
}

/**
 * Writes store stock, new rows and changed ones.
 * @param rows a few thousand at most
 */
export async function saveStoreStock(db: Db, rows: readonly StoreStock[]): Promise<void> {
  if (rows.length > 0) await upsertStoreStock(db, rows);
}

/** Deletes store stock, so that the shop's stock applies to these products. */
export async function dropStoreStock(
  db: Db,
  places: readonly Pick<StoreStock, 'product_id' | 'store_code'>[],
): Promise<void> {
  if (places.length > 0) await deleteStoreStock(db, places);
}

/** Units deducted from a store's stock, or from the shop's when `store_code` is empty. */
export interface DeductedUnits extends ProductQuantity {
  store_code: string;
}

/** Deducted units, and the products with too little stock. Untracked products are in neither. */
export interface DeductionResult {
  deducted: DeductedUnits[];
  missing: number[];
}

/** The largest quantity any stock record allows, tracked or not. */
const maxUnits = 2_147_483_647;

/**
 * Deducts the units of an order within the caller's transaction; a rollback returns them (spec D23).
 * Uses the store's own stock where it has a record (spec D8), otherwise the shop's. Two orders never get
 * the same unit, and orders with the same products cannot deadlock.
 */
export async function deductStock(
  db: Db,
  store: string | undefined,
  units: readonly ProductQuantity[],
): Promise<DeductionResult> {
  const quantities = summed(units);
  const deductible = quantities.filter(({ qty }) => qty <= maxUnits);
  const atStore = store && deductible.length > 0 ? await deductFromStore(db, store, deductible) : [];
  const storeOwned = atStore.filter(({ known }) => known);
  const rest = deductible.filter(
    ({ product_id }) => !storeOwned.some((row) => row.product_id === product_id),
  );
  const atShop = rest.length > 0 ? await deductFromShop(db, rest) : [];
  const counted = [
    ...storeOwned.map((row) => ({ ...row, store_code: store ?? '' })),
    ...atShop.map((row) => ({ ...row, store_code: '' })),
  ];
  return {
    deducted: counted
      .filter((row) => row.taken && row.counted)
      .map(({ product_id, qty, store_code }) => ({ product_id, qty, store_code })),
    missing: [
      ...counted.filter((row) => !row.taken).map((row) => row.product_id),
      ...quantities.filter(({ qty }) => qty > maxUnits).map(({ product_id }) => product_id),
    ],
  };
}

/** Returns the units of an order; to the shop's stock where the store no longer has a record. */
export async function returnStock(db: Db, units: readonly DeductedUnits[]): Promise<void> {
  const byStore = Map.groupBy(units, ({ store_code }) => store_code);
  const toShop = [...(byStore.get('') ?? [])];
  const stores = [...byStore].filter(([code]) => code !== '').toSorted(([a], [b]) => (a < b ? -1 : 1));
  for (const [store, storeUnits] of stores) {
    const returnedIds = await returnToStore(db, store, storeUnits);
    toShop.push(...storeUnits.filter(({ product_id }) => !returnedIds.includes(product_id)));
  }
  if (toShop.length > 0) await returnToShop(db, summed(toShop));
}

/**
 * The units left in these stock records, by product id and store code separated by a space. A product that
 * may be ordered beyond its stock never runs out.
 */
export async function stockLeft(
  db: Db,
  of: readonly Pick<DeductedUnits, 'product_id' | 'store_code'>[],
): Promise<Map<string, number>> {
  const ids = [...new Set(of.map(({ product_id }) => product_id))];
  const [atShop, atStores] = [await readStock(db, ids), await readStoreStock(db, ids)];
  return new Map([
    ...atShop.map(({ product_id, qty, min_qty, backorders }): [string, number] => [
      `${product_id} `,
      backorders > 0 ? Number.POSITIVE_INFINITY : qty - min_qty,
    ]),
    ...atStores.map(({ product_id, store_code, qty }): [string, number] => [
      `${product_id} ${store_code}`,
      qty,
    ]),
  ]);
}

/** Sums the quantities per product. */
function summed(units: readonly ProductQuantity[]): ProductQuantity[] {
  const sums = new Map<number, number>();
  for (const { product_id, qty } of units) sums.set(product_id, (sums.get(product_id) ?? 0) + qty);
  return [...sums].map(([product_id, qty]) => ({ product_id, qty }));
}
