import { type Cents, centsToDecimal } from '@fynbos/core/money.ts';
import '../../platform/i18n/parts/cart-messages.ts';
import { useText } from '../../platform/i18n/text-context.tsx';

/** The share of a line in the discount. The line itself shows its full price: the lines add up to the subtotal. */
export function LineDiscount({ discount }: { discount: Cents }) {
  const { t, price } = useText();
  if (discount <= 0) return null;
  return (
    <span className="tabular-nums block font-normal text-muted text-sm">
      {t('cart.discount')} {price(-centsToDecimal(discount))}
    </span>
  );
}
