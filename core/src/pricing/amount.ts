import { centsToDecimal, parseDecimal } from '../money.ts';

/** The price of several units: the unit price was rounded first, then it is multiplied (decision 16). */
export function amountOf(unitInclTax: number, quantity: number): number {
  const cents = parseDecimal(unitInclTax.toFixed(2), 2);
  return cents === undefined ? Number.NaN : centsToDecimal(cents * quantity);
}
