import { type Cents, centsToDecimal, scaleCents } from '../money.ts';

const hundredPercent = 10_000;

/** The part of the original price that a lower price saves, in percent with two decimals; 0 for none. */
export function savingPercent(original: Cents, final: Cents): number {
  return original > final ? centsToDecimal(scaleCents(hundredPercent, original - final, original)) : 0;
}
