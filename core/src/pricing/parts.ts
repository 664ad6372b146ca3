import { timesQuantity } from '../money.ts';
import { type ShopPrice, unknownPrice } from './price.ts';

/** One product of a set, and how many of it. The price is undefined when the product could not be loaded. */
export interface PricedPart {
  price: ShopPrice | undefined;
  qty: number;
}

/**
 * The price of a grouped product (commerce 4): it starts at 0 and is the sum of its parts, each unit taxed
 * and rounded before it is multiplied (decision 16). A part that could not be loaded makes it unknown
 * (decision 22).
 */
export function groupedPrice(parts: readonly PricedPart[]): ShopPrice {
  const known = parts.flatMap(({ price, qty }) => (price ? [{ price, qty }] : []));
  if (known.length < parts.length) return unknownPrice;
  const sum = (field: keyof ShopPrice) =>
    known.reduce((total, { price, qty }) => total + timesQuantity(price[field], qty), 0);
  const reduced = known.some(({ price }) => price.special > 0);
  return {
    original: sum('original'),
    original_incl_tax: sum('original_incl_tax'),
    special: reduced ? sum('final') : 0,
    special_incl_tax: reduced ? sum('final_incl_tax') : 0,
    final: sum('final'),
    final_incl_tax: sum('final_incl_tax'),
  };
}

/**
 * The price of a bundle as it is put together (commerce 4): the sum over its options of the selected
 * product times its quantity, which replaces the bundle's own price only if it is above 0. A selection
 * counts with a quantity of 0 or more.
 */
export function bundlePrice(own: ShopPrice, parts: readonly PricedPart[]): ShopPrice {
  const counted = parts.filter(({ qty }) => qty >= 0);
  if (counted.some(({ price }) => !price)) return unknownPrice;
  const sum = groupedPrice(counted);
  return sum.final > 0 ? sum : own;
}
