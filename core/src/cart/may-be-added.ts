import { disabledFrom } from '../catalogue/entities.ts';
import type { ProblemCode } from '../problem.ts';

/** What is known of a product that shall go into the cart, or is there already. */
export interface Candidate {
  status: number;
  /** Whether what must be chosen of it is chosen. */
  configured: boolean;
  /** One unit with tax, in cents. */
  price: number;
  inStock: boolean;
  /** How many can be bought at once; undefined is no limit. */
  available: number | undefined;
}

export interface CartRules {
  /** A product that costs nothing may be bought (switch «zero-price products»). */
  zeroPrice: boolean;
  /** A sold-out product may be put into the cart, with a notice (decision 23). */
  outOfStock: boolean;
}

export type CartProblem = Extract<
  ProblemCode,
  'product_unavailable' | 'options_invalid' | 'price_unknown' | 'out_of_stock' | 'quantity_too_high'
>;

/** Whether so many may be in the cart (commerce 5): what is wrong first, or undefined. */
export function cartProblem(
  { status, configured, price, inStock, available }: Candidate,
  qty: number,
  rules: CartRules,
): CartProblem | undefined {
  if (status >= disabledFrom) return 'product_unavailable';
  if (!configured) return 'options_invalid';
  if (price < 0 || (price === 0 && !rules.zeroPrice)) return 'price_unknown';
  if (!inStock || available === 0) return rules.outOfStock ? undefined : 'out_of_stock';
  return available !== undefined && qty > available ? 'quantity_too_high' : undefined;
}

/** Why a line cannot be ordered as it is, whatever the cart allows: what a placed order is refused for. */
export function orderProblem(
  candidate: Candidate,
  qty: number,
  { zeroPrice }: Pick<CartRules, 'zeroPrice'>,
): CartProblem | undefined {
  return cartProblem(candidate, qty, { zeroPrice, outOfStock: false });
}
