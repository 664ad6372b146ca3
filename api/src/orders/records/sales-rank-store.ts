import { sql } from 'kysely';
import type { ProductStatistics } from '../../catalogue/documents/product-statistics.ts';
import type { Db } from '../../db.ts';

/**
 * The products with the most orders since an instant, by SKU, most first. Orders that were canceled, returned or never
 * paid do not count, and a variant counts for its product.
 */
export async function countOrdersBySku(
  db: Db,
  since: Date,
  max: number,
): Promise<{ sku: string; orders: number }[]> {
  const { rows } = await sql<{ sku: string; orders: number }>`
    select coalesce(nullif(parent_sku, ''), sku) as sku, count(distinct sales_order.id)::integer as orders
    from order_line join sales_order on sales_order.id = order_line.order_id
    where placed_at >= ${since} and state in ('placed', 'shipped', 'delivered')
    group by 1 order by orders desc, sku limit ${max}`.execute(db);
  return rows;
}

/** The stored ranks by product id, and when they were counted; undefined if none are stored. */
export async function readStoredRanks(
  db: Db,
): Promise<{ ranks: ReadonlyMap<number, number>; rankedAt: Date | undefined }> {
  const rows = await db.selectFrom('product_sales_rank').selectAll().forUpdate().execute();
  return { ranks: new Map(rows.map((row) => [row.product_id, row.rank])), rankedAt: rows[0]?.ranked_at };
}

export async function replaceRanks(
  db: Db,
  ranks: ReadonlyMap<number, number>,
  rankedAt: Date,
): Promise<void> {
  await db.deleteFrom('product_sales_rank').execute();
  if (ranks.size === 0) return;
  const rows = [...ranks].map(([product_id, rank]) => ({ product_id, rank, ranked_at: rankedAt }));
  // Another process may have counted at the same time.
  await db
    .insertInto('product_sales_rank')
    .values(rows)
    .onConflict((row) => row.doNothing())
    .execute();
}

/** The ranks of products among the best-selling (spec D66). */
export async function readSalesRanks(db: Db, productIds: readonly number[]): Promise<ProductStatistics> {
  const { rows } = await sql<{ product_id: number; rank: number }>`/* prepared: sales ranks */
    select product_id, rank from product_sales_rank where product_id = any(${[...productIds]}::integer[])`.execute(
    db,
  );
  return new Map(rows.map(({ product_id, rank }) => [product_id, { sales_rank: rank }]));
}
