import { timesQuantity } from '../money.ts';
import { type ShopPrice, unknownPrice } from './price.ts';

/** One product of a set and its quantity. The price is undefined when the product could not be loaded. */
export interface PricedPart {
  price: ShopPrice | undefined;
  qty: number;
}

/**
 * Returns the price of a grouped product (spec commerce 4): the sum of its parts, starting at 0. Each unit is
 * taxed and rounded before it is multiplied (spec D16). A part that could not be loaded makes the price
 * unknown (spec D22).
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
 * Returns the price of a configured bundle (spec commerce 4): the sum of selected products times quantity. It
 * replaces the bundle's own price only if it is above 0. Quantities of 0 or more count.
 */
export function bundlePrice(ownPrice: ShopPrice, parts: readonly PricedPart[]): ShopPrice {
  const counted = parts.filter(({ qty }) => qty >= 0);
  if (counted.some(({ price }) => !price)) return unknownPrice;
  const sum = groupedPrice(counted);
  return sum.final > 0 ? sum : ownPrice;
}
