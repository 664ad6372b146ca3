import { priceField, savingField, unitPriceField } from '../../catalogue/listing.ts';
import { slugOf } from '../../catalogue/slug.ts';
import { centsToDecimal } from '../../money.ts';
import { savingPercent } from '../../pricing/saving.ts';
import { measureOf, wholeUnitPrice } from '../../pricing/unit-price.ts';
import type { SearchDocument } from '../search-engine.ts';
import type { SnapshotCategory } from '../snapshot/catalog-snapshot.ts';
import type { SnapshotProduct } from '../snapshot/snapshot-product.ts';

/**
 * Converts the products of a snapshot to documents of the search engine. They match the same words as on
 * the server, except descriptions.
 */
export function* snapshotDocuments(
  products: readonly SnapshotProduct[],
  categories: readonly SnapshotCategory[],
): Generator<SearchDocument> {
  const byId = new Map(categories.map((category) => [category.id, category]));
  for (const product of products) yield snapshotDocument(product, byId);
}

function snapshotDocument(
  product: SnapshotProduct,
  categories: ReadonlyMap<number, SnapshotCategory>,
): SearchDocument {
  const {
    id,
    sku,
    name,
    brand,
    brandSlug = slugOf(brand),
    kind,
    visibility,
    position,
    price,
    was,
    inStock,
  } = product;
  const categoryNames = product.category_ids.flatMap((category) => categories.get(category)?.name ?? []);
  return {
    id,
    text: { name, sku, brand, type: [kind, ...categoryNames].join('\n'), product_code: '', description: '' },
    skus: [sku],
    values: {
      name,
      visibility,
      position,
      brand: brandSlug,
      [priceField]: centsToDecimal(price),
      ...unitPriceOf(product),
      [savingField]: savingPercent(was, price),
      category_ids: withAbove(product.category_ids, categories),
    },
    inStock,
  };
}

/** Absent when it is unknown: the product is sorted last. */
function unitPriceOf({ price, measured, packsize }: SnapshotProduct): Record<string, number> {
  const inclTax = centsToDecimal(measured || price);
  const unitPrice = wholeUnitPrice({ inclTax, measure: measureOf(packsize) });
  return unitPrice === undefined ? {} : { [unitPriceField]: unitPrice };
}

/** A product belongs to its categories and all their ancestors, as on a category page. */
function withAbove(ids: readonly number[], categories: ReadonlyMap<number, SnapshotCategory>): number[] {
  const allIds = new Set<number>();
  for (const id of ids) {
    for (
      let category = categories.get(id);
      category && !allIds.has(category.id);
      category = categories.get(category.parent_id)
    )
      allIds.add(category.id);
  }
  return [...allIds];
}
