import { isAmountUnknown } from '../../pricing/unknown-price.ts';
import type { CartViewLine } from '../sync/cart-view.ts';

/**
 * Whether a line shows «Price on request». A line that the shop cannot price, such as a bundle with a missing
 * part, has a unit price of 0 and a problem.
 */
export function isUnpriced({
  unit,
  row,
  problems,
}: Pick<CartViewLine, 'unit' | 'row' | 'problems'>): boolean {
  const isRefused = problems.some((code) => code === 'price_unknown' || code === 'options_invalid');
  return row <= 0 && (isAmountUnknown(unit) || (unit === 0 && isRefused));
}
