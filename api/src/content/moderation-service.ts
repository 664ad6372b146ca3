import { type ReviewStatus, reviewStatus } from '@fynbos/core/content/review.ts';
import type { Db } from '../db.ts';
import { mailedAddress, mailedPages } from '../mail/pages.ts';
import { queueMail } from '../mail/service.ts';
import { notifyPagesOf } from '../operation/store.ts';
import type { ViewUrls } from '../view-places.ts';
import {
  countPending,
  findReview,
  findReviewForUpdate,
  type ReviewRow,
  readReviews,
  saveReviewStatus,
} from './review-store.ts';

/** Where reviews are read before customers may: what it needs to know of other nouns is given to it. */
export interface Moderation {
  db: Db;
  /** Where mails lead. */
  viewUrls: ViewUrls;
  findProduct(db: Db, id: number): Promise<{ sku: string; name: string; url_path: string } | undefined>;
  findPerson(db: Db, customerId: number): Promise<{ email: string; locale: string } | undefined>;
}

const mostListed = 1000;

/** What waits to be read, the latest first. */
export function pendingReviews({ db }: Moderation): Promise<ReviewRow[]> {
  return readReviews(db, reviewStatus.pending, undefined, mostListed);
}

/** How many reviews wait to be read, and for how many seconds the oldest does. */
export const reviewStanding = (db: Db) => countPending(db);

/** A review whatever its state. */
export function findAnyReview({ db }: Moderation, id: number): Promise<ReviewRow | undefined> {
  return findReview(db, id);
}

/**
 * Decides about a review; every running shop shows or hides it at once. A customer whose review is published is
 * told so by mail, once.
 *
 * @returns false when there is no such review, or it stands so already
 */
export function decideReview(moderation: Moderation, id: number, status: ReviewStatus): Promise<boolean> {
  return moderation.db.transaction().execute(async (trx) => {
    const review = await findReviewForUpdate(trx, id);
    if (!review || review.review_status === status) return false;
    await saveReviewStatus(trx, id, status);
    await notifyPagesOf(trx, [review.product_id]);
    const firstTime = review.review_status === reviewStatus.pending;
    if (firstTime && status === reviewStatus.approved) await thankWriter(moderation, trx, review);
    return true;
  });
}

async function thankWriter(moderation: Moderation, trx: Db, review: ReviewRow): Promise<void> {
  if (review.customer_id === null) return;
  const person = await moderation.findPerson(trx, review.customer_id);
  const product = await moderation.findProduct(trx, review.product_id);
  if (!person || !product) return;
  const link = mailedAddress(moderation.viewUrls(review.store_code), mailedPages.product(product.url_path));
  const { email: to, locale } = person;
  await queueMail(trx, { template: 'reviewApproved', to, locale, values: { product: product.name, link } });
}
