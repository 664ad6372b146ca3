import { isComposite } from '@fynbos/core/catalogue/composite-type.ts';
import type { CardProduct } from './product-card-fields.ts';

/** Whether options must be chosen on the page of a product before it can be bought. */
export const requiresChoice = ({ choose, type_id }: Pick<CardProduct, 'choose' | 'type_id'>): boolean =>
  choose === true || isComposite(type_id);
