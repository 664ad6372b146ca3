import { reviewStatus } from '@fynbos/core/content/review.ts';
import { findCustomer } from '../../accounts/customers/customer-store.ts';
import { readProducts } from '../../catalogue/documents/catalogue-store.ts';
import type { Db } from '../../db.ts';
import { UserFacingError } from '../../platform/errors/user-facing-error.ts';
import { type ViewUrls, viewUrlsOf } from '../../platform/http/store-view-urls.ts';
import {
  decideReview,
  findAnyReview,
  type Moderation,
  pendingReviews,
} from '../../reviews/review-moderation-service.ts';
import { type AdminCommands, type AdminShop, InvalidArgsError, takeCommandArgs } from './admin-command.ts';

/** `npm run admin -- reviews …` */
export const reviewCommands: AdminCommands = {
  list: {
    args: '',
    does: 'list the reviews awaiting moderation, the newest first',
    async run(shop, args) {
      takeCommandArgs(args, 0);
      const waiting = await pendingReviews(moderation(shop));
      const lines = waiting.map(
        (review) => `${review.id}  ${stars(review.rating)}  ${review.nickname}: ${review.title}`,
      );
      return [...lines, `${waiting.length} waiting`];
    },
  },
  show: {
    args: 'ID',
    does: 'show one review in full, with its product',
    run: async (shop, args) => describe(shop, readId(args)),
  },
  approve: {
    args: 'ID',
    does: 'publish a review; its page shows it at once, and the customer is notified by mail',
    mails: true,
    run: (shop, args) => decide(shop, readId(args), 'approved'),
  },
  reject: {
    args: 'ID',
    does: 'reject a review, or take it off its page again',
    run: (shop, args) => decide(shop, readId(args), 'rejected'),
  },
};

const moderation = ({ db, config }: AdminShop) => moderationOf(db, viewUrlsOf(config));

function readId(args: readonly string[]): number {
  const [id] = takeCommandArgs(args, 1);
  if (!/^[1-9]\d{0,8}$/.test(id)) throw new InvalidArgsError();
  return Number(id);
}

async function getReview(shop: AdminShop, id: number) {
  const review = await findAnyReview(moderation(shop), id);
  if (!review) throw new UserFacingError(`There is no review ${id}.`);
  return review;
}

async function describe(shop: AdminShop, id: number): Promise<string[]> {
  const review = await getReview(shop, id);
  const product = await moderation(shop).findProduct(shop.db, review.product_id);
  return [
    `${review.id}  ${nameOf(review.review_status)}  ${stars(review.rating)}  ${review.created_at.toISOString().slice(0, 16)}  ${review.locale}`,
    `product   ${product ? `${product.sku}  ${product.name}` : review.product_id}`,
    `by        ${review.nickname}, ${review.customer_id === null ? 'a guest' : `customer ${review.customer_id}`}`,
    `title     ${review.title}`,
    ...review.detail.split('\n').map((line) => `          ${line.trimEnd()}`),
  ];
}

async function decide(shop: AdminShop, id: number, to: 'approved' | 'rejected'): Promise<string[]> {
  await getReview(shop, id);
  const changed = await decideReview(moderation(shop), id, reviewStatus[to]);
  return [`Review ${id} ${changed ? `is ${to} now` : `was ${to} already`}.`];
}

const nameOf = (status: number) =>
  Object.entries(reviewStatus).find(([, number]) => number === status)?.[0] ?? status;

const stars = (rating: number | null) => '*'.repeat(rating ?? 0).padEnd(5);

/**
 * The moderation of reviews, with its access to products and customers.
 * @param viewUrls store addresses for links in mails
 */
export function moderationOf(db: Db, viewUrls: ViewUrls): Moderation {
  return {
    db,
    viewUrls,
    findProduct: async (trx, id) => (await readProducts(trx, [id]))[0],
    findPerson: findCustomer,
  };
}
