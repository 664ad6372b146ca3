import type { Stock } from '@fynbos/core/catalogue/entities.ts';
import { sql } from 'kysely';
import type { Db } from '../db.ts';
import type { StoreStock } from './read-store.ts';

/**
 * The stock of these products; the rows are locked until the transaction ends, so that orders cannot change
 * them.
 */
export function readStockForUpdate(db: Db, productIds: readonly number[]): Promise<Stock[]> {
  return db
    .selectFrom('stock')
    .selectAll()
    .where(sql<boolean>`product_id = any(${productIds}::integer[])`)
    .forUpdate()
    .execute();
}

/**
 * Writes the stock of products, new rows and changed ones.
 * @param rows a few thousand at most
 */
export async function upsertStock(db: Db, rows: readonly Stock[]): Promise<void> {
  await sql`insert into stock (product_id, qty, is_in_stock, manage_stock, min_qty, min_sale_qty, max_sale_qty, backorders)
    select product_id, qty, is_in_stock, manage_stock, min_qty, min_sale_qty, max_sale_qty, backorders
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (product_id integer, qty numeric, is_in_stock boolean,
      manage_stock boolean, min_qty numeric, min_sale_qty numeric, max_sale_qty numeric, backorders smallint)
    on conflict (product_id) do update set qty = excluded.qty, is_in_stock = excluded.is_in_stock,
      manage_stock = excluded.manage_stock, min_qty = excluded.min_qty, min_sale_qty = excluded.min_sale_qty,
      max_sale_qty = excluded.max_sale_qty, backorders = excluded.backorders`.execute(db);
}

/** The store stock of these products; the rows are locked until the transaction ends. */
export function readStoreStockForUpdate(db: Db, productIds: readonly number[]): Promise<StoreStock[]> {
  return db
    .selectFrom('store_stock')
    .selectAll()
    .where(sql<boolean>`product_id = any(${productIds}::integer[])`)
    .forUpdate()
    .execute();
}

/**
 * Writes store stock, new rows and changed ones.
 * @param rows a few thousand at most
 */
export async function upsertStoreStock(db: Db, rows: readonly StoreStock[]): Promise<void> {
  await sql`insert into store_stock (product_id, store_code, qty, is_in_stock)
    select product_id, store_code, qty, is_in_stock
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (product_id integer, store_code text, qty numeric, is_in_stock boolean)
    on conflict (product_id, store_code) do update set qty = excluded.qty, is_in_stock = excluded.is_in_stock`.execute(
    db,
  );
}

/** Deletes store stock, so that the shop's stock applies. */
export async function deleteStoreStock(
  db: Db,
  places: readonly Pick<StoreStock, 'product_id' | 'store_code'>[],
): Promise<void> {
  await sql`delete from store_stock using json_to_recordset(${JSON.stringify(places)}::json)
    as gone (product_id integer, store_code text)
    where store_stock.product_id = gone.product_id and store_stock.store_code = gone.store_code`.execute(db);
}

/** A quantity of a product. */
export interface ProductQuantity {
  product_id: number;
  qty: number;
}

/**
 * Result of a deduction: whether the stock record exists, whether it is tracked, and whether the units were
 * deducted.
 */
export interface StockDeduction extends ProductQuantity {
  known: boolean;
  counted: boolean;
  taken: boolean;
}

const requestedUnits = (units: readonly ProductQuantity[]) => sql`wanted as (
    select product_id, qty from json_to_recordset(${JSON.stringify(units)}::json) as row (product_id integer, qty integer))`;

/**
 * Deducts units from the shop's stock, each product only if there is enough above its threshold (spec D23). Rows are locked
 * in one order everywhere, which prevents deadlocks.
 * @param units every product once
 */
export async function deductFromShop(db: Db, units: readonly ProductQuantity[]): Promise<StockDeduction[]> {
  const { rows } =
    await sql<StockDeduction>`/* prepared: take stock */ with ${requestedUnits(units)}, held as materialized (
    select stock.product_id, manage_stock, is_in_stock from stock join wanted using (product_id)
    order by stock.product_id for update of stock
  ), taken as (
    update stock set qty = stock.qty - wanted.qty,
      is_in_stock = stock.qty - wanted.qty > min_qty or backorders > 0
    from wanted join held using (product_id)
    where stock.product_id = wanted.product_id and stock.manage_stock and stock.is_in_stock
      and (stock.qty - stock.min_qty >= wanted.qty or stock.backorders > 0)
    returning stock.product_id
  ) select wanted.product_id, wanted.qty, held.product_id is not null as known,
      coalesce(held.manage_stock, false) as counted,
      taken.product_id is not null or (not held.manage_stock and held.is_in_stock) as taken
    from wanted left join held using (product_id) left join taken using (product_id)
    order by wanted.product_id`.execute(db);
  return rows;
}

/**
 * Deducts units from a store's stock, each product only if there is enough. A product without a record at
 * the store is not `known`.
 */
export async function deductFromStore(
  db: Db,
  store: string,
  units: readonly ProductQuantity[],
): Promise<StockDeduction[]> {
  const { rows } = await sql<StockDeduction>`with ${requestedUnits(units)}, held as materialized (
    select store_stock.product_id from store_stock join wanted using (product_id)
    where store_code = ${store} order by store_stock.product_id for update of store_stock
  ), taken as (
    update store_stock set qty = store_stock.qty - wanted.qty, is_in_stock = store_stock.qty - wanted.qty > 0
    from wanted join held using (product_id)
    where store_stock.product_id = wanted.product_id and store_code = ${store} and store_stock.is_in_stock
      and store_stock.qty >= wanted.qty
    returning store_stock.product_id
  ) select wanted.product_id, wanted.qty, held.product_id is not null as known, true as counted,
      taken.product_id is not null as taken
    from wanted left join held using (product_id) left join taken using (product_id)
    order by wanted.product_id`.execute(db);
  return rows;
}

/**
 * Returns units to the shop's stock. The in-stock flag of a product that is no longer tracked stays
 * unchanged.
 */
export async function returnToShop(db: Db, units: readonly ProductQuantity[]): Promise<void> {
  await sql`with ${requestedUnits(units)}, held as materialized (
    select stock.product_id from stock join wanted using (product_id)
    order by stock.product_id for update of stock
  ) update stock set qty = stock.qty + wanted.qty,
      is_in_stock = is_in_stock or (manage_stock and stock.qty <= min_qty and stock.qty + wanted.qty > min_qty)
    from wanted join held using (product_id) where stock.product_id = wanted.product_id`.execute(db);
}

/**
 * Returns units to a store's stock.
 * @returns the products for which it still has a record
 */
export async function returnToStore(
  db: Db,
  store: string,
  units: readonly ProductQuantity[],
): Promise<number[]> {
  const { rows } = await sql<{ product_id: number }>`with ${requestedUnits(units)}, held as materialized (
    select store_stock.product_id from store_stock join wanted using (product_id)
    where store_code = ${store} order by store_stock.product_id for update of store_stock
  ) update store_stock set qty = store_stock.qty + wanted.qty, is_in_stock = store_stock.is_in_stock or store_stock.qty <= 0
    from wanted join held using (product_id)
    where store_stock.product_id = wanted.product_id and store_code = ${store}
    returning store_stock.product_id`.execute(db);
  return rows.map((row) => row.product_id);
}
