/** Maximum quantity of one order line. */
export const largestQuantity = 999_999;

/** Why a quantity cannot be bought (spec commerce 5). */
export type QuantityProblem = 'not_whole' | 'not_positive' | 'too_many';

/**
 * Checks a quantity as it was typed: a whole number above 0 and at most what is available, which
 * counts as allowed (spec D23).
 *
 * @param available undefined when the product's stock is not managed, so that there is no upper end
 */
export function quantityProblem(typed: string, available: number | undefined): QuantityProblem | undefined {
  if (!/^[+-]?\d+$/.test(typed.trim())) return 'not_whole';
  const quantity = Number(typed);
  if (quantity <= 0) return 'not_positive';
  return available !== undefined && quantity > available ? 'too_many' : undefined;
}

interface ItemStock {
  qty?: number;
  manage_stock?: boolean;
  backorders?: number;
  max_sale_qty?: number;
}

/** Units left, in whole units; undefined when stock is not managed or backorders are allowed. */
export function unitsLeft(itemStock: ItemStock | undefined): number | undefined {
  if (!itemStock?.manage_stock || (itemStock.backorders ?? 0) > 0) return undefined;
  return Math.max(0, Math.floor(itemStock.qty ?? 0));
}

/** Below this number, pages show how many units are left. */
export const few = 5;

/** Units left as shown on pages: all numbers above `few` look the same. */
export function displayedUnitsLeft(itemStock: ItemStock | undefined): number | undefined {
  const left = unitsLeft(itemStock);
  return left === undefined ? undefined : Math.min(left, few + 1);
}

/** Maximum quantity per purchase: units left, limited by the maximum sale quantity; undefined is no limit. */
export function maxPurchasable(itemStock: ItemStock | undefined): number | undefined {
  const limits = [unitsLeft(itemStock), itemStock?.max_sale_qty].filter((limit) => limit !== undefined);
  return limits.length > 0 ? Math.min(...limits) : undefined;
}
