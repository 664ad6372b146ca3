import type { Stock } from '@fynbos/core/catalogue/entities.ts';
import type { Db } from '../db.ts';
import { readStock, readStoreStock, type StoreStock } from './read-store.ts';
import { countTrackedStock, readNegativeStock } from './stock-audit-store.ts';
import {
  changeShopStock,
  changeStoreStock,
  insertStockChange,
  readLowStock,
  readStockChanges,
  type StockChange,
  type TrackedStock,
} from './stock-count-store.ts';
import { saveStock, saveStoreStock, stockForUpdate, storeStockForUpdate } from './stock-service.ts';

const maxListed = 200;
const maxChanges = 10;

/** A stock record, the actor who counted it, and the reason. */
export interface Counting {
  product_id: number;
  /** The store of the stock record; empty for the shop. */
  store_code: string;
  note: string;
  actor: string;
  occurred_at: Date;
}

/** The stock of a product in the shop and in stores that differ, with its latest changes. */
export async function stockOverviewOf(
  db: Db,
  productId: number,
): Promise<{ shop: Stock | undefined; stores: StoreStock[]; changes: StockChange[] }> {
  const [shop] = await readStock(db, [productId]);
  const stores = await readStoreStock(db, [productId]);
  return { shop, stores, changes: await readStockChanges(db, productId, maxChanges) };
}

/** The tracked stock records below this quantity, lowest first, 200 at most. */
export function lowStock(db: Db, below: number): Promise<TrackedStock[]> {
  return readLowStock(db, below, maxListed);
}

/** The number of tracked stock records of the shop and of stores. */
export const trackedStockCount = (db: Db): Promise<number> => countTrackedStock(db);

/** The stock records below zero where that is not allowed. */
export const negativeStock = (db: Db): Promise<TrackedStock[]> => readNegativeStock(db);

/**
 * Sets a stock record to a counted quantity, within the caller's transaction. The stock is tracked from
 * then on, and a store gets its own record.
 * @returns the previous quantity; undefined when it was not tracked
 */
export async function setStock(db: Db, qty: number, counting: Counting): Promise<number | undefined> {
  const before = counting.store_code
    ? await setStoreStock(db, qty, counting)
    : await setShopStock(db, qty, counting);
  await insertStockChange(db, { ...counting, change: qty - (before ?? 0), qty });
  return before;
}

async function setShopStock(db: Db, qty: number, { product_id }: Counting): Promise<number | undefined> {
  const stored = (await stockForUpdate(db, [product_id])).get(product_id);
  const itemStock = stored ?? { ...newStock, product_id };
  const is_in_stock = qty > itemStock.min_qty || itemStock.backorders > 0;
  await saveStock(db, [{ ...itemStock, qty, is_in_stock, manage_stock: true }]);
  return stored?.manage_stock ? stored.qty : undefined;
}

const newStock: Omit<Stock, 'product_id'> = {
  qty: 0,
  is_in_stock: false,
  manage_stock: true,
  min_qty: 0,
  min_sale_qty: 1,
  max_sale_qty: 10_000,
  backorders: 0,
};

async function setStoreStock(
  db: Db,
  qty: number,
  { product_id, store_code }: Counting,
): Promise<number | undefined> {
  const stored = await storeStockForUpdate(db, [product_id]);
  await saveStoreStock(db, [{ product_id, store_code, qty, is_in_stock: qty > 0 }]);
  return stored.find((row) => row.store_code === store_code)?.qty;
}

/**
 * Adds a delivery to a stock record, or subtracts a loss, in one statement because orders may deduct
 * concurrently. Called within the caller's transaction.
 * @returns the new quantity; undefined when the stock is not tracked or would fall below zero
 */
export async function adjustStock(db: Db, change: number, counting: Counting): Promise<number | undefined> {
  const qty = counting.store_code
    ? await changeStoreStock(db, counting, change)
    : await changeShopStock(db, counting.product_id, change);
  if (qty !== undefined) await insertStockChange(db, { ...counting, change, qty });
  return qty;
}
