import type { Crumb } from '@fynbos/core/catalogue/breadcrumbs.ts';
import type { Attribute, Category, Product } from '@fynbos/core/catalogue/entities.ts';
import { slugOf } from '@fynbos/core/catalogue/slug.ts';
import { type Detail, detailsOf } from './details.ts';
import { type FoodFacts, foodFactsOf } from './food-facts.ts';
import { labelOf } from './labels.ts';
import { type PageProduct, pageProduct } from './page-product.ts';
import { crumbsOf } from './product-categories.ts';
import { type Requester, find } from './queries.ts';

/** The facts in a product document, with the names of attributes and categories. */
export interface ProductFacts {
  product: PageProduct;
  brand: { label: string; slug: string } | undefined;
  crumbs: Crumb[];
  details: Detail[];
  food: FoodFacts | undefined;
}

export function factsOf(
  product: Product,
  attributes: readonly Attribute[],
  categories: readonly Category[],
): ProductFacts {
  const brand = labelOf(product, 'product_brand', attributes);
  return {
    product: pageProduct(product, attributes),
    brand: brand ? { label: brand, slug: slugOf(brand) } : undefined,
    crumbs: crumbsOf(product, categories),
    details: detailsOf(product, attributes),
    food: foodFactsOf(product, attributes),
  };
}

const maxAttributes = 150;

export async function loadAttributes(requester: Requester): Promise<Attribute[]> {
  return (await find('attribute', { filters: { is_visible: { eq: true } }, size: maxAttributes }, requester))
    .items;
}
