/**
 * Money is stored as integers, and only this file rounds (spec D16).
 *
 * - `Cents`: whole hundredths of the currency. Everything a shopper pays.
 * - `NetUnits`: whole 1/10,000 of the currency. Source prices without tax, because many retail prices
 * (R129.99) have no net price in whole cents.
 * - `Percent`: a rate as people write it, `15` or `8.875`; at most three decimals count.
 */
export type Cents = number;
export type NetUnits = number;
export type Percent = number;

const unitsPerCent = 100;
const unitsPerWhole = 10_000;
const thousandthsPerWhole = 100_000;
const quantityParts = 10_000;

/** Above this, the product of price and rate would exceed the integers that a double represents exactly. */
export const highestPrice: NetUnits = 1_000_000 * unitsPerWhole;

/** Divides two integers and rounds half away from zero. */
function divideHalfUp(numerator: number, denominator: number): number {
  const sign = numerator < 0 ? -1 : 1;
  const size = Math.abs(numerator);
  const quotient = Math.floor(size / denominator);
  const rest = size - quotient * denominator;
  return sign * (rest * 2 >= denominator ? quotient + 1 : quotient) || 0;
}

function thousandths(rate: Percent): number {
  return Math.round(rate * 1000);
}

/** Returns the tax-inclusive unit price of a net price, in cents, rounded half up (spec D16). */
export function withTax(net: NetUnits, rate: Percent): Cents {
  return divideHalfUp(net * (thousandthsPerWhole + thousandths(rate)), thousandthsPerWhole * unitsPerCent);
}

/**
 * Returns the net price whose tax-inclusive price is exactly `incl`: the inverse of `withTax` (spec D16).
 */
export function withoutTax(incl: Cents, rate: Percent): NetUnits {
  return divideHalfUp(incl * unitsPerCent * thousandthsPerWhole, thousandthsPerWhole + thousandths(rate));
}

/** Returns the tax contained in a tax-inclusive price: the difference to its net price. */
export function taxWithin(incl: Cents, net: NetUnits): NetUnits {
  return incl * unitsPerCent - net;
}

/**
 * Multiplies an amount by a fraction, in cents, rounded half up; for example the price of a kilogram from
 * that of 500 g.
 */
export function scaleCents(cents: Cents, numerator: number, denominator: number): Cents {
  return divideHalfUp(cents * numerator, denominator);
}

/**
 * Returns the price of a quantity in the unit of the amount, rounded half up. A whole quantity needs no
 * rounding; of a fraction at most four decimals count.
 */
export function timesQuantity(amount: number, quantity: number): number {
  const wholeUnits = Math.trunc(quantity);
  const rest = Math.round((quantity - wholeUnits) * quantityParts);
  return amount * wholeUnits + divideHalfUp(amount * rest, quantityParts);
}

/** Deducts `percent` from an amount, in cents, rounded half up. */
export function lessPercent(cents: Cents, percent: Percent): Cents {
  return divideHalfUp(cents * (thousandthsPerWhole - thousandths(percent)), thousandthsPerWhole);
}

/** Returns `percent` of an amount in its own unit (cents or net units), rounded half up. */
export function percentOf(amount: number, percent: Percent): number {
  return divideHalfUp(amount * thousandths(percent), thousandthsPerWhole);
}

/** Returns the net cents contained in an amount with tax, rounded half up; used for the tax of totals. */
export function netOfCents(incl: Cents, rate: Percent): Cents {
  return divideHalfUp(incl * thousandthsPerWhole, thousandthsPerWhole + thousandths(rate));
}

/**
 * Splits an amount in proportion to weights, into integers that add up to it exactly. Left-over units go to
 * the largest remainders; ties go to the first.
 */
export function shareOut(amount: number, weights: readonly number[]): number[] {
  const totalWeight = weights.reduce((sum, weight) => sum + weight, 0);
  if (totalWeight <= 0) return weights.map(() => 0);
  const exact = weights.map((weight) => BigInt(amount) * BigInt(weight));
  const shares = exact.map((product) => Number(product / BigInt(totalWeight)));
  const rests = exact.map((product, index) => ({ index, rest: Number(product % BigInt(totalWeight)) }));
  const over = amount - shares.reduce((sum, share) => sum + share, 0);
  // `rests` has the indices of `shares`.
  for (const { index } of rests.toSorted((a, b) => b.rest - a.rest).slice(0, over)) shares[index]! += 1;
  return shares;
}

/** Converts cents to the decimal number on the wire: `21304` is `213.04`. */
export function centsToDecimal(cents: Cents): number {
  return Number(`${cents}e-2`);
}

/** Converts cents to decimal text with two decimals, as payment providers require: `9200` is `92.00`. */
export function centsToText(cents: Cents): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Converts net units to the decimal number on the wire: `1130348` is `113.0348`. */
export function netToDecimal(net: NetUnits): number {
  return Number(`${net}e-4`);
}

/** Reads cents from a decimal number of the wire; undefined when it is not finite. */
export function decimalToCents(decimal: number): Cents | undefined {
  return Number.isFinite(decimal) ? parseDecimal(decimal.toFixed(2), 2) : undefined;
}

/** Reads net units from a decimal number of the wire; undefined when it is not finite. */
export function decimalToNet(decimal: number): NetUnits | undefined {
  return Number.isFinite(decimal) ? parseDecimal(decimal.toFixed(4), 4) : undefined;
}

const decimalText = /^([+-]?)(\d+)(?:\.(\d+))?$/;

/**
 * Reads a decimal amount written as text (`"129.99"`) into integer units, digit by digit, without floating
 * point.
 * @param decimals number of decimals of the result: 2 gives cents, 4 gives net units
 * @returns undefined when the text is not a plain decimal or has more decimals
 */
export function parseDecimal(text: string, decimals: 2 | 4): number | undefined {
  const match = decimalText.exec(text.trim());
  if (!match) return undefined;
  const [, sign, integer = '', written = ''] = match;
  const fraction = written.replace(/0+$/, '');
  if (fraction.length > decimals) return undefined;
  const value = Number(integer + fraction.padEnd(decimals, '0'));
  if (!Number.isSafeInteger(value)) return undefined;
  return sign === '-' ? -value || 0 : value;
}
