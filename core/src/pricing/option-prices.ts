import { decimalToCents, decimalToNet, percentOf } from '../money.ts';
import { type ShopPrice, unknownPrice } from './price.ts';

/** A value of a custom option that the shopper chose (spec commerce 3 «Custom option value»). */
export interface ChosenValue {
  option_type_id: number;
  /** A decimal of the currency, or percent of the product's price. */
  price: number;
  price_type: 'fixed' | 'percent';
}

/**
 * Returns the price of a product with custom options (spec commerce 4). A fixed amount is added to the net price
 * and to the price with tax; a percentage adds its part of each. A value counts when its id is above 0 and
 * its price is not 0. Each is computed from the price before options, and the result is never below 0. An
 * unknown price stays unknown; a price of 0 is a price, as of a gift card with amounts to choose.
 */
export function withOptions(base: ShopPrice, chosen: readonly ChosenValue[]): ShopPrice {
  const counting = chosen.filter(({ option_type_id, price }) => option_type_id > 0 && price !== 0);
  if (base === unknownPrice || counting.length === 0) return base;
  const net = (price: number) =>
    atLeast0(counting.reduce((sum, value) => sum + addedNet(price, value), price));
  const cents = (price: number) =>
    atLeast0(counting.reduce((sum, value) => sum + addedCents(price, value), price));
  const reduced = base.special > 0;
  return {
    original: net(base.original),
    original_incl_tax: cents(base.original_incl_tax),
    special: reduced ? net(base.special) : 0,
    special_incl_tax: reduced ? cents(base.special_incl_tax) : 0,
    final: net(base.final),
    final_incl_tax: cents(base.final_incl_tax),
  };
}

function addedNet(base: number, { price, price_type }: ChosenValue): number {
  return price_type === 'percent' ? percentOf(base, price) : (decimalToNet(price) ?? 0);
}

function addedCents(base: number, { price, price_type }: ChosenValue): number {
  return price_type === 'percent' ? percentOf(base, price) : (decimalToCents(price) ?? 0);
}

const atLeast0 = (amount: number): number => Math.max(0, amount);
