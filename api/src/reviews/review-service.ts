import { cleanText } from '@fynbos/core/clean-text.ts';
import type { Review } from '@fynbos/core/content/contract.ts';
import { isPlainLine, isPlainText, maxStars, reviewStatus } from '@fynbos/core/content/review.ts';
import { type FieldProblem, Problem } from '@fynbos/core/problem.ts';
import { defaultStoreView } from '@fynbos/core/shop.ts';
import type { PersonalDataSource } from '../accounts/customers/account-context.ts';
import type { Ctx } from '../context.ts';
import type { Db } from '../db.ts';
import { mailLocale } from '../platform/mail/templates/mail-messages.ts';
import { clientIpOf } from '../platform/rate-limit/client-ip.ts';
import { bucketKey } from '../platform/rate-limit/rate-limits.ts';
import {
  deleteReviewsOf,
  insertReview,
  type ProductReviewRow,
  readReviews,
  readReviewsOf,
} from './review-store.ts';

/** Fields of a new review. */
export interface ReviewDraft {
  product_id: number;
  title: string;
  detail: string;
  nickname: string;
  /** Stars, 1 to 5. A review without them does not count in the average (spec D37). */
  rating?: number | null;
  locale?: string;
  /** Code of the store view the review is written in. */
  store_code?: string;
}

/** Author of a review: the customer of the token, if any, and the client IP. */
export interface Writer {
  id: number | undefined;
  ip: string;
}

const perClientIp = { burst: 5, perHour: 10 };
/** Maximum number of reviews of one product read at once. */
const maxShown = 1000;

/**
 * Stores a review as pending until it is moderated (spec D37). Ignores all other client fields, in
 * particular author and status.
 * @throws Problem invalid_input, too_many_attempts
 */
export async function createReview(
  { db, now, limits }: Pick<Ctx, 'db' | 'now' | 'limits'>,
  draft: ReviewDraft,
  writer: Writer,
): Promise<Review> {
  const { product_id, rating = null } = draft;
  const title = cleanText(draft.title);
  const detail = cleanText(draft.detail);
  const nickname = cleanText(draft.nickname);
  checkText({ title, detail, nickname });
  await limits.take(bucketKey('review', clientIpOf(writer.ip)), perClientIp);
  const row = await insertReview(db, {
    ...{ product_id, title, detail, nickname, rating },
    customer_id: writer.id ?? null,
    review_status: reviewStatus.pending,
    locale: mailLocale(draft.locale),
    store_code: draft.store_code ?? '',
    created_at: now(),
  });
  return onWire(row, writer.id ?? null);
}

function checkText({ title, detail, nickname }: Record<'title' | 'detail' | 'nickname', string>): void {
  const plain = { title: isPlainLine(title), detail: isPlainText(detail), nickname: isPlainLine(nickname) };
  const errors = Object.entries(plain)
    .filter(([, right]) => !right)
    .map(([name]): FieldProblem => ({ field: `body/review/${name}`, message: 'must be plain text' }));
  if (errors.length > 0) throw new Problem('invalid_input', {}, errors);
}

/**
 * Approved reviews, which customers may read, newest first.
 * @param productIds restricts the result to these products
 */
export async function approvedReviews(db: Db, productIds: readonly number[] | undefined): Promise<Review[]> {
  const rows = await readReviews(db, reviewStatus.approved, productIds, maxShown);
  return rows.map((row) => onWire(row, null));
}

/** A customer's own reviews in any state, newest first. */
export async function reviewsOf(db: Db, customerId: number): Promise<Review[]> {
  return (await readReviewsOf(db, customerId)).map((row) => onWire(row, customerId));
}

/** @param customer id shown as the author; only the author receives it */
function onWire(
  { customer_id, created_at, store_code: _, rating, ...row }: ProductReviewRow,
  customer: number | null,
): Review {
  return {
    ...row,
    rating: rating ?? 0,
    ratings: rating === null ? [] : [{ title: 'Rating', value: rating, percent: (rating / maxStars) * 100 }],
    review_entity: 'product',
    review_type: customer_id === null ? 'Guest' : 'Customer',
    created_at: created_at.toISOString(),
    customer_id: customer,
    store_id: defaultStoreView.id,
  };
}

/** Reviews are personal data: they are erased with the account. */
export const reviewPersonalData: PersonalDataSource = {
  name: 'reviews',
  exportOf: (db, { id }) => reviewsOf(db, id),
  erase: (db, { id }) => deleteReviewsOf(db, id),
};
