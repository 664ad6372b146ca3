import {
  type DisputeName,
  type PaymentProvider,
  ProviderUnreachable,
} from '../providers/payment-provider.ts';
import { getAttempt } from '../records/attempt-store.ts';
import type { Breakers } from '../records/circuit-breakers.ts';
import { findDisputed, readDisputes } from '../records/dispute-store.ts';
import { type RefundRow, readRefunds } from '../records/ledger-store.ts';
import type { PaymentContext } from '../records/payment-context.ts';
import { settleDispute } from './dispute-settlement-service.ts';

/**
 * Queries a provider about a dispute of one of our captures and books the result. A dispute about a payment
 * of another shop, or of the other mode, is ignored.
 * @param unsentRefund see `settleDispute`
 * @returns whether the provider returned its state
 * @throws ProviderUnreachable
 */
async function queryDispute(
  payments: PaymentContext,
  provider: PaymentProvider,
  name: DisputeName,
  unsentRefund?: number,
): Promise<boolean> {
  const disputed = await findDisputed(payments.db, provider.code, name);
  if (!disputed || !provider.queryDispute) return false;
  const attempt = await getAttempt(payments.db, disputed.attempt_id);
  if (attempt.mode !== payments.mode) return false;
  const transactionId = disputed.transaction_id;
  const queriedAt = payments.now();
  const evidence = await provider.queryDispute({ ...name, transactionId });
  if (!evidence) return false;
  await settleDispute(payments, attempt, { ...evidence, transactionId, queriedAt }, unsentRefund);
  return true;
}

/**
 * Stops a requested refund that its provider does not have, if a dispute withdrew the money meanwhile. The
 * withdrawal is booked again then, because the reserved refund limited it.
 * @returns whether the refund is stopped
 * @throws ProviderUnreachable
 */
export async function stopDisputedRefund(
  payments: PaymentContext,
  provider: PaymentProvider,
  { id, order_id, transaction_id: transactionId }: RefundRow,
): Promise<boolean> {
  const disputes = (await readDisputes(payments.db, order_id)).filter(
    (dispute) => dispute.transaction_id === transactionId && dispute.state !== 'won',
  );
  for (const { dispute_id } of disputes)
    if (!(await queryDispute(payments, provider, { id: dispute_id, transactionId }, id)))
      throw new ProviderUnreachable('returned no state of the dispute');
  if (disputes.length === 0) return false;
  return (await readRefunds(payments.db, order_id)).some(
    (refund) => refund.id === id && refund.state === 'failed',
  );
}

/**
 * Like `queryDispute`, through the circuit breaker.
 * @returns false too when the provider could not be queried
 */
export async function refreshDispute(
  payments: PaymentContext,
  breakers: Breakers,
  provider: PaymentProvider,
  name: DisputeName,
): Promise<boolean> {
  if (!breakers.isThere(provider.code)) return false;
  return breakers
    .run(provider.code, () => queryDispute(payments, provider, name))
    .catch((error: unknown) => {
      if (error instanceof ProviderUnreachable) return false;
      throw error;
    });
}

/**
 * Finds the disputes that a provider opened or changed between two instants, whose web-hooks may be lost.
 * @throws ProviderUnreachable
 */
export async function findDisputes(
  payments: PaymentContext,
  provider: PaymentProvider,
  { from, to }: { from: Date; to: Date },
): Promise<void> {
  for (const name of (await provider.listDisputes?.(from, to)) ?? [])
    await queryDispute(payments, provider, name);
}
