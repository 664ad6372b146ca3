import type { Category, Product } from '@fynbos/core/catalogue/entities.ts';
import { slugOf } from '@fynbos/core/catalogue/slug.ts';
import { decimalToCents } from '@fynbos/core/money.ts';
import { cheapestByMeasure, measureOf } from '@fynbos/core/pricing/unit-price.ts';
import type { SnapshotCategory } from '@fynbos/core/search/snapshot/catalog-snapshot.ts';
import type { SnapshotProduct } from '@fynbos/core/search/snapshot/snapshot-product.ts';
import { categoryRootId } from '@fynbos/core/shop.ts';
import { minPurchasable } from '@fynbos/core/stock/quantity.ts';

/** Returns the label of an option value. */
type LabelOf = (code: string, value: unknown) => string;
/** The slugs of the brands, by option value. */
type Brands = ReadonlyMap<string, string>;

/** A product in the catalogue snapshot: the fields a list shows and the text it is searched by (spec commerce 9). */
export function snapshotProduct(product: Product, labelOf: LabelOf, brands: Brands): SnapshotProduct {
  const { id, sku, name, type_id, visibility, position, category_ids, url_path, image } = product;
  const final = centsOf(product.final_price_incl_tax);
  const original = centsOf(product.original_price_incl_tax);
  const minimum = minPurchasable(product.stock);
  return {
    id,
    sku,
    name,
    ...brandOf(product, brands),
    type_id,
    visibility,
    position,
    kind: ['product_type', 'product_subtype'].map((code) => labelOf(code, product[code])).join(' '),
    category_ids,
    url_path,
    image,
    ...comparedBy(product, labelOf),
    choose: product.custom_options.length > 0 || product.errors !== undefined,
    ...(minimum > 1 && { minimum }),
    price: final,
    was: centsOf(product.special_price_incl_tax) > 0 && original > final ? original : 0,
    inStock: product.stock.is_in_stock,
  };
}

function brandOf(product: Product, brands: Brands): Pick<SnapshotProduct, 'brand' | 'brandSlug'> {
  const brand = typeof product.brand === 'string' ? product.brand : '';
  const slug = brands.get(String(product.product_brand));
  return { brand, ...(slug && slug !== slugOf(brand) && { brandSlug: slug }) };
}

/**
 * The pack size for unit-price comparison: the product's own, or that of the variant with the lowest unit
 * price.
 */
function comparedBy(product: Product, labelOf: LabelOf): Pick<SnapshotProduct, 'packsize' | 'measured'> {
  const sizeOf = (item: Record<string, unknown>) => labelOf('packsize', item.packsize);
  if (product.type_id === 'grouped' || product.type_id === 'bundle') return { packsize: '', measured: 0 };
  const ownSize = sizeOf(product);
  const variants = product.configurable_children.map((child) => {
    const packsize = sizeOf(child) || ownSize;
    return { inclTax: child.final_price_incl_tax ?? 0, packsize, measure: measureOf(packsize) };
  });
  if (variants.length === 0) return { packsize: ownSize, measured: 0 };
  const best = cheapestByMeasure(variants);
  return best ? { packsize: best.packsize, measured: centsOf(best.inclTax) } : { packsize: '', measured: 0 };
}

/** Active categories with products, as in the catalogue snapshot. */
export function snapshotCategories(categories: readonly Category[]): SnapshotCategory[] {
  return categories
    .filter(({ id, is_active, product_count }) => id > categoryRootId && is_active && product_count > 0)
    .map(({ id, parent_id, name, url_path, position, image }) => ({
      id,
      parent_id,
      name,
      url_path,
      position,
      image: image ?? '',
    }));
}

function centsOf(decimal: number): number {
  return decimalToCents(decimal) ?? 0;
}
