import { sql } from 'kysely';
import type { Db } from '../db.ts';
import type { CountedShelf } from './counting-store.ts';

/** How many shelves are counted, in the shop and in stores. */
export async function countShelves(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select (select count(*) from stock where manage_stock)
    + (select count(*) from store_stock) as count`.execute(db);
  return rows[0]!.count;
}

/** The shelves that hold less than nothing; the shop's may where it takes orders for what it has not. */
export async function readShelvesBelowZero(db: Db): Promise<CountedShelf[]> {
  const { rows } = await sql<CountedShelf>`select product_id, '' as store_code, qty from stock
      where manage_stock and backorders = 0 and qty < 0
    union all select product_id, store_code, qty from store_stock where qty < 0
    order by qty, product_id, store_code`.execute(db);
  return rows;
}
