import type { Review } from '@fynbos/core/content/contract.ts';
import { type RatingSummary, summariseRatings } from '@fynbos/core/content/review.ts';
import { reviewEntity, searchCatalogue } from '@fynbos/core/search/contract.ts';
import { call } from '../../api-client.ts';
import { storeView } from '../../platform/api/api-settings.ts';

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
  const { result } = await call(searchCatalogue, {
    params: { index: storeView().index, entity: reviewEntity },
    body: { filters: { product_id: { eq: productId } }, size: shown, includeFields: shownFields },
    ...requestOptions,
  });
  const { agg_terms_rating } = result.aggregations as Record<
    string,
    { buckets: { key: string; doc_count: number }[] } | undefined
  >;
  return {
    ...summariseRatings(agg_terms_rating?.buckets ?? []),
    newest: result.items as unknown as ShownReview[],
  };
}
