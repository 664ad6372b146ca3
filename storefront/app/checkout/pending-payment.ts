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
 * What follows refusals by itself. An attempt that is over is followed by another of the same order, once; an order that is
 * over with it, or means something else by now (the cart was changed), by another order. Undefined where the shopper decides.
 *
 * @param before the attempts that were refused, the last one at the end
 */
export function attemptAfter(
  before: readonly PendingPayment[],
  refusal: string,
  newId: () => string,
): PendingPayment | undefined {
  const last = before.at(-1)!;
  const { order, code } = last;
  const isNewOrder = before.some((one) => one.order !== order);
  const isFirst = before.length === 1;
  if (refusal === 'payment_over' && isFirst) return { order, reference: newId(), code };
  const needsOrder = refusal === 'payment_over' || refusal === 'idempotency_conflict';
  return needsOrder && !isNewOrder ? { order: newId(), reference: newId(), code } : undefined;
}
