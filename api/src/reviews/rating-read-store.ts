import { reviewStatus } from '@fynbos/core/content/review.ts';
import { sql } from 'kysely';
import type { ProductStatistics } from '../catalogue/documents/product-statistics.ts';
import type { Db } from '../db.ts';

/** The ratings of products by approved reviews, with one decimal. A review without stars does not count (spec D37). */
export async function readRatings(db: Db, productIds: readonly number[]): Promise<ProductStatistics> {
  const { rows } = await sql<{ product_id: number; average: number; count: number }>`/* prepared: ratings */
    select product_id, round(avg(rating), 1)::float8 as average, count(rating)::integer as count from review
    where product_id = any(${[...productIds]}::integer[]) and review_status = ${reviewStatus.approved}
      and rating is not null group by product_id`.execute(db);
  return new Map(rows.map(({ product_id, ...rating_summary }) => [product_id, { rating_summary }]));
}
