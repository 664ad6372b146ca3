import { disabledFrom } from '../catalogue/entities.ts';
import { isPriceUnknown } from '../pricing/price.ts';
import type { ProblemCode } from '../problem.ts';

/** Facts about a product that is to be added to the cart, or is in it. */
export interface Candidate {
  status: number;
  /** Whether the shop owner blocks it: the product, or the product that it is a variant of, has `errors`. */
  blocked: boolean;
  /** Whether all required options are chosen. */
  configured: boolean;
  /** Unit price with tax, in cents; negative when it is unknown. */
  price: number;
  inStock: boolean;
  /** Maximum quantity that can be bought at once; undefined is no limit. */
  available: number | undefined;
  /** Minimum quantity of a line; undefined is one. */
  minimum?: number | undefined;
}

export interface CartRules {
  /** Whether a free product may be bought (switch «zero-price products»). */
  zeroPrice: boolean;
  /** Whether a sold-out product may be added, with a notice (spec D23). */
  outOfStock: boolean;
}

export type CartProblem = Extract<
  ProblemCode,
  | 'product_unavailable'
  | 'options_invalid'
  | 'price_unknown'
  | 'out_of_stock'
  | 'quantity_too_high'
  | 'quantity_too_low'
>;

/** Checks whether this quantity may be in the cart (spec commerce 5). Returns the first problem, or undefined. */
export function cartProblem(
  { status, blocked, configured, price, inStock, available, minimum = 1 }: Candidate,
  qty: number,
  rules: CartRules,
): CartProblem | undefined {
  if (status >= disabledFrom || blocked) return 'product_unavailable';
  if (!configured) return 'options_invalid';
  if (isPriceUnknown(price, rules)) return 'price_unknown';
  if (!inStock || available === 0) return rules.outOfStock ? undefined : 'out_of_stock';
  if (available !== undefined && qty > available) return 'quantity_too_high';
  return qty < minimum ? 'quantity_too_low' : undefined;
}

/**
 * Checks whether a line can be ordered as it is, whatever the cart allows. A placed order is refused for
 * this problem.
 */
export function orderProblem(
  candidate: Candidate,
  qty: number,
  { zeroPrice }: Pick<CartRules, 'zeroPrice'>,
): CartProblem | undefined {
  return cartProblem(candidate, qty, { zeroPrice, outOfStock: false });
}
