import { largestQuantity } from '../stock/quantity.ts';

/** A line of either cart: key, quantity and available quantity (undefined is no limit). */
export interface MergeLine {
  key: string;
  qty: number;
  available: number | undefined;
}

/** The step for one line of the guest's cart. */
export type MergeStep<Line extends MergeLine> =
  | { do: 'add'; line: Line; qty: number; capped: boolean }
  | { do: 'set'; line: Line; qty: number; capped: boolean };

/**
 * Plans how a guest's cart is merged into the customer's at login (spec D21). Quantities of equal lines
 * are summed, up to the available quantity; existing quantities are never reduced. The server executes the
 * plan once, in one transaction, and closes the guest's cart.
 */
export function mergePlan<Line extends MergeLine>(
  customer: readonly Line[],
  guest: readonly Line[],
): MergeStep<Line>[] {
  return guest.map((line) => {
    const twin = customer.find((candidate) => candidate.key === line.key);
    const requested = line.qty + (twin?.qty ?? 0);
    const max = Math.max(line.available ?? largestQuantity, twin?.qty ?? 1, 1);
    const qty = Math.min(requested, max, largestQuantity);
    return { do: twin ? 'set' : 'add', line: twin ?? line, qty, capped: qty < requested };
  });
}
