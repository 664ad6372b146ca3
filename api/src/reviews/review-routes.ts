import { disabledFrom } from '@fynbos/core/catalogue/entities.ts';
import { createReview as createReviewEndpoint, listOwnReviews } from '@fynbos/core/content/contract.ts';
import { Problem } from '@fynbos/core/problem.ts';
import type { FastifyInstance } from 'fastify';
import { parseProduct } from '../catalogue/documents/product-index.ts';
import type { LiveCatalogue } from '../catalogue/live-catalogue.ts';
import type { Ctx } from '../context.ts';
import { route } from '../route.ts';
import type { Views } from '../store-views.ts';
import { createReview, reviewsOf } from './review-service.ts';

/**
 * Endpoints to write a review and to list a customer's own (wire contract 1.8). The search finds approved
 * reviews.
 */
export function registerReviews(
  app: FastifyInstance,
  ctx: Ctx & { catalogue: LiveCatalogue; views: Views },
): void {
  const { db, actors, catalogue, views } = ctx;

  route(app, createReviewEndpoint, async ({ body: { review }, request }) => {
    const actor = await actors.findActor(request);
    const product = catalogue.find(review.product_id);
    if (!product || product.status >= disabledFrom) throw new Problem('product_not_found');
    const { code: store_code } = views.of(request).catalogue.view;
    return createReview(ctx, { ...review, store_code }, { id: actor?.id, ip: request.ip });
  });

  route(app, listOwnReviews, async ({ request }) => {
    const { id } = await actors.getActor(request);
    const customerReviews = await reviewsOf(db, id);
    return customerReviews.map((review) => ({ ...review, product: productOf(catalogue, review.product_id) }));
  });
}

function productOf(catalogue: LiveCatalogue, id: number) {
  const record = catalogue.find(id);
  if (!record || record.status >= disabledFrom) return null;
  const { sku, name, url_path, image } = parseProduct(record.json);
  return { sku, name, url_path, image };
}
