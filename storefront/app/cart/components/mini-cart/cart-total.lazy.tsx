import { centsToDecimal } from '@fynbos/core/money.ts';
import { useText } from '../../../platform/i18n/text-context.tsx';
import { useCart } from '../../state/use-cart.ts';

/** The total of the cart as text; `children` while there is none. */
export function CartTotal({ children }: { children: React.ReactNode }) {
  const { price } = useText();
  const { lines, totals } = useCart();
  if (lines.length === 0) return children;
  return <span className="tabular-nums font-bold">{price(centsToDecimal(totals.grandTotal))}</span>;
}
