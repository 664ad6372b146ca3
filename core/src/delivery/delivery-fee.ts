import type { Cents } from '../money.ts';

/** A fee for goods of at least a value. */
export interface DeliveryFee {
  from_amount: Cents;
  price: Cents;
}

/** Returns the lowest fee for goods of this value; undefined where no fee is for so little. */
export function lowestFee(fees: readonly DeliveryFee[], amount: Cents): Cents | undefined {
  const prices = fees.filter(({ from_amount }) => amount >= from_amount).map(({ price }) => price);
  return prices.length > 0 ? Math.min(...prices) : undefined;
}

/** Returns the values from which the fee is lower than for less, each with its fee, in ascending order. */
export function feeSteps(fees: readonly DeliveryFee[]): DeliveryFee[] {
  const steps: DeliveryFee[] = [];
  for (const { from_amount, price } of fees.toSorted(
    (a, b) => a.from_amount - b.from_amount || a.price - b.price,
  ))
    if (price < (steps.at(-1)?.price ?? Number.POSITIVE_INFINITY)) steps.push({ from_amount, price });
  return steps;
}
