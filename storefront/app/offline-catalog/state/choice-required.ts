import type { CardProduct } from '../../catalogue/state/product-card-fields.ts';

const manyPrices = new Set(['configurable', 'grouped', 'bundle']);

export const hasManyPrices = ({ type_id }: CardProduct): boolean => manyPrices.has(type_id);

/** Whether options must be chosen before buying; the snapshot does not contain the options. */
export const requiresChoice = (product: CardProduct): boolean =>
  product.choose === true || hasManyPrices(product);
