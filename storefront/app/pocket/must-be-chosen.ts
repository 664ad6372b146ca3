import type { CardProduct } from '../catalogue/card-fields.ts';

const manyPrices = new Set(['configurable', 'grouped', 'bundle']);

export const hasManyPrices = ({ type_id }: CardProduct): boolean => manyPrices.has(type_id);

/** Whether something is to be chosen before it can be bought: what that is, the pack does not know. */
export const mustBeChosen = (product: CardProduct): boolean =>
  product.choose === true || hasManyPrices(product);
