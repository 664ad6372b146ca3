import { disabledFrom, type Product } from '@fynbos/core/catalogue/entities.ts';
import { redirect } from 'react-router';
import type { Requester } from '../../catalogue/state/catalogue-queries.ts';
import { findParent } from '../../catalogue/state/find-product.ts';
import { hasChoices } from '../../catalogue/state/has-choices.ts';
import type { CardProduct } from '../../catalogue/state/product-card-fields.ts';
import { loadCategories } from '../../catalogue/state/product-categories.ts';
import { loadParts, type MissingPart, type Part } from '../../catalogue/state/product-parts.ts';
import { productPath } from '../../paths.ts';
import { apiSettings } from '../../platform/api/api-settings.ts';
import type { LatePart } from '../../platform/pages/late-parts.ts';
import { notFound } from '../../platform/pages/not-found.ts';
import { loadReviews, type ProductReviews } from '../../reviews/state/load-reviews.ts';
import { loadAttributes, type ProductFacts, productFactsOf } from './product-facts.ts';
import { loadRelated } from './related-products.ts';

/** Updates a page until the signal aborts, and passes each new version to `onUpdate`. */
type Watch = (
  initialPage: ProductPageData,
  onUpdate: (page: ProductPageData) => void,
  signal: AbortSignal,
) => void;

export interface ProductPageData extends ProductFacts {
  kind: 'product';
  /** Parts of a grouped or bundle product, each once. */
  parts: (Part | MissingPart)[];
  related: CardProduct[];
  reviews: ProductReviews;
  /**
   * Set on a page built in the browser from the product document alone: loads the missing data, then
   * watches prices.
   */
  catchUp?: Watch;
}

/**
 * Loads all data of a product page.
 *
 * A child opened directly redirects permanently to its parent, unless the operator allows direct access
 * (spec D19). Throws 404 for disabled products, and for a child without a parent.
 */
export async function loadProduct(product: Product, requester: Requester): Promise<ProductPageData> {
  if (product.status >= disabledFrom) {
    throw notFound('product', `Product query returned empty result product status = ${product.status}`);
  }
  if (product.visibility === 1) {
    const parent = await getParent(product, requester);
    // The child's address never enters the history; `replace` would also remove the page before it.
    if (!apiSettings().switches.directChildAccess) throw redirect(productPath(parent, product.sku), 301);
  }
  const [attributes, categories, parts, related, reviews] = await Promise.all([
    loadAttributes(requester),
    loadCategories(product.category_ids, requester),
    loadParts(product, requester),
    loadRelated(product, requester),
    loadReviews(product.id, requester),
  ]);
  return { kind: 'product', ...productFactsOf(product, attributes, categories), parts, related, reviews };
}

async function getParent(child: Product, requester: Requester): Promise<Product> {
  const parent = await findParent(child.sku, requester);
  if (!parent || parent.id === child.id || parent.status >= disabledFrom) {
    throw notFound('product', `Product query returned empty result product visibility = ${child.visibility}`);
  }
  return parent;
}

/** The separately loaded files of a product page, which are announced to the browser. */
export function latePartsOf({ product }: ProductPageData): LatePart[] {
  return hasChoices(product) ? ['product/components/product-choices.lazy.tsx', 'messages/options'] : [];
}

/** The cache tags of a product page (SHELL-2). */
export function productTags({ product, related }: ProductPageData): string {
  return ['product', `P${product.id}`, ...related.map(({ id }) => `P${id}`)].join(' ');
}
