import { priceField } from '../catalogue/listing.ts';
import { slugOf } from '../catalogue/slug.ts';
import { centsToDecimal } from '../money.ts';
import type { SearchDocument } from './engine.ts';
import type { PackCategory, PackProduct } from './pack.ts';

/** The products of a pack as the search engine sees them: found by the same words as at the server, save descriptions. */
export function* packDocuments(
  products: readonly PackProduct[],
  categories: readonly PackCategory[],
): Generator<SearchDocument> {
  const byId = new Map(categories.map((category) => [category.id, category]));
  for (const product of products) yield packDocument(product, byId);
}

function packDocument(product: PackProduct, categories: ReadonlyMap<number, PackCategory>): SearchDocument {
  const { id, sku, name, brand, kind, visibility, position, price, inStock } = product;
  const own = product.category_ids.flatMap((category) => categories.get(category)?.name ?? []);
  return {
    id,
    text: { name, sku, brand, type: [kind, ...own].join(' '), product_code: '', description: '' },
    skus: [sku],
    values: {
      name,
      visibility,
      position,
      brand: slugOf(brand),
      [priceField]: centsToDecimal(price),
      category_ids: withAbove(product.category_ids, categories),
    },
    inStock,
  };
}

/** A product stands in its categories and in all above them, as on a category page. */
function withAbove(ids: readonly number[], categories: ReadonlyMap<number, PackCategory>): number[] {
  const found = new Set<number>();
  for (const id of ids) {
    for (let one = categories.get(id); one && !found.has(one.id); one = categories.get(one.parent_id))
      found.add(one.id);
  }
  return [...found];
}
