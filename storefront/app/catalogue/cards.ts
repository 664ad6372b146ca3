import type { Attribute, Product } from '@fynbos/core/catalogue/entities.ts';
import type { Measure } from '@fynbos/core/pricing/amount.ts';
import { cheapestByMeasure, measureOf } from '@fynbos/core/pricing/unit-price.ts';
import { piecesLeft } from '@fynbos/core/stock/quantity.ts';
import type { CardProduct } from './card-fields.ts';
import { labelOf, labelsOf } from './labels.ts';

/** The products of an answer as cards show them: diets by their words, packs by how they are compared. */
export function cardsOf(items: readonly Product[], attributes: readonly Attribute[]): CardProduct[] {
  return items.map((item) => {
    const { packsize: _, diet: __, configurable_children: ___, custom_options, stock, ...card } = item;
    const diet = labelsOf(item, 'diet', attributes);
    return {
      ...card,
      ...(stock && { stock: cardStock(stock) }),
      ...cardMeasure(item, attributes),
      ...(custom_options?.length > 0 && { choose: true }),
      ...(diet.length > 0 && { diet }),
    } as unknown as CardProduct;
  });
}

/** Whether it is there, and how many where that is counted: a list has fifty of these. */
function cardStock(stock: Product['stock']): CardProduct['stock'] {
  const { is_in_stock, manage_stock, qty } = stock;
  return piecesLeft(stock) === undefined ? { is_in_stock } : { is_in_stock, manage_stock, qty };
}

/** A product with variants is compared by the one that has most for the money. */
function cardMeasure(
  item: Product,
  attributes: readonly Attribute[],
): Pick<CardProduct, 'measure' | 'measured'> {
  const own = measureIn(item, attributes);
  const packs = (item.configurable_children ?? []).map((child) => ({
    inclTax: child.final_price_incl_tax ?? 0,
    measure: measureIn(child, attributes) ?? own,
  }));
  if (packs.length === 0) return own ? { measure: own } : {};
  const best = cheapestByMeasure(packs);
  return best ? { measure: best.measure, measured: best.inclTax } : {};
}

/** How a pack is compared: what its size says; undefined for a set, whose parts are not alike. */
export function measureIn(
  pack: Record<string, unknown>,
  attributes: readonly Attribute[],
): Measure | undefined {
  if (pack.type_id === 'grouped' || pack.type_id === 'bundle') return undefined;
  const size = labelOf(pack, 'packsize', attributes);
  return size ? measureOf(size) : undefined;
}
