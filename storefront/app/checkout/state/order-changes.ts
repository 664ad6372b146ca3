import type { Cents } from '@fynbos/core/money.ts';
import type { CartViewLine, CartViewTotals } from '../../cart/sync/cart-view.ts';

/** The cart as shown when the shopper confirmed it. */
export interface ConfirmedCart {
  lines: readonly Pick<CartViewLine, 'key' | 'name' | 'qty' | 'row'>[];
  totals: Pick<CartViewTotals, 'subtotal' | 'discount' | 'shipping' | 'grandTotal'>;
}

/** A difference from the cart as shown; without `now` the item is gone. */
export type Change =
  | { kind: 'line'; name: string; before: Cents | undefined; now: Cents | undefined }
  | { kind: 'quantity'; name: string; before: number; now: number }
  | { kind: 'discount' | 'shipping' | 'total'; before: Cents; now: Cents }
  /** Another shipping method. */
  | { kind: 'way'; before: string; now: string | undefined }
  /** A coupon or voucher that no longer applies. */
  | { kind: 'code'; before: string; now: string | undefined };

/** The differences, line by line, then the totals (spec D6). */
export function changesBetween(before: ConfirmedCart, now: ConfirmedCart): Change[] {
  const lines = before.lines.flatMap((line): Change[] => {
    const { name } = line;
    const next = now.lines.find(({ key }) => key === line.key);
    if (!next) return [{ kind: 'line', name, before: line.row, now: undefined }];
    if (next.qty !== line.qty) return [{ kind: 'quantity', name, before: line.qty, now: next.qty }];
    return next.row === line.row ? [] : [{ kind: 'line', name, before: line.row, now: next.row }];
  });
  const added = now.lines
    .filter(({ key }) => !before.lines.some((line) => line.key === key))
    .map(({ name, row }): Change => ({ kind: 'line', name, before: undefined, now: row }));
  const [was, is] = [before.totals, now.totals];
  const sums: Change[] = [
    { kind: 'discount', before: was.discount, now: is.discount },
    { kind: 'shipping', before: was.shipping ?? 0, now: is.shipping ?? 0 },
    { kind: 'total', before: was.grandTotal, now: is.grandTotal },
  ];
  return [...lines, ...added, ...sums.filter((sum) => sum.before !== sum.now)];
}
