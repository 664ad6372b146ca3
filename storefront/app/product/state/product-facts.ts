import type { Crumb } from '@fynbos/core/catalogue/breadcrumbs.ts';
import type { Attribute, AttributeOption, Category, Product } from '@fynbos/core/catalogue/entities.ts';
import { optionOf } from '../../catalogue/state/attribute-labels.ts';
import { brandSlug } from '../../catalogue/state/brand-slug.ts';
import { find, type Requester } from '../../catalogue/state/catalogue-queries.ts';
import { type FoodFacts, foodFactsOf } from '../../catalogue/state/food/food-facts.ts';
import { crumbsOf } from '../../catalogue/state/product-categories.ts';
import { type PageProduct, pageProduct } from '../../catalogue/state/product-details.ts';
import { type Detail, detailsOf } from './details-rows.ts';

/** The facts in a product document, with the names of attributes and categories. */
export interface ProductFacts {
  product: PageProduct;
  brand: { label: string; slug: string } | undefined;
  crumbs: Crumb[];
  details: Detail[];
  food: FoodFacts | undefined;
}

export function productFactsOf(
  product: Product,
  attributes: readonly Attribute[],
  categories: readonly Category[],
): ProductFacts {
  return {
    product: pageProduct(product, attributes),
    brand: brandOf(optionOf(product, 'product_brand', attributes)),
    crumbs: crumbsOf(product, categories),
    details: detailsOf(product, attributes),
    food: foodFactsOf(product, attributes),
  };
}

const brandOf = (option: AttributeOption | undefined): ProductFacts['brand'] =>
  option?.label ? { label: option.label, slug: brandSlug(option) } : undefined;

const maxAttributes = 150;

export async function loadAttributes(requester: Requester): Promise<Attribute[]> {
  return (await find('attribute', { filters: { is_visible: { eq: true } }, size: maxAttributes }, requester))
    .items;
}
