import { reviewStatus } from '@fynbos/core/content/review.ts';
import { sql } from 'kysely';
import type { Db } from '../db.ts';
import { onlyRow } from '../platform/database/only-row.ts';

export interface ProductReviewRow {
  id: number;
  product_id: number;
  customer_id: number | null;
  title: string;
  detail: string;
  nickname: string;
  rating: number | null;
  review_status: number;
  locale: string;
  /** Code of the store view it was written in; empty for the default view. */
  store_code: string;
  created_at: Date;
}

export function insertReview(
  db: Db,
  review: Omit<ProductReviewRow, 'id' | 'review_status'> & { review_status: number },
): Promise<ProductReviewRow> {
  return db.insertInto('review').values(review).returningAll().executeTakeFirstOrThrow();
}

/**
 * Reviews of one status, newest first.
 * @param productIds restricts the result to these products; undefined means all
 */
export function readReviews(
  db: Db,
  status: number,
  productIds: readonly number[] | undefined,
  limit: number,
): Promise<ProductReviewRow[]> {
  return db
    .selectFrom('review')
    .selectAll()
    .where('review_status', '=', status)
    .$if(productIds !== undefined, (query) =>
      query.where(sql<boolean>`product_id = any(${productIds}::integer[])`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** All reviews by a customer, newest first. */
export function readReviewsOf(db: Db, customerId: number): Promise<ProductReviewRow[]> {
  return db
    .selectFrom('review')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export function findReview(db: Db, id: number): Promise<ProductReviewRow | undefined> {
  return db.selectFrom('review').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Finds the review and locks it until the transaction ends. */
export function findReviewForUpdate(db: Db, id: number): Promise<ProductReviewRow | undefined> {
  return db.selectFrom('review').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function saveReviewStatus(db: Db, id: number, status: number): Promise<void> {
  await db.updateTable('review').set({ review_status: status }).where('id', '=', id).execute();
}

/**
 * Deletes a customer's reviews.
 * @returns ids of the reviewed products
 */
export async function deleteReviewsOf(db: Db, customerId: number): Promise<number[]> {
  const rows = await db
    .deleteFrom('review')
    .where('customer_id', '=', customerId)
    .returning('product_id')
    .execute();
  return rows.map((row) => row.product_id);
}

/** Number of pending reviews, and the age of the oldest in seconds. */
export async function countPending(db: Db): Promise<{ waiting: number; oldest: number }> {
  const { rows } = await sql<{ waiting: number; oldest: number }>`select count(*) as waiting,
    coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as oldest from review
    where review_status = ${reviewStatus.pending}`.execute(db);
  return onlyRow(rows);
}
