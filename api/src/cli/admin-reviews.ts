import { type ReviewStatus, reviewStatus } from '@fynbos/core/content/review.ts';
import { decideReview, findAnyReview, pendingReviews } from '../content/moderation-service.ts';
import { StartProblem } from '../database/start-problem.ts';
import { viewUrlsOf } from '../view-places.ts';
import { type AdminCommands, type AdminShop, takeWords, WrongWords } from './admin-command.ts';
import { moderationOf } from './moderation.ts';

/** `npm run admin -- reviews …` */
export const reviewCommands: AdminCommands = {
  list: {
    words: '',
    does: 'the reviews that wait to be read, the newest first',
    async run(shop, words) {
      takeWords(words, 0);
      const waiting = await pendingReviews(moderation(shop));
      const lines = waiting.map((one) => `${one.id}  ${stars(one.rating)}  ${one.nickname}: ${one.title}`);
      return [...lines, `${waiting.length} waiting`];
    },
  },
  show: {
    words: 'ID',
    does: 'one review, whole, and the product it is about',
    run: async (shop, words) => describe(shop, readId(words)),
  },
  approve: {
    words: 'ID',
    does: 'publishes a review; its page shows it at once, and a customer is told by mail',
    run: (shop, words) => decide(shop, readId(words), 'approved'),
  },
  reject: {
    words: 'ID',
    does: 'refuses a review, or takes it off its page again',
    run: (shop, words) => decide(shop, readId(words), 'rejected'),
  },
};

const moderation = ({ db, config }: AdminShop) => moderationOf(db, viewUrlsOf(config));

function readId(words: readonly string[]): number {
  const [id] = takeWords(words, 1);
  if (!/^[1-9]\d{0,8}$/.test(id!)) throw new WrongWords();
  return Number(id);
}

async function getReview(shop: AdminShop, id: number) {
  const review = await findAnyReview(moderation(shop), id);
  if (!review) throw new StartProblem(`There is no review ${id}.`);
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
  Object.entries(reviewStatus).find(([, number]) => number === (status as ReviewStatus))![0];

const stars = (rating: number) => '*'.repeat(rating).padEnd(5);
