import type { ProviderCode } from '@fynbos/core/payments/providers.ts';
import type { PendingPayment } from './draft.ts';

/**
 * The attempt to pay this way. The same way is the same attempt, so that a click that was not answered is no second one;
 * another way is another attempt of the same order.
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
 * What follows a refusal by itself, once: an attempt that is over is followed by another of the same order; an order that
 * means something else by now (the cart was changed) is another order. Undefined where the shopper decides.
 */
export function attemptAfter(
  { order, code }: PendingPayment,
  refusal: string,
  newId: () => string,
): PendingPayment | undefined {
  if (refusal === 'payment_over') return { order, reference: newId(), code };
  if (refusal === 'idempotency_conflict') return { order: newId(), reference: newId(), code };
  return undefined;
}
