import type { Attribute, Product } from '@fynbos/core/catalogue/entities.ts';
import type { ListingChoice } from '@fynbos/core/catalogue/listing.ts';
import { filteredVariant } from '@fynbos/core/catalogue/variant.ts';
import type { Measure } from '@fynbos/core/pricing/line-amount.ts';
import { cheapestByMeasure, measureOf } from '@fynbos/core/pricing/unit-price.ts';
import { minPurchasable, unitsLeft } from '@fynbos/core/stock/quantity.ts';
import { apiSettings } from '../../platform/api/api-settings.ts';
import { labelOf, labelsOf } from './attribute-labels.ts';
import type { CardProduct } from './product-card-fields.ts';

/**
 * Converts the products of a response to cards, with labels for diets and a measure for package sizes.
 * @param filters the values by which the list is filtered, by attribute
 */
export function cardsOf(
  items: readonly Product[],
  attributes: readonly Attribute[],
  filters: ListingChoice['filters'] = {},
): CardProduct[] {
  return items.map((item) => {
    const { packsize: _, diet: __, configurable_children: ___, configurable_options: ____, ...rest } = item;
    const { custom_options, errors, stock, ...card } = rest;
    const diet = labelsOf(item, 'diet', attributes);
    // A card has these fields and those that the search asked for.
    return {
      ...card,
      ...(stock && { stock: cardStock(stock) }),
      ...cardMeasure(item, attributes),
      ...((custom_options?.length > 0 || errors) && { choose: true }),
      ...(errors && { blocked: true }),
      ...filteredChild(item, filters),
      ...(diet.length > 0 && { diet }),
    };
  });
}

/** Present only where the list was requested with the fields for it. */
function filteredChild(item: Product, filters: ListingChoice['filters']): Pick<CardProduct, 'childSku'> {
  if (!item.configurable_options || !item.configurable_children) return {};
  const child = filteredVariant(item, filters, apiSettings().switches);
  return child ? { childSku: child.sku } : {};
}

/** Reduces stock to its status, plus the quantity where it is counted, because a list has fifty of these. */
function cardStock(stock: Product['stock']): CardProduct['stock'] {
  const { is_in_stock, manage_stock } = stock;
  const [qty, min_sale_qty] = [unitsLeft(stock), minPurchasable(stock)];
  return {
    is_in_stock,
    ...(qty !== undefined && { manage_stock, qty }),
    ...(min_sale_qty > 1 && { min_sale_qty }),
  };
}

/** A product with variants uses the variant with the lowest unit price. */
function cardMeasure(
  item: Product,
  attributes: readonly Attribute[],
): Pick<CardProduct, 'measure' | 'measured'> {
  const ownMeasure = measureIn(item, attributes);
  const variants = (item.configurable_children ?? []).map((child) => ({
    inclTax: child.final_price_incl_tax ?? 0,
    measure: measureIn(child, attributes) ?? ownMeasure,
  }));
  if (variants.length === 0) return ownMeasure ? { measure: ownMeasure } : {};
  const best = cheapestByMeasure(variants);
  return best ? { measure: best.measure, measured: best.inclTax } : {};
}

/** The measure of a package size; undefined for a set, whose parts differ. */
export function measureIn(
  item: Record<string, unknown>,
  attributes: readonly Attribute[],
): Measure | undefined {
  if (item.type_id === 'grouped' || item.type_id === 'bundle') return undefined;
  const size = labelOf(item, 'packsize', attributes);
  return size ? measureOf(size) : undefined;
}
