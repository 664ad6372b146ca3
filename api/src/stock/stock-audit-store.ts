import { sql } from 'kysely';
import type { Db } from '../db.ts';
import { onlyRow } from '../platform/database/only-row.ts';
import type { TrackedStock } from './stock-count-store.ts';

/** Counts the tracked stock records of the shop and of stores. */
export async function countTrackedStock(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select (select count(*) from stock where manage_stock)
    + (select count(*) from store_stock) as count`.execute(db);
  return onlyRow(rows).count;
}

/** Stock records below zero. The shop's may be negative where it allows backorders. */
export async function readNegativeStock(db: Db): Promise<TrackedStock[]> {
  const { rows } = await sql<TrackedStock>`select product_id, '' as store_code, qty from stock
      where manage_stock and backorders = 0 and qty < 0
    union all select product_id, store_code, qty from store_stock where qty < 0
    order by qty, product_id, store_code`.execute(db);
  return rows;
}
