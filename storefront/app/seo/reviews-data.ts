import { maxStars } from '@fynbos/core/content/review.ts';
import type { ProductReviews, ShownReview } from '../reviews/state/load-reviews.ts';

/** The rating of a product and the reviews shown on its page; empty without reviews. */
export function ratingData({ average, count, newest }: ProductReviews): Record<string, unknown> {
  if (count === 0) return {};
  return {
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: average,
      reviewCount: count,
      bestRating: maxStars,
      worstRating: 1,
    },
    review: newest.map(reviewData),
  };
}

function reviewData({ title, detail, nickname, rating, created_at }: ShownReview) {
  return {
    '@type': 'Review',
    name: title,
    reviewBody: detail,
    author: { '@type': 'Person', name: nickname },
    datePublished: created_at.slice(0, 10),
    reviewRating: { '@type': 'Rating', ratingValue: rating, bestRating: maxStars, worstRating: 1 },
  };
}
