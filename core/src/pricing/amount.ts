import { centsToDecimal, decimalToCents, scaleCents, timesQuantity } from '../money.ts';

/** The price of several units: the unit price was rounded first, then it is multiplied (decision 16). */
export function amountOf(unitInclTax: number, quantity: number): number {
  return centsToDecimal(timesQuantity(centsOf(unitInclTax), quantity));
}

/** What is between two prices, exactly. */
export function differenceOf(original: number, final: number): number {
  return centsToDecimal(centsOf(original) - centsOf(final));
}

/** What packs are compared by. */
export type MeasuredBy = 'kg' | '100g' | 'l' | '100ml' | 'each';

/** How the price of one such is found: the price of the pack, times the first number, over the second. */
export type Measure = readonly [by: MeasuredBy, times: number, over: number];

/** What one kilogram, litre, piece or 100 g costs, VAT included: a decimal of the currency, to the cent. */
export interface UnitPrice {
  amount: number;
  unit: MeasuredBy;
}

/** The unit price of a pack; undefined when it has no measure, or is one such unit itself. */
export function unitPrice(inclTax: number, measure: Measure | undefined): UnitPrice | undefined {
  if (!measure || measure[1] === measure[2]) return undefined;
  const [unit, times, over] = measure;
  const each = scaleCents(centsOf(inclTax), times, over);
  return each > 0 ? { amount: centsToDecimal(each), unit } : undefined;
}

function centsOf(decimal: number): number {
  return decimalToCents(decimal) ?? Number.NaN;
}
