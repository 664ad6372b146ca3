import { largestQuantity } from '../stock/quantity.ts';

/** A line of either cart: what it is, how many, and how many there can be (undefined is no limit). */
export interface MergeLine {
  key: string;
  qty: number;
  available: number | undefined;
}

/** What becomes of a line of the guest's cart. */
export type MergeStep<Line extends MergeLine> =
  | { do: 'add'; line: Line; qty: number; capped: boolean }
  | { do: 'set'; line: Line; qty: number; capped: boolean };

/**
 * How a guest's cart goes into the customer's at login (decision 21): quantities of equal lines are summed,
 * at most what is available; what was there before is never taken away. A plan, not an action: the server
 * carries it out once, in one transaction, and the guest's cart is used up.
 */
export function mergePlan<Line extends MergeLine>(
  customer: readonly Line[],
  guest: readonly Line[],
): MergeStep<Line>[] {
  return guest.map((line) => {
    const twin = customer.find((one) => one.key === line.key);
    const wanted = line.qty + (twin?.qty ?? 0);
    const most = Math.max(line.available ?? largestQuantity, twin?.qty ?? 1, 1);
    const qty = Math.min(wanted, most, largestQuantity);
    return { do: twin ? 'set' : 'add', line: twin ?? line, qty, capped: qty < wanted };
  });
}
