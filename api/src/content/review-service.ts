import type { Review } from '@fynbos/core/content/contract.ts';
import { isPlainLine, isPlainText, mostStars, reviewStatus } from '@fynbos/core/content/review.ts';
import { type FieldProblem, Problem } from '@fynbos/core/problem.ts';
import { defaultStoreView } from '@fynbos/core/shop.ts';
import type { Keeper } from '../accounts/accounts.ts';
import type { Ctx } from '../ctx.ts';
import type { Db } from '../db.ts';
import { machineOf } from '../limits/client-address.ts';
import { bucketKey } from '../limits/limits.ts';
import { mailLocale } from '../mail/words.ts';
import { notifyPagesOf } from '../operation/store.ts';
import { deleteReviewsOf, insertReview, type ReviewRow, readReviews, readReviewsOf } from './review-store.ts';

/** What a review is written with. */
export interface ReviewDraft {
  product_id: number;
  title: string;
  detail: string;
  nickname: string;
  /** Stars, 1 to 5. */
  rating: number;
  locale?: string;
  /** Of the store view it is written in. */
  store_code?: string;
}

/** Who writes: the customer of the token, if there is one, and the machine. */
export interface Writer {
  id: number | undefined;
  ip: string;
}

const perMachine = { burst: 5, perHour: 10 };
/** More reviews of one product are not looked through at once. */
const mostShown = 1000;

/**
 * Keeps a review until somebody has read it (decision 37). Whatever else the client says of it, its writer and its
 * state above all, is not looked at.
 *
 * @throws Problem invalid_input, too_many_attempts
 */
export async function createReview(
  { db, now, limits }: Pick<Ctx, 'db' | 'now' | 'limits'>,
  draft: ReviewDraft,
  writer: Writer,
): Promise<Review> {
  const { product_id, rating } = draft;
  const [title, detail, nickname] = [draft.title.trim(), draft.detail.trim(), draft.nickname.trim()];
  checkText({ title, detail, nickname });
  await limits.take(bucketKey('review', machineOf(writer.ip)), perMachine);
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
  const faults = Object.entries(plain)
    .filter(([, right]) => !right)
    .map(([name]): FieldProblem => ({ field: `body/review/${name}`, message: 'must be plain text' }));
  if (faults.length > 0) throw new Problem('invalid_input', {}, faults);
}

/** What customers may read: approved reviews, newest first. @param productIds only of these products */
export async function approvedReviews(db: Db, productIds: readonly number[] | undefined): Promise<Review[]> {
  const rows = await readReviews(db, reviewStatus.approved, productIds, mostShown);
  return rows.map((row) => onWire(row, null));
}

/** A customer's own reviews, whatever became of them, newest first. */
export async function reviewsOf(db: Db, customerId: number): Promise<Review[]> {
  return (await readReviewsOf(db, customerId)).map((row) => onWire(row, customerId));
}

/** @param customer who is told to have written it: nobody but the writer hears the number */
function onWire(
  { customer_id, created_at, store_code: _, ...row }: ReviewRow,
  customer: number | null,
): Review {
  const percent = (row.rating / mostStars) * 100;
  return {
    ...row,
    ratings: [{ title: 'Rating', value: row.rating, percent }],
    review_entity: 'product',
    review_type: customer_id === null ? 'Guest' : 'Customer',
    created_at: created_at.toISOString(),
    customer_id: customer,
    store_id: defaultStoreView.id,
  };
}

/** Reviews are personal: they go with the account, and the pages that showed them are made anew. */
export const reviewKeeper: Keeper = {
  name: 'reviews',
  exportOf: (db, { id }) => reviewsOf(db, id),
  async erase(db, { id }) {
    await notifyPagesOf(db, [...new Set(await deleteReviewsOf(db, id))]);
  },
};
