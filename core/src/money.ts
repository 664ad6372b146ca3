/**
 * Money is whole numbers, and this file is the only place that rounds (decision 16).
 *
 * - `Cents`: whole hundredths of the currency. Everything a shopper pays.
 * - `NetUnits`: whole 1/10,000 of the currency. Source prices without tax, because many shelf
 *   prices (R129.99) have no net price in whole cents.
 * - `Percent`: a rate as people write it, `15` or `8.875`; at most three decimals count.
 */
export type Cents = number;
export type NetUnits = number;
export type Percent = number;

export const unitsPerCent = 100;
const unitsPerWhole = 10_000;
const thousandthsPerWhole = 100_000;
const quantityParts = 10_000;

/** Beyond this a product of price and rate would leave the whole numbers a double can hold. */
export const highestPrice: NetUnits = 1_000_000 * unitsPerWhole;

/** Divides two whole numbers, half away from zero. */
function divideHalfUp(numerator: number, denominator: number): number {
  const sign = numerator < 0 ? -1 : 1;
  const size = Math.abs(numerator);
  const whole = Math.floor(size / denominator);
  const rest = size - whole * denominator;
  return sign * (rest * 2 >= denominator ? whole + 1 : whole) || 0;
}

function thousandths(rate: Percent): number {
  return Math.round(rate * 1000);
}

/** The tax-inclusive unit price of a net price, in cents, rounded half up (decision 16). */
export function withTax(net: NetUnits, rate: Percent): Cents {
  return divideHalfUp(net * (thousandthsPerWhole + thousandths(rate)), thousandthsPerWhole * unitsPerCent);
}

/** The net price whose tax-inclusive price is exactly `incl`: the inverse of `withTax` (decision 16). */
export function withoutTax(incl: Cents, rate: Percent): NetUnits {
  return divideHalfUp(incl * unitsPerCent * thousandthsPerWhole, thousandthsPerWhole + thousandths(rate));
}

/** The tax inside a tax-inclusive price: what is between it and the net price. */
export function taxWithin(incl: Cents, net: NetUnits): NetUnits {
  return incl * unitsPerCent - net;
}

/** An amount times a fraction of whole numbers, in cents, rounded half up: what a kilogram costs when 500 g do. */
export function scaleCents(cents: Cents, numerator: number, denominator: number): Cents {
  return divideHalfUp(cents * numerator, denominator);
}

/**
 * What a quantity costs, in the parts the amount is counted in, rounded half up. A whole quantity needs no
 * rounding; of half a kilogram at most four decimals count.
 */
export function timesQuantity(amount: number, quantity: number): number {
  const whole = Math.trunc(quantity);
  const rest = Math.round((quantity - whole) * quantityParts);
  return amount * whole + divideHalfUp(amount * rest, quantityParts);
}

/** An amount with `percent` of it taken off, in cents, rounded half up. */
export function lessPercent(cents: Cents, percent: Percent): Cents {
  return divideHalfUp(cents * (thousandthsPerWhole - thousandths(percent)), thousandthsPerWhole);
}

/** `percent` of an amount, in the parts it is counted in (cents or net units), rounded half up. */
export function percentOf(amount: number, percent: Percent): number {
  return divideHalfUp(amount * thousandths(percent), thousandthsPerWhole);
}

/** The net cents contained in an amount that includes tax, rounded half up: what a line of totals says of its tax. */
export function netOfCents(incl: Cents, rate: Percent): Cents {
  return divideHalfUp(incl * thousandthsPerWhole, thousandthsPerWhole + thousandths(rate));
}

/**
 * Shares an amount out in proportion to weights, in whole parts that add up to it exactly; what is left over
 * goes where most was cut off, the first of equals first.
 */
export function shareOut(amount: number, weights: readonly number[]): number[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  if (whole <= 0) return weights.map(() => 0);
  const exact = weights.map((weight) => BigInt(amount) * BigInt(weight));
  const shares = exact.map((product) => Number(product / BigInt(whole)));
  const rests = exact.map((product, index) => ({ index, rest: Number(product % BigInt(whole)) }));
  const over = amount - shares.reduce((sum, share) => sum + share, 0);
  for (const { index } of rests.toSorted((one, other) => other.rest - one.rest).slice(0, over))
    shares[index]! += 1;
  return shares;
}

/** Cents as the decimal number that goes on the wire: `21304` is `213.04`. */
export function centsToDecimal(cents: Cents): number {
  return Number(`${cents}e-2`);
}

/** Cents as decimal text with both places, as those who take payments want it: `9200` is `92.00`. */
export function centsToText(cents: Cents): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Net units as the decimal number that goes on the wire: `1130348` is `113.0348`. */
export function netToDecimal(net: NetUnits): number {
  return Number(`${net}e-4`);
}

/** Reads cents from a decimal number of the wire; undefined when it is no number. */
export function decimalToCents(decimal: number): Cents | undefined {
  return Number.isFinite(decimal) ? parseDecimal(decimal.toFixed(2), 2) : undefined;
}

/** Reads net units from a decimal number of the wire; undefined when it is no number. */
export function decimalToNet(decimal: number): NetUnits | undefined {
  return Number.isFinite(decimal) ? parseDecimal(decimal.toFixed(4), 4) : undefined;
}

const decimalText = /^([+-]?)(\d+)(?:\.(\d+))?$/;

/**
 * Reads a decimal amount written as text (`"129.99"`) into whole parts of the currency, digit by
 * digit, so that no float is ever in between.
 *
 * @param decimals how many digits the result keeps: 2 gives cents, 4 gives net units
 * @returns undefined when the text is no plain decimal or carries more digits than are kept
 */
export function parseDecimal(text: string, decimals: 2 | 4): number | undefined {
  const match = decimalText.exec(text.trim());
  if (!match) return undefined;
  const [, sign, whole = '', written = ''] = match;
  const fraction = written.replace(/0+$/, '');
  if (fraction.length > decimals) return undefined;
  const value = Number(whole + fraction.padEnd(decimals, '0'));
  if (!Number.isSafeInteger(value)) return undefined;
  return sign === '-' ? -value || 0 : value;
}
