import type { CartViewTotals } from '../sync/cart-view.ts';

/** Segments that have their own row in the totals, or repeat one. */
const placed = new Set([
  'subtotal',
  'subtotal_incl_tax',
  'shipping',
  'discount',
  'tax',
  'voucher',
  'grand_total',
]);

/** The other amounts, which are listed as the shop sends them (wire contract 1.1). A payment method may cost 0. */
export function listedSegments({ segments }: Pick<CartViewTotals, 'segments'>): CartViewTotals['segments'] {
  return segments.filter(({ code, value }) => !placed.has(code) && value !== 0);
}
