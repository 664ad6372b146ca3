import { type Cents, decimalToCents, decimalToNet } from '../money.ts';
import type { TierFields } from './document-prices.ts';
import type { ShopPrice } from './price.ts';

/**
 * Returns the price of one unit when `quantity` units are bought: the lowest of the current price and the tiers
 * (spec D18), as the cart computes it.
 * @param tiers those that the shop sends this buyer, so their customer group is not checked again
 */
export function priceAtQuantity(price: ShopPrice, tiers: readonly TierFields[], quantity: number): ShopPrice {
  const [lowest] = tiers
    .filter((tier) => tier.qty <= quantity && tier.value > 0)
    .map(({ value, value_incl_tax = Number.NaN }) => ({
      final: decimalToNet(value) ?? 0,
      // Documents from elsewhere may lack it; such a tier shows on no page.
      final_incl_tax: decimalToCents(value_incl_tax) ?? Number.POSITIVE_INFINITY,
    }))
    .filter((tier) => tier.final_incl_tax < price.final_incl_tax)
    .toSorted((a, b) => a.final_incl_tax - b.final_incl_tax);
  return lowest ? { ...price, ...lowest, special: 0, special_incl_tax: 0 } : price;
}

/** A lower price of one unit from a quantity on, with tax. */
export interface QuantityPrice {
  qty: number;
  unit: Cents;
}

/**
 * The quantities above 1 from which the price is lower, smallest first, each with a lower price than the one
 * before.
 * @param priceAt the price of one unit when this quantity is bought
 */
export function quantityPrices(
  tiers: readonly TierFields[],
  priceAt: (quantity: number) => ShopPrice,
): QuantityPrice[] {
  const quantities = [...new Set([1, ...tiers.map(({ qty }) => qty)])]
    .filter((qty) => qty >= 1)
    .toSorted((a, b) => a - b);
  const prices = quantities.map((qty) => ({ qty, unit: priceAt(qty).final_incl_tax }));
  return prices.filter(({ unit }, index) => unit < (prices[index - 1]?.unit ?? 0));
}
