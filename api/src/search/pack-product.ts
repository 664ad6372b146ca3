import type { Category, Product } from '@fynbos/core/catalogue/entities.ts';
import { decimalToCents } from '@fynbos/core/money.ts';
import { cheapestByMeasure, measureOf } from '@fynbos/core/pricing/unit-price.ts';
import type { PackCategory, PackProduct } from '@fynbos/core/search/pack.ts';
import { categoryRootId } from '@fynbos/core/shop.ts';

/** The label of an option value, so that it is said as it is read. */
type LabelOf = (code: string, value: unknown) => string;

/** A product as the pack holds it: what a list shows, and the words it is searched by (commerce 9). */
export function packProduct(product: Product, labelOf: LabelOf): PackProduct {
  const { id, sku, name, type_id, visibility, position, category_ids, url_path, image } = product;
  const final = centsOf(product.final_price_incl_tax);
  const original = centsOf(product.original_price_incl_tax);
  return {
    id,
    sku,
    name,
    brand: typeof product.brand === 'string' ? product.brand : '',
    type_id,
    visibility,
    position,
    kind: ['product_type', 'product_subtype'].map((code) => labelOf(code, product[code])).join(' '),
    category_ids,
    url_path,
    image,
    ...comparedBy(product, labelOf),
    choose: product.custom_options.length > 0,
    price: final,
    was: centsOf(product.special_price_incl_tax) > 0 && original > final ? original : 0,
    inStock: product.stock.is_in_stock,
  };
}

/** By which size it is compared: its own, or with variants that of the one that has most for the money. */
function comparedBy(product: Product, labelOf: LabelOf): Pick<PackProduct, 'packsize' | 'measured'> {
  const sizeOf = (pack: Record<string, unknown>) => labelOf('packsize', pack.packsize);
  if (product.type_id === 'grouped' || product.type_id === 'bundle') return { packsize: '', measured: 0 };
  const own = sizeOf(product);
  const packs = product.configurable_children.map((child) => {
    const packsize = sizeOf(child) || own;
    return { inclTax: child.final_price_incl_tax ?? 0, packsize, measure: measureOf(packsize) };
  });
  if (packs.length === 0) return { packsize: own, measured: 0 };
  const best = cheapestByMeasure(packs);
  return best ? { packsize: best.packsize, measured: centsOf(best.inclTax) } : { packsize: '', measured: 0 };
}

/** The categories that shoppers may enter, as the pack holds them. */
export function packCategories(categories: readonly Category[]): PackCategory[] {
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
