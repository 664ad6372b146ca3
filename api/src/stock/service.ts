import type { Stock } from '@fynbos/core/catalogue/entities.ts';
import type { Db } from '../db.ts';
import type { StoreStock } from './read-store.ts';
import {
  deleteStoreStock,
  type Pieces,
  readStockForUpdate,
  readStoreStockForUpdate,
  returnToShop,
  returnToStore,
  takeFromShop,
  takeFromStore,
  upsertStock,
  upsertStoreStock,
} from './store.ts';

/** The stock of these products by product id, held for the transaction that is going to write it. */
export async function stockForUpdate(db: Db, productIds: readonly number[]): Promise<Map<number, Stock>> {
  const rows = await readStockForUpdate(db, productIds);
  return new Map(rows.map((row) => [row.product_id, row]));
}

/** Writes the stock of products, new rows and changed ones. @param rows a few thousand at most */
export async function saveStock(db: Db, rows: readonly Stock[]): Promise<void> {
  if (rows.length > 0) await upsertStock(db, rows);
}

/** What stores have of these products, held for the transaction that is going to write it. */
export function storeStockForUpdate(db: Db, productIds: readonly number[]): Promise<StoreStock[]> {
  return readStoreStockForUpdate(db, productIds);
}

/** Writes what stores have, new rows and changed ones. @param rows a few thousand at most */
export async function saveStoreStock(db: Db, rows: readonly StoreStock[]): Promise<void> {
  if (rows.length > 0) await upsertStoreStock(db, rows);
}

/** Lets stores have what the shop has of these products again. */
export async function dropStoreStock(
  db: Db,
  places: readonly Pick<StoreStock, 'product_id' | 'store_code'>[],
): Promise<void> {
  if (places.length > 0) await deleteStoreStock(db, places);
}

/** Pieces that left a shelf: the shop's, where no store is named. */
export interface TakenPieces extends Pieces {
  store_code: string;
}

/** What could be taken, and the products of which there is too little. What nobody counts is in neither. */
export interface Taking {
  taken: TakenPieces[];
  missing: number[];
}

/** No shelf holds more, be it counted or not. */
const mostPieces = 2_147_483_647;

/**
 * Takes what an order needs from the shelves, within the caller's transaction, which gives all of it back when it
 * does not commit (decision 23): from the store's own shelf where it has one (decision 8), otherwise the shop's.
 * Two orders never get the same piece, and orders with the same products never wait for each other in a circle.
 */
export async function takeStock(
  db: Db,
  store: string | undefined,
  pieces: readonly Pieces[],
): Promise<Taking> {
  const wanted = summed(pieces);
  const asked = wanted.filter(({ qty }) => qty <= mostPieces);
  const atStore = store && asked.length > 0 ? await takeFromStore(db, store, asked) : [];
  const own = atStore.filter(({ known }) => known);
  const rest = asked.filter(({ product_id }) => !own.some((row) => row.product_id === product_id));
  const atShop = rest.length > 0 ? await takeFromShop(db, rest) : [];
  const counted = [
    ...own.map((row) => ({ ...row, store_code: store! })),
    ...atShop.map((row) => ({ ...row, store_code: '' })),
  ];
  return {
    taken: counted
      .filter((row) => row.taken && row.counted)
      .map(({ product_id, qty, store_code }) => ({ product_id, qty, store_code })),
    missing: [
      ...counted.filter((row) => !row.taken).map((row) => row.product_id),
      ...wanted.filter(({ qty }) => qty > mostPieces).map(({ product_id }) => product_id),
    ],
  };
}

/** Puts what an order took back on the shelves; where a store has none of its own any more, on the shop's. */
export async function returnStock(db: Db, pieces: readonly TakenPieces[]): Promise<void> {
  const byStore = Map.groupBy(pieces, ({ store_code }) => store_code);
  const toShop = [...(byStore.get('') ?? [])];
  for (const store of [...byStore.keys()].filter(Boolean).toSorted()) {
    const own = byStore.get(store)!;
    const there = await returnToStore(db, store, own);
    toShop.push(...own.filter(({ product_id }) => !there.includes(product_id)));
  }
  if (toShop.length > 0) await returnToShop(db, summed(toShop));
}

/** Every product once. */
function summed(pieces: readonly Pieces[]): Pieces[] {
  const sums = new Map<number, number>();
  for (const { product_id, qty } of pieces) sums.set(product_id, (sums.get(product_id) ?? 0) + qty);
  return [...sums].map(([product_id, qty]) => ({ product_id, qty }));
}
