import type { Stock } from '@fynbos/core/catalogue/entities.ts';
import type { Db } from '../db.ts';
import { countShelves, readShelvesBelowZero } from './audit-store.ts';
import {
  type CountedShelf,
  changeShopShelf,
  changeStoreShelf,
  insertStockChange,
  readLowShelves,
  readStockChanges,
  type StockChange,
} from './counting-store.ts';
import { readStock, readStoreStock, type StoreStock } from './read-store.ts';
import { saveStock, saveStoreStock, stockForUpdate, storeStockForUpdate } from './service.ts';

const mostListed = 200;
const mostChanges = 10;

/** A shelf, who counted it, and why. */
export interface Counting {
  product_id: number;
  /** The store whose shelf it is; empty is the shop's. */
  store_code: string;
  note: string;
  actor: string;
  occurred_at: Date;
}

/** What there is of a product, in the shop and in stores that differ, and what was last done to it. */
export async function shelvesOf(
  db: Db,
  productId: number,
): Promise<{ shop: Stock | undefined; stores: StoreStock[]; changes: StockChange[] }> {
  const [shop] = await readStock(db, [productId]);
  const stores = await readStoreStock(db, [productId]);
  return { shop, stores, changes: await readStockChanges(db, productId, mostChanges) };
}

/** The counted shelves with less than this, the emptiest first, 200 at most. */
export function lowShelves(db: Db, below: number): Promise<CountedShelf[]> {
  return readLowShelves(db, below, mostListed);
}

/** How many shelves are counted, in the shop and in stores. */
export const countedShelves = (db: Db): Promise<number> => countShelves(db);

/** The shelves that hold less than nothing, where that may not be. */
export const shelvesBelowZero = (db: Db): Promise<CountedShelf[]> => readShelvesBelowZero(db);

/**
 * Writes down what was counted on a shelf, within the caller's transaction. The shelf is counted from then on,
 * and a store has one of its own.
 *
 * @returns what it had before; undefined when it was not counted
 */
export async function setShelf(db: Db, qty: number, counting: Counting): Promise<number | undefined> {
  const before = counting.store_code
    ? await setStoreShelf(db, qty, counting)
    : await setShopShelf(db, qty, counting);
  await insertStockChange(db, { ...counting, change: qty - (before ?? 0), qty });
  return before;
}

async function setShopShelf(db: Db, qty: number, { product_id }: Counting): Promise<number | undefined> {
  const kept = (await stockForUpdate(db, [product_id])).get(product_id);
  const shelf = kept ?? { ...newShelf, product_id };
  const is_in_stock = qty > shelf.min_qty || shelf.backorders > 0;
  await saveStock(db, [{ ...shelf, qty, is_in_stock, manage_stock: true }]);
  return kept?.manage_stock ? kept.qty : undefined;
}

const newShelf: Omit<Stock, 'product_id'> = {
  qty: 0,
  is_in_stock: false,
  manage_stock: true,
  min_qty: 0,
  min_sale_qty: 1,
  max_sale_qty: 10_000,
  backorders: 0,
};

async function setStoreShelf(
  db: Db,
  qty: number,
  { product_id, store_code }: Counting,
): Promise<number | undefined> {
  const kept = await storeStockForUpdate(db, [product_id]);
  await saveStoreStock(db, [{ product_id, store_code, qty, is_in_stock: qty > 0 }]);
  return kept.find((row) => row.store_code === store_code)?.qty;
}

/**
 * Adds what came to a shelf, or takes away what was lost, in one statement: orders may take from it at the
 * same moment. Within the caller's transaction.
 *
 * @returns what is there then; undefined when the shelf is not counted or would hold less than nothing
 */
export async function adjustShelf(db: Db, change: number, counting: Counting): Promise<number | undefined> {
  const qty = counting.store_code
    ? await changeStoreShelf(db, counting, change)
    : await changeShopShelf(db, counting.product_id, change);
  if (qty !== undefined) await insertStockChange(db, { ...counting, change, qty });
  return qty;
}
