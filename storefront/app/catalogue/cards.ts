import type { Attribute, Product } from '@fynbos/core/catalogue/entities.ts';
import { isCapacity } from '@fynbos/core/pricing/unit-price.ts';
import type { CardProduct } from './card-fields.ts';
import { labelOf, labelsOf } from './labels.ts';

/** The products of an answer as cards show them: pack size and diets by their words, not by their options' numbers. */
export function cardsOf(items: readonly Product[], attributes: readonly Attribute[]): CardProduct[] {
  return items.map((item) => {
    const { packsize: _, product_type: __, diet: ___, ...card } = item;
    const packsize = quantityOf(item, item, attributes);
    const diet = labelsOf(item, 'diet', attributes);
    return {
      ...card,
      ...(packsize && { packsize }),
      ...(diet.length > 0 && { diet }),
    } as unknown as CardProduct;
  });
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
