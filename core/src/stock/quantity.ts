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

/** How many of a product may be bought at once; undefined is no limit. */
export function mostToBuy(
  stock: { qty: number; manage_stock: boolean; backorders?: number } | undefined,
): number | undefined {
  if (!stock?.manage_stock || (stock.backorders ?? 0) > 0) return undefined;
  return Math.max(0, Math.floor(stock.qty));
}
