import { sql } from 'kysely';
import type { Db } from '../../db.ts';

/** Returns the carts among these that can still be written to. */
export async function readOpenCarts(db: Db, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{
    id: number;
  }>`select id from cart join unnest(${ids}::bigint[]) as asked (id) using (id)
    where ordered_at is null order by id`.execute(db);
  return rows.map((row) => row.id);
}

/** Returns the closed carts that have none of these orders. */
export async function readCartsWithoutOrder(db: Db, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from cart where ordered_at is not null
    and not exists (select from unnest(${ids}::bigint[]) as asked (id) where asked.id = cart.id) order by id`.execute(
    db,
  );
  return rows.map((row) => row.id);
}
