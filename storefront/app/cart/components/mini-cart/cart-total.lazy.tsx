import { centsToDecimal } from '@fynbos/core/money.ts';
import { useText } from '../../../platform/i18n/text-context.tsx';
import { valueOfGoods } from '../../state/shipping-totals.ts';
import { useCart } from '../../state/use-cart.ts';
import { FreeDeliveryBar, freeDeliveryMessage } from '../free-delivery.tsx';

/**
 * The value of the goods as text with the progress towards free delivery; `children` while the cart is empty. It leaves out
 * the delivery, as the progress does: otherwise the amount would change with a method chosen once in the checkout.
 */
export function CartTotal({ children }: { children: React.ReactNode }) {
  const text = useText();
  const { lines, totals } = useCart();
  if (lines.length === 0) return children;
  const message = freeDeliveryMessage(totals, text);
  return (
    <>
      <span className="tabular-nums font-bold">{text.price(centsToDecimal(valueOfGoods(totals)))}</span>
      {message && <FreeDeliveryBar totals={totals} className="h-1 w-11" />}
      {message && <span className="sr-only"> {message}</span>}
    </>
  );
}
