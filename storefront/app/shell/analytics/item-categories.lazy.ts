import type { Attribute, Category, Product } from '@fynbos/core/catalogue/entities.ts';
import { labelOf } from '../../catalogue/state/attribute-labels.ts';
import { find } from '../../catalogue/state/catalogue-queries.ts';
import { crumbsOf, loadCategories } from '../../catalogue/state/product-categories.ts';
import { eventFactsOf, type Facts } from '../../platform/analytics/ga4-event.ts';

const fields = ['sku', 'product_brand', 'category_ids'];

/** Requests brands and category paths from the catalogue, as the product pages show them. */
export async function fetchItemCategories(skus: readonly string[]): Promise<Map<string, Facts>> {
  const filters = { sku: { in: [...skus] } };
  const { items, attributeMetadata: attributes } = await find('product', {
    filters,
    size: skus.length,
    includeFields: fields,
  });
  const known = await loadCategories([...new Set(items.flatMap(({ category_ids }) => category_ids))]);
  return new Map(items.map((product) => [product.sku, factsIn(product, attributes, known)]));
}

function factsIn(product: Product, attributes: readonly Attribute[], known: readonly Category[]): Facts {
  return eventFactsOf(
    labelOf(product, 'product_brand', attributes),
    crumbsOf(product, known).map(({ name }) => name),
  );
}
