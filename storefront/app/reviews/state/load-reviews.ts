import type { Review } from '@fynbos/core/content/contract.ts';
import { type RatingSummary, summariseRatings } from '@fynbos/core/content/review.ts';
import { reviewEntity } from '@fynbos/core/search/contract.ts';
import { searchEntities } from '../../catalogue/state/entity-search.ts';

/** The reviews of a product: rating summary and the newest reviews (PDP-7). */
export interface ProductReviews extends RatingSummary {
  newest: ShownReview[];
}

export type ShownReview = Pick<Review, 'id' | 'title' | 'detail' | 'nickname' | 'rating' | 'created_at'>;

const shown = 5;
const shownFields = ['id', 'title', 'detail', 'nickname', 'rating', 'created_at'];

/** Loads the approved reviews of a product; the search returns no others (spec D37). */
export async function loadReviews(
  productId: number,
  requestOptions: { request?: Request; signal?: AbortSignal },
): Promise<ProductReviews> {
  const { items, aggregations } = await searchEntities(reviewEntity, {
    body: { filters: { product_id: { eq: productId } }, size: shown, includeFields: shownFields },
    ...requestOptions,
  });
  return { ...summariseRatings(aggregations.agg_terms_rating?.buckets ?? []), newest: items };
}
