import { DeliveryRow } from '../../cart/components/delivery-row.tsx';
import { useTotalsWithPromise } from '../../cart/state/cart-promise.ts';
import type { CartViewTotals } from '../../cart/sync/cart-view.ts';

/** What shows the totals, with the row of a promised delivery if there is one. */
export interface TotalsProps {
  totals: CartViewTotals;
  children: (totals: CartViewTotals, delivery?: React.ReactNode) => React.ReactNode;
}

/** The totals with the delivery that the cart promised, until a method is chosen (spec D70). */
export function TotalsWithPromise({ totals: known, children }: TotalsProps) {
  const totals = useTotalsWithPromise(known);
  return children(totals, totals.promise && <DeliveryRow totals={totals} isFixed />);
}
