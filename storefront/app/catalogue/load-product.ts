import { breadcrumbs, type Crumb, categoryOfProduct, lineage } from '@fynbos/core/catalogue/breadcrumbs.ts';
import {
  type Attribute,
  type Category,
  disabledFrom,
  type Product,
} from '@fynbos/core/catalogue/entities.ts';
import { slugOf } from '@fynbos/core/catalogue/slug.ts';
import { redirect } from 'react-router';
import { productPath } from '../paths.ts';
import { loadReviews, type ProductReviews } from '../reviews/load-reviews.ts';
import type { CardProduct } from './card-fields.ts';
import { type Detail, detailsOf } from './details.ts';
import { findParent } from './find-product.ts';
import { type FoodFacts, foodFactsOf } from './food-facts.ts';
import { hasChoices } from './has-choices.ts';
import { labelOf } from './labels.ts';
import { notFound } from './missing.ts';
import { type PageProduct, pageProduct } from './page-product.ts';
import { loadParts, type MissingPart, type Part } from './parts.ts';
import { type Asker, find, findCategories } from './queries.ts';
import { loadRelated } from './related.ts';

export interface ProductPageData {
  kind: 'product';
  product: PageProduct;
  brand: { label: string; slug: string } | undefined;
  crumbs: Crumb[];
  details: Detail[];
  food: FoodFacts | undefined;
  /** Of a grouped or bundle product: what it is made of, each part once. */
  parts: (Part | MissingPart)[];
  related: CardProduct[];
  reviews: ProductReviews;
}

const mostAttributes = 150;

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
    loadCategories(product, asker),
    loadParts(product, asker),
    loadRelated(product, asker),
    loadReviews(product.id, asker),
  ]);
  const brand = labelOf(product, 'product_brand', attributes);
  return {
    kind: 'product',
    product: pageProduct(product, attributes),
    brand: brand ? { label: brand, slug: slugOf(brand) } : undefined,
    crumbs: crumbsOf(product, categories),
    details: detailsOf(product, attributes),
    food: foodFactsOf(product, attributes),
    parts,
    related,
    reviews,
  };
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

async function loadAttributes(asker: Asker): Promise<Attribute[]> {
  return (await find('attribute', { filters: { is_visible: { eq: true } }, size: mostAttributes }, asker))
    .items;
}

/** The categories the product is in, and the ones above those. */
async function loadCategories(product: Product, asker: Asker): Promise<Category[]> {
  if (product.category_ids.length === 0) return [];
  const own = await findCategories({ id: { in: product.category_ids } }, asker);
  const above = [...new Set(own.flatMap(lineage))].filter((id) => !product.category_ids.includes(id));
  return above.length > 0 ? [...own, ...(await findCategories({ id: { in: above } }, asker))] : own;
}

function crumbsOf(product: Product, categories: readonly Category[]): Crumb[] {
  const category = categoryOfProduct(product.category_ids, categories);
  return category ? breadcrumbs(lineage(category), categories) : [];
}

/** The parts of a product page that are files of their own, of which the browser is told ahead. */
export function latePartsOf({ product }: ProductPageData): string {
  return hasChoices(product) ? 'catalogue/product-choices.tsx messages/options' : '';
}

/** The tags under which a product page is kept (SHELL-2). */
export function productTags({ product, related }: ProductPageData): string {
  return ['product', `P${product.id}`, ...related.map(({ id }) => `P${id}`)].join(' ');
}
