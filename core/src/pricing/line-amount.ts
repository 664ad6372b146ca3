import { centsToDecimal, decimalToCents, scaleCents, timesQuantity } from '../money.ts';

/** Returns the price of several units: the unit price is rounded first, then multiplied (spec D16). */
export function amountOf(unitInclTax: number, quantity: number): number {
  return centsToDecimal(timesQuantity(centsOf(unitInclTax), quantity));
}

/** Returns the exact difference of two prices. */
export function differenceOf(original: number, final: number): number {
  return centsToDecimal(centsOf(original) - centsOf(final));
}

/** Units by which pack sizes are compared. */
export type MeasuredBy = 'kg' | '100g' | 'l' | '100ml' | 'each';

/** How the unit price is computed: price of the pack, times the first number, divided by the second. */
export type Measure = readonly [unit: MeasuredBy, times: number, over: number];

/** Price per kilogram, litre, item or 100 g, VAT included: a decimal of the currency, to the cent. */
export interface UnitPrice {
  amount: number;
  unit: MeasuredBy;
}

/** Returns the unit price of a pack; undefined when its size is unknown. */
export function unitPrice(inclTax: number, measure: Measure | undefined): UnitPrice | undefined {
  if (!measure) return undefined;
  const [unit, times, over] = measure;
  const each = scaleCents(centsOf(inclTax), times, over);
  return each > 0 ? { amount: centsToDecimal(each), unit } : undefined;
}

function centsOf(decimal: number): number {
  return decimalToCents(decimal) ?? Number.NaN;
}
