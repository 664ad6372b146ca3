import { breadcrumbs, categoryOfProduct, lineage } from '@fynbos/core/catalogue/breadcrumbs.ts';
import type { Attribute, Category, Product } from '@fynbos/core/catalogue/entities.ts';
import { labelOf } from '../catalogue/labels.ts';
import { find, findCategories } from '../catalogue/queries.ts';
import { type Facts, factsOf } from './shop-event.ts';

const fields = ['sku', 'product_brand', 'category_ids'];

/** Asks the catalogue for brands and categories, each with those above it, as the products' pages show them. */
export async function askFacts(skus: readonly string[]): Promise<Map<string, Facts>> {
  const filters = { sku: { in: [...skus] } };
  const { items, attributeMetadata } = await find('product', {
    filters,
    size: skus.length,
    includeFields: fields,
  });
  const attributes = attributeMetadata as unknown as Attribute[];
  const own = await categoriesOf(items.flatMap(({ category_ids }) => category_ids));
  const above = await categoriesOf(own.flatMap(lineage), own);
  const known = [...own, ...above];
  return new Map(items.map((product) => [product.sku, factsIn(product, attributes, known)]));
}

async function categoriesOf(ids: readonly number[], known: readonly Category[] = []): Promise<Category[]> {
  const unknown = [...new Set(ids)].filter((id) => !known.some((category) => category.id === id));
  return unknown.length > 0 ? findCategories({ id: { in: unknown } }) : [];
}

function factsIn(product: Product, attributes: readonly Attribute[], known: readonly Category[]): Facts {
  const category = categoryOfProduct(product.category_ids, known);
  const crumbs = category ? breadcrumbs(lineage(category), known) : [];
  return factsOf(
    labelOf(product, 'product_brand', attributes),
    crumbs.map(({ name }) => name),
  );
}
