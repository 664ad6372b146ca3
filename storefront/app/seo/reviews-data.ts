import { mostStars } from '@fynbos/core/content/review.ts';
import type { ProductReviews, ShownReview } from '../reviews/load-reviews.ts';

/** The rating of a product and the reviews its page shows; nothing where nobody has written one. */
export function ratingData({ average, count, newest }: ProductReviews): Record<string, unknown> {
  if (count === 0) return {};
  return {
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: average,
      reviewCount: count,
      bestRating: mostStars,
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
    reviewRating: { '@type': 'Rating', ratingValue: rating, bestRating: mostStars, worstRating: 1 },
  };
}
