import type { ProviderCode } from '@fynbos/core/payments/providers.ts';
import type { PendingPayment } from './checkout-draft.ts';

/**
 * The payment attempt for this method. The same method returns the same attempt, so a repeated click is no
 * second attempt; another method starts a new attempt of the same order.
 */
export function attemptFor(
  known: PendingPayment | undefined,
  code: ProviderCode,
  newId: () => string,
): PendingPayment {
  if (known?.code === code) return known;
  return { order: known?.order ?? newId(), reference: newId(), code };
}

/**
 * The automatic follow-up of a refused attempt. An attempt that is over is followed once by another attempt
 * of the same order. An order that is over, or whose cart has changed, is followed by a new order.
 * Undefined where the shopper decides.
 * @param before the refused attempts, the last one at the end
 */
export function attemptAfter(
  before: readonly PendingPayment[],
  refusal: string,
  newId: () => string,
): PendingPayment | undefined {
  const last = before.at(-1);
  if (!last) return undefined;
  const { order, code } = last;
  const isNewOrder = before.some((attempt) => attempt.order !== order);
  const isFirst = before.length === 1;
  if (refusal === 'payment_over' && isFirst) return { order, reference: newId(), code };
  const needsOrder = refusal === 'payment_over' || refusal === 'idempotency_conflict';
  return needsOrder && !isNewOrder ? { order: newId(), reference: newId(), code } : undefined;
}
