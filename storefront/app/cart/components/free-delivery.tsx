import { centsToDecimal } from '@fynbos/core/money.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/cart-messages.ts';
import type { CartViewTotals } from '../sync/cart-view.ts';

/** Shows how much is missing for free delivery, if the shop offers it. */
export function FreeDelivery({ totals }: { totals: CartViewTotals }) {
  const { t, price } = useText();
  const { freeDeliveryFrom: from, subtotal, discount } = totals;
  if (from === undefined || from <= 0) return null;
  const goods = subtotal - discount;
  const missing = from - goods;
  const message =
    missing > 0
      ? t('cart.freeDeliveryIn', { amount: price(centsToDecimal(missing)) })
      : t('cart.freeDelivery');
  return (
    <div className="grid gap-1">
      <p className={`text-sm ${missing > 0 ? '' : 'font-semibold text-accent'}`}>{message}</p>
      <div aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-surface-muted">
        <div
          className="h-full origin-left rounded-full bg-accent transition-transform"
          style={{ transform: `scaleX(${Math.max(0, Math.min(1, goods / from))})` }}
        />
      </div>
    </div>
  );
}
