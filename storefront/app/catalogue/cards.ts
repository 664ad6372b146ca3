import type { Attribute, Product } from '@fynbos/core/catalogue/entities.ts';
import { isCapacity } from '@fynbos/core/pricing/unit-price.ts';
import { piecesLeft } from '@fynbos/core/stock/quantity.ts';
import type { CardProduct } from './card-fields.ts';
import { labelOf, labelsOf } from './labels.ts';

/** The products of an answer as cards show them: pack size and diets by their words, not by their options' numbers. */
export function cardsOf(items: readonly Product[], attributes: readonly Attribute[]): CardProduct[] {
  return items.map((item) => {
    const { packsize: _, product_type: __, diet: ___, stock, ...card } = item;
    const packsize = quantityOf(item, item, attributes);
    const diet = labelsOf(item, 'diet', attributes);
    return {
      ...card,
      ...(stock && { stock: cardStock(stock) }),
      ...(packsize && { packsize }),
      ...(diet.length > 0 && { diet }),
    } as unknown as CardProduct;
  });
}

/** Whether it is there, and how many where that is counted: a list has fifty of these. */
function cardStock(stock: Product['stock']): CardProduct['stock'] {
  const { is_in_stock, manage_stock, qty } = stock;
  return piecesLeft(stock) === undefined ? { is_in_stock } : { is_in_stock, manage_stock, qty };
}

/** The size of a pack in words; undefined where it is the capacity of a thing that lasts. */
export function quantityOf(
  pack: Record<string, unknown>,
  product: Record<string, unknown>,
  attributes: readonly Attribute[],
): string | undefined {
  const type = labelOf(product, 'product_type', attributes) ?? '';
  return isCapacity(type) ? undefined : labelOf(pack, 'packsize', attributes);
}
