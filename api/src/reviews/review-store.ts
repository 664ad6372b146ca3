import { reviewStatus } from '@fynbos/core/content/review.ts';
import { sql } from 'kysely';
import { announceChange } from '../catalogue/documents/catalogue-events.ts';
import type { Db } from '../db.ts';
import { onlyRow } from '../platform/database/only-row.ts';
import { notifyPagesOf } from '../platform/events/page-events-store.ts';
import { mailLocale } from '../platform/mail/templates/mail-messages.ts';

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

/** Sets the status of a review; running servers show or hide it at once. */
export async function saveReviewStatus(
  db: Db,
  { id, product_id }: Pick<ProductReviewRow, 'id' | 'product_id'>,
  status: number,
): Promise<void> {
  await db.updateTable('review').set({ review_status: status }).where('id', '=', id).execute();
  await announceReviews(db, [product_id]);
}

/** Deletes a customer's reviews; running servers hide them at once. */
export async function deleteReviewsOf(db: Db, customerId: number): Promise<void> {
  const rows = await db
    .deleteFrom('review')
    .where('customer_id', '=', customerId)
    .returning('product_id')
    .execute();
  await announceReviews(
    db,
    rows.map((row) => row.product_id),
  );
}

/** Announces that other reviews of these products are shown: on their pages, and as the rating in their documents. */
async function announceReviews(db: Db, productIds: readonly number[]): Promise<void> {
  const ids = [...new Set(productIds)];
  await notifyPagesOf(db, ids);
  await announceChange(db, ids);
}

/** Number of pending reviews, and the age of the oldest in seconds. */
export async function countPending(db: Db): Promise<{ waiting: number; oldest: number }> {
  const { rows } = await sql<{ waiting: number; oldest: number }>`select count(*) as waiting,
    coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as oldest from review
    where review_status = ${reviewStatus.pending}`.execute(db);
  return onlyRow(rows);
}

/** A review as an import brings it: by a guest. */
export type ImportedReview = Pick<
  ProductReviewRow,
  'product_id' | 'title' | 'detail' | 'nickname' | 'rating' | 'review_status' | 'created_at'
>;

/** Product, name and title of every review. */
export async function readReviewKeys(
  db: Db,
): Promise<Pick<ProductReviewRow, 'product_id' | 'nickname' | 'title'>[]> {
  return db.selectFrom('review').select(['product_id', 'nickname', 'title']).execute();
}

const insertedAtOnce = 1000;

/** Inserts the reviews of an import; running shops show them at once. */
export async function insertReviewsOf(db: Db, reviews: readonly ImportedReview[]): Promise<void> {
  const rows = reviews.map((review) => ({
    ...review,
    customer_id: null,
    locale: mailLocale(undefined),
    store_code: '',
  }));
  for (let from = 0; from < rows.length; from += insertedAtOnce) {
    await db
      .insertInto('review')
      .values(rows.slice(from, from + insertedAtOnce))
      .execute();
  }
  await announceReviews(
    db,
    rows.map(({ product_id }) => product_id),
  );
}
