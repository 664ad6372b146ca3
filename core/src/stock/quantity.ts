/** Maximum quantity of one order line. */
export const largestQuantity = 999_999;

/** Why a quantity cannot be bought (spec commerce 5). */
export type QuantityProblem = 'not_whole' | 'not_positive' | 'too_few' | 'too_many';

/**
 * Checks a quantity as it was typed: a whole number above 0 and at most what is available, which
 * counts as allowed (spec D23).
 *
 * @param available undefined when the product's stock is not managed, so that there is no upper end
 * @param minimum the minimum per order line
 */
export function quantityProblem(
  typed: string,
  available: number | undefined,
  minimum = 1,
): QuantityProblem | undefined {
  if (!/^[+-]?\d+$/.test(typed.trim())) return 'not_whole';
  const quantity = Number(typed);
  if (quantity <= 0) return 'not_positive';
  if (quantity < minimum) return 'too_few';
  return available !== undefined && quantity > available ? 'too_many' : undefined;
}

interface ItemStock {
  qty?: number;
  manage_stock?: boolean;
  backorders?: number;
  /** The stock that is never sold. */
  min_qty?: number;
  min_sale_qty?: number;
  max_sale_qty?: number;
}

/** Units left above the threshold, in whole units; undefined when stock is not managed or backorders are allowed. */
export function unitsLeft(itemStock: ItemStock | undefined): number | undefined {
  if (!itemStock?.manage_stock || (itemStock.backorders ?? 0) > 0) return undefined;
  return Math.max(0, Math.floor((itemStock.qty ?? 0) - (itemStock.min_qty ?? 0)));
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
  return limits.length > 0 ? Math.floor(Math.min(...limits)) : undefined;
}

/** Minimum quantity of an order line, in whole units. */
export function minPurchasable(itemStock: ItemStock | undefined): number {
  return Math.max(1, Math.ceil(itemStock?.min_sale_qty ?? 1));
}

/**
 * Whether an order is possible: the stock is not marked as sold out, and covers the minimum quantity of an order
 * line. Less than one unit is none (spec D23).
 */
export function isSellable(itemStock: ItemStock & { is_in_stock: boolean }): boolean {
  return itemStock.is_in_stock && (maxPurchasable(itemStock) ?? Infinity) >= minPurchasable(itemStock);
}
