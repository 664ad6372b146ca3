import type { Product } from '../catalogue/entities.ts';
import { maxPurchasable, minPurchasable } from '../stock/quantity.ts';
import { type CartRules, orderProblem } from './cart-rules.ts';

/** A product or a variant as its document describes it; the stock of a stored list may be unknown. */
export interface OrderableFields {
  status?: number | undefined;
  errors?: Product['errors'] | undefined;
  stock?: Partial<Product['stock']> | undefined;
}

/**
 * Whether an order can have the smallest quantity of a product, with the right choices: what structured data and
 * lists promise. It asks the rule of the cart, so that both agree.
 * @param price in any unit; negative when it is unknown
 */
export function canBeOrdered(
  { status = 1, errors = {}, stock }: OrderableFields,
  price: number,
  rules: Pick<CartRules, 'zeroPrice'>,
): boolean {
  const minimum = minPurchasable(stock);
  const candidate = {
    ...{ status, price, minimum },
    blocked: Object.keys(errors).length > 0,
    configured: true,
    inStock: stock?.is_in_stock !== false,
    available: maxPurchasable(stock),
  };
  return orderProblem(candidate, minimum, rules) === undefined;
}
