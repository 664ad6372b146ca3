import { type ReviewStatus, reviewStatus } from '@fynbos/core/content/review.ts';
import type { Db } from '../db.ts';
import type { ViewUrls } from '../platform/http/store-view-urls.ts';
import { queueMail } from '../platform/mail/mail-service.ts';
import { mailedAddress, mailedPages } from '../platform/mail/templates/mail-links.ts';
import {
  countPending,
  findReview,
  findReviewForUpdate,
  type ProductReviewRow,
  readReviews,
  saveReviewStatus,
} from './review-store.ts';

/** Dependencies of review moderation. Lookups of products and customers are passed in. */
export interface Moderation {
  db: Db;
  /** Base URLs for links in mails. */
  viewUrls: ViewUrls;
  findProduct(db: Db, id: number): Promise<{ sku: string; name: string; url_path: string } | undefined>;
  findPerson(db: Db, customerId: number): Promise<{ email: string; locale: string } | undefined>;
}

const maxListed = 1000;

/** Pending reviews, newest first. */
export function pendingReviews({ db }: Moderation): Promise<ProductReviewRow[]> {
  return readReviews(db, reviewStatus.pending, undefined, maxListed);
}

/** Number of pending reviews, and the age of the oldest in seconds. */
export const pendingReviewStats = (db: Db) => countPending(db);

/** Finds a review in any state. */
export function findAnyReview({ db }: Moderation, id: number): Promise<ProductReviewRow | undefined> {
  return findReview(db, id);
}

/**
 * Sets the status of a review; every running server shows or hides it at once. Sends the customer one mail
 * when the review is first published.
 * @returns false when the review does not exist or already has this status
 */
export function decideReview(moderation: Moderation, id: number, status: ReviewStatus): Promise<boolean> {
  return moderation.db.transaction().execute(async (trx) => {
    const review = await findReviewForUpdate(trx, id);
    if (!review || review.review_status === status) return false;
    await saveReviewStatus(trx, review, status);
    const firstTime = review.review_status === reviewStatus.pending;
    if (firstTime && status === reviewStatus.approved) await thankWriter(moderation, trx, review);
    return true;
  });
}

async function thankWriter(moderation: Moderation, trx: Db, review: ProductReviewRow): Promise<void> {
  if (review.customer_id === null) return;
  const person = await moderation.findPerson(trx, review.customer_id);
  const product = await moderation.findProduct(trx, review.product_id);
  if (!person || !product) return;
  const link = mailedAddress(moderation.viewUrls(review.store_code), mailedPages.product(product.url_path));
  const { email: to, locale } = person;
  await queueMail(trx, { template: 'reviewApproved', to, locale, values: { product: product.name, link } });
}
