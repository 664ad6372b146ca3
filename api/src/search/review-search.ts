import type { Filter } from '@fynbos/core/catalogue/filter.ts';
import { maxStars } from '@fynbos/core/content/review.ts';
import type { SearchRequest } from '@fynbos/core/search/search-request.ts';
import { projection } from '../catalogue/documents/projection.ts';
import type { Db } from '../db.ts';
import { approvedReviews } from '../reviews/review-service.ts';
import { matchDocuments } from './document-matcher.ts';
import { writeSearchResponse } from './search-response.ts';

/**
 * Searches reviews (wire contract 1.8). It returns approved reviews only, newest first.
 * `aggregations.agg_terms_rating` counts the reviews per number of stars over all matches.
 */
export async function searchReviews(db: Db, request: SearchRequest): Promise<string> {
  const reviews = await approvedReviews(db, productsOf(request.filters));
  const matching = matchDocuments(reviews, request.filters, request.sort);
  const { apply } = projection(request.include, request.exclude);
  const items = matching.slice(request.start, request.start + request.size).map(apply);
  const aggregations = { agg_terms_rating: { buckets: countStars(matching) } };
  return writeSearchResponse(request, { items: JSON.stringify(items), total: matching.length, aggregations });
}

/** The product ids of the filter, so that only their reviews are read; undefined without such a filter. */
function productsOf(filters: readonly Filter[]): number[] | undefined {
  const named = filters.find(
    ({ field, any, condition }) => field === 'product_id' && !any && condition.is === 'in',
  );
  if (named?.condition.is !== 'in') return undefined;
  return named.condition.values.map(Number).filter((id) => Number.isInteger(id) && id > 0 && id < 2 ** 31);
}

function countStars(reviews: readonly { rating: number }[]) {
  const stars = Array.from({ length: maxStars }, (_, index) => maxStars - index);
  return stars.map((rating) => ({
    key: String(rating),
    doc_count: reviews.filter((review) => review.rating === rating).length,
  }));
}
