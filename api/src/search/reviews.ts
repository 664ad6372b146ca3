import type { Filter } from '@fynbos/core/catalogue/filter.ts';
import { mostStars } from '@fynbos/core/content/review.ts';
import type { SearchRequest } from '@fynbos/core/search/request.ts';
import { projection } from '../catalogue/projection.ts';
import { approvedReviews } from '../content/review-service.ts';
import type { Db } from '../db.ts';
import { matchDocuments } from './matcher.ts';
import { writeAnswer } from './write-answer.ts';

/**
 * Searches reviews (wire contract 1.8): approved ones alone, whatever is asked, newest first. How often each number
 * of stars was given is in `aggregations.agg_terms_rating`, over all that was found.
 */
export async function searchReviews(db: Db, request: SearchRequest): Promise<string> {
  const reviews = await approvedReviews(db, productsOf(request.filters));
  const found = matchDocuments(reviews, request.filters, request.sort);
  const { apply } = projection(request.include, request.exclude);
  const items = found.slice(request.start, request.start + request.size).map(apply);
  const aggregations = { agg_terms_rating: { buckets: countStars(found) } };
  return writeAnswer(request, { items: JSON.stringify(items), total: found.length, aggregations });
}

/** The products that are asked about, so that not all reviews are read; undefined without such a filter. */
function productsOf(filters: readonly Filter[]): number[] | undefined {
  const named = filters.find(
    ({ field, any, condition }) => field === 'product_id' && !any && condition.is === 'in',
  );
  if (named?.condition.is !== 'in') return undefined;
  return named.condition.values.map(Number).filter((id) => Number.isInteger(id) && id > 0 && id < 2 ** 31);
}

function countStars(reviews: readonly { rating: number }[]) {
  const stars = Array.from({ length: mostStars }, (_, index) => mostStars - index);
  return stars.map((rating) => ({
    key: String(rating),
    doc_count: reviews.filter((review) => review.rating === rating).length,
  }));
}
