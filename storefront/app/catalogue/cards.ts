import type { Attribute, Product } from '@fynbos/core/catalogue/entities.ts';
import { isCapacity } from '@fynbos/core/pricing/unit-price.ts';
import type { CardProduct } from './card-fields.ts';
import { labelOf } from './details.ts';

/** The products of an answer as cards show them: the pack size by its words, not by its option's number. */
export function cardsOf(items: readonly Product[], attributes: readonly Attribute[]): CardProduct[] {
  return items.map((item) => {
    const { packsize: _, product_type: __, ...card } = item;
    const packsize = quantityOf(item, item, attributes);
    return (packsize ? { ...card, packsize } : card) as unknown as CardProduct;
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
