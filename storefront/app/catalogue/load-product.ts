import { disabledFrom, type Product } from '@fynbos/core/catalogue/entities.ts';
import { redirect } from 'react-router';
import { productPath } from '../paths.ts';
import { loadReviews, type ProductReviews } from '../reviews/load-reviews.ts';
import type { CardProduct } from './card-fields.ts';
import { findParent } from './find-product.ts';
import { hasChoices } from './has-choices.ts';
import { notFound } from './missing.ts';
import { loadParts, type MissingPart, type Part } from './parts.ts';
import { loadCategories } from './product-categories.ts';
import { factsOf, loadAttributes, type ProductFacts } from './product-facts.ts';
import type { Asker } from './queries.ts';
import { loadRelated } from './related.ts';

/** Keeps a page current until the signal ends it, and tells of it with what was heard. */
export type Watch = (
  given: ProductPageData,
  tell: (page: ProductPageData) => void,
  signal: AbortSignal,
) => void;

export interface ProductPageData extends ProductFacts {
  kind: 'product';
  /** Of a grouped or bundle product: what it is made of, each part once. */
  parts: (Part | MissingPart)[];
  related: CardProduct[];
  reviews: ProductReviews;
  /** Of a page that a browser made of its product's document alone: how it gets the rest, and then goes on being watched. */
  catchUp?: Watch;
}

/**
 * Everything the page of a product shows.
 *
 * A child opened directly leads to its parent, for good (decision 19). Throws 404 for what is
 * disabled, and for a child without a parent.
 */
export async function loadProduct(product: Product, asker: Asker): Promise<ProductPageData> {
  if (product.status >= disabledFrom) {
    throw notFound('product', `Product query returned empty result product status = ${product.status}`);
  }
  if (product.visibility === 1) throw await wayToParent(product, asker);
  const [attributes, categories, parts, related, reviews] = await Promise.all([
    loadAttributes(asker),
    loadCategories(product.category_ids, asker),
    loadParts(product, asker),
    loadRelated(product, asker),
    loadReviews(product.id, asker),
  ]);
  return { kind: 'product', ...factsOf(product, attributes, categories), parts, related, reviews };
}

async function wayToParent(child: Product, asker: Asker) {
  const parent = await findParent(child.sku, asker);
  if (!parent || parent.id === child.id || parent.status >= disabledFrom) {
    return notFound(
      'product',
      `Product query returned empty result product visibility = ${child.visibility}`,
    );
  }
  // The child's address never enters the history; `replace` would take the page before it out as well.
  return redirect(productPath(parent, child.sku), 301);
}

/** The parts of a product page that are files of their own, of which the browser is told ahead. */
export function latePartsOf({ product }: ProductPageData): string {
  return hasChoices(product) ? 'catalogue/product-choices.tsx messages/options' : '';
}

/** The tags under which a product page is kept (SHELL-2). */
export function productTags({ product, related }: ProductPageData): string {
  return ['product', `P${product.id}`, ...related.map(({ id }) => `P${id}`)].join(' ');
}
