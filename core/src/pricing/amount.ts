import { centsToDecimal, parseDecimal } from '../money.ts';

/** The price of several units: the unit price was rounded first, then it is multiplied (decision 16). */
export function amountOf(unitInclTax: number, quantity: number): number {
  return centsToDecimal(centsOf(unitInclTax) * quantity);
}

/** What is between two prices, exactly. */
export function differenceOf(original: number, final: number): number {
  return centsToDecimal(centsOf(original) - centsOf(final));
}

/** A price as it travels, in cents; NaN when it is no number. */
function centsOf(decimal: number): number {
  return parseDecimal(decimal.toFixed(2), 2) ?? Number.NaN;
}
