import type { PaymentState } from '@fynbos/core/payments/contract.ts';
import { attemptStates } from '@fynbos/core/payments/payment-attempt.ts';
import type { Static } from 'typebox';
import { type AttemptRow, readAttempts } from '../records/attempt-store.ts';
import type { PaymentContext } from '../records/payment-context.ts';
import type { Viewed } from './payment-viewer.ts';

/** Whether the shopper can return to the page of this attempt at its provider. */
export function isPageOpen({ mode, now, providers }: PaymentContext, attempt: AttemptRow): boolean {
  const { state, expires_at, redirect, last_code } = attempt;
  if (!redirect || !expires_at || expires_at <= now() || attempt.mode !== mode) return false;
  if (state === 'awaiting_shopper') return true;
  return state === 'processing' && last_code === providers.get(attempt.provider)?.traits.openedCode;
}

/**
 * The payment of this order that its provider has not decided: the viewed one if the shopper was sent there,
 * otherwise another one, which keeps the viewed one from starting.
 */
export async function findUndecidedPayment(
  payments: PaymentContext,
  { attempt, order }: Viewed,
): Promise<Static<typeof PaymentState>['awaited']> {
  if (!attemptStates[attempt.state].open) return undefined;
  const otherAttempts = (await readAttempts(payments.db, order.id))
    .filter(({ id }) => id !== attempt.id)
    .toReversed();
  const isSent = attempt.state === 'awaiting_shopper' || attempt.state === 'processing';
  const awaited = isSent ? attempt : otherAttempts.find(({ state }) => state === 'processing');
  if (!awaited) return undefined;
  const { reference, provider, expires_at } = awaited;
  const openUntil = isPageOpen(payments, awaited) && expires_at?.toISOString();
  return { checkoutReference: reference, paymentCode: provider, ...(openUntil && { openUntil }) };
}
