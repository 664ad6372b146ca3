import { centsToDecimal } from '@fynbos/core/money.ts';
import type { Text } from '../../platform/i18n/text.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/cart-messages.ts';
import { valueForDelivery } from '../state/shipping-totals.ts';
import type { CartViewTotals } from '../sync/cart-view.ts';

/** Shows how much is missing for free delivery, if the shop offers it. */
export function FreeDelivery({ totals }: { totals: CartViewTotals }) {
  const text = useText();
  const message = freeDeliveryMessage(totals, text);
  if (!message) return null;
  return (
    <div className="grid gap-1">
      <p className={`text-sm ${progressOf(totals) < 1 ? '' : 'font-semibold text-accent'}`}>{message}</p>
      <FreeDeliveryBar totals={totals} className="h-2" />
    </div>
  );
}

/** The progress towards free delivery as a bar. */
export function FreeDeliveryBar({ totals, className }: { totals: CartViewTotals; className: string }) {
  return (
    <span aria-hidden="true" className={`block overflow-hidden rounded-full bg-surface-muted ${className}`}>
      <span
        className="block h-full origin-left rounded-full bg-accent transition-transform"
        style={{ transform: `scaleX(${progressOf(totals)})` }}
      />
    </span>
  );
}

/** What is missing for free delivery, or who brings it free of charge; undefined if the shop does not offer it. */
export function freeDeliveryMessage(totals: CartViewTotals, { t, price, label }: Text): string | undefined {
  const { freeDeliveryFrom: from = 0, freeDeliveryBy: carrier, virtual } = totals;
  if (from <= 0 || !carrier || virtual) return undefined;
  const missing = from - valueForDelivery(totals);
  return missing > 0
    ? t('cart.freeDeliveryIn', { amount: price(centsToDecimal(missing)) })
    : t('cart.freeDelivery', { carrier: label(carrier) });
}

/** From 0 to 1. */
const progressOf = (totals: CartViewTotals): number =>
  Math.max(0, Math.min(1, valueForDelivery(totals) / (totals.freeDeliveryFrom ?? 1)));
