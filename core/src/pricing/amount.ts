import { centsToDecimal, decimalToCents, timesQuantity } from '../money.ts';

/** The price of several units: the unit price was rounded first, then it is multiplied (decision 16). */
export function amountOf(unitInclTax: number, quantity: number): number {
  return centsToDecimal(timesQuantity(centsOf(unitInclTax), quantity));
}

/** What is between two prices, exactly. */
export function differenceOf(original: number, final: number): number {
  return centsToDecimal(centsOf(original) - centsOf(final));
}

function centsOf(decimal: number): number {
  return decimalToCents(decimal) ?? Number.NaN;
}
