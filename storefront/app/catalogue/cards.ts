import type { Attribute, Product } from '@fynbos/core/catalogue/entities.ts';
import type { CardProduct } from './card-fields.ts';

/** The products of an answer as cards show them: the pack size by its words, not by its option's number. */
export function cardsOf(items: readonly Product[], attributes: readonly Attribute[]): CardProduct[] {
  const packsize = attributes.find((attribute) => attribute.attribute_code === 'packsize');
  return items.map((item) => {
    const { packsize: value, ...card } = item as unknown as CardProduct;
    const label = value && packsize ? optionLabel(packsize, value) : value;
    return label ? { ...card, packsize: label } : card;
  });
}

function optionLabel({ options }: Attribute, value: string): string | undefined {
  if (!options || options.length === 0) return value;
  return options.find((option) => option.value === String(value))?.label;
}
