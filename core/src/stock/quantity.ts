/** More of anything nobody buys at once. */
export const largestQuantity = 999_999;

/** Why a quantity cannot be bought (commerce 5). */
export type QuantityProblem = 'not_whole' | 'not_positive' | 'too_many';

/**
 * Checks a quantity as it was typed: a whole number above 0 and at most what is available, which
 * counts as allowed (decision 23).
 *
 * @param available undefined when the product's stock is not managed, so that there is no upper end
 */
export function quantityProblem(typed: string, available: number | undefined): QuantityProblem | undefined {
  if (!/^[+-]?\d+$/.test(typed.trim())) return 'not_whole';
  const quantity = Number(typed);
  if (quantity <= 0) return 'not_positive';
  return available !== undefined && quantity > available ? 'too_many' : undefined;
}

interface Shelf {
  qty?: number;
  manage_stock?: boolean;
  backorders?: number;
  max_sale_qty?: number;
}

/** How many are on the shelf, in whole pieces; undefined when nobody counts them or more can be ordered. */
export function piecesLeft(shelf: Shelf | undefined): number | undefined {
  if (!shelf?.manage_stock || (shelf.backorders ?? 0) > 0) return undefined;
  return Math.max(0, Math.floor(shelf.qty ?? 0));
}

/** From here on a shopper wants to know how many are left. */
export const few = 5;

/** The pieces left as pages say them: any number above `few` reads the same. */
export function piecesSaid(shelf: Shelf | undefined): number | undefined {
  const left = piecesLeft(shelf);
  return left === undefined ? undefined : Math.min(left, few + 1);
}

/** How many may be bought at once: what is left, and no more than one sale takes; undefined is no limit. */
export function mostToBuy(shelf: Shelf | undefined): number | undefined {
  const limits = [piecesLeft(shelf), shelf?.max_sale_qty].filter((limit) => limit !== undefined);
  return limits.length > 0 ? Math.min(...limits) : undefined;
}
