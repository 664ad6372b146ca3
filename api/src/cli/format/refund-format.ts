import { setTimeout } from 'node:timers/promises';
import { companies, payOnDelivery } from '@fynbos/core/payments/providers.ts';
import { type KnownRefund, refundsOf } from '../../payments/payment-lookup-service.ts';
import type { PaymentContext } from '../../payments/records/payment-context.ts';
import { sendRefunds } from '../../payments/refunds/refund-send-service.ts';
import { UserFacingError } from '../../platform/errors/user-facing-error.ts';
import { money } from './money-format.ts';

/** Longest wait for a running shop that sends the same refund. */
const sendingMs = 15_000;

/**
 * Sends the refunds just reserved, if their provider is reachable, and reports their states.
 * @param before the number of refunds that the order had
 */
export async function sendAndReport(
  payments: PaymentContext,
  orderId: number,
  before: number,
): Promise<string[]> {
  const newRefunds = async () => (await refundsOf(payments.db, orderId)).slice(before);
  await sendRefunds(payments);
  const deadline = performance.now() + sendingMs;
  let refunds = await newRefunds();
  while (refunds.some(isWithShop(payments)) && performance.now() < deadline) {
    await setTimeout(200);
    refunds = await newRefunds();
  }
  return refunds.map((refund) =>
    refund.state === 'requested' && refund.mode !== payments.mode
      ? `${refund.key} is recorded: it was paid in ${refund.mode} mode, and only a shop in that mode sends it.`
      : describeRefund(refund),
  );
}

/** Whether a running shop was faster and has not received the provider's response yet. */
const isWithShop =
  ({ mode: ownMode, providers }: PaymentContext) =>
  ({ state, mode, provider, last_code }: KnownRefund): boolean =>
    state === 'requested' && mode === ownMode && providers.has(provider) && last_code === '';

/** The money of a refund is disputed: the provider has returned it already. */
export const disputedRefundError = (
  { number, currency }: { number: string; currency: string },
  cents: number,
  cause?: unknown,
): UserFacingError =>
  new UserFacingError(
    `${money(currency)(cents)} of the order ${number} is disputed, and the provider has withdrawn it: it cannot be refunded as well. Answer the dispute on the provider’s pages (payments show ${number}). Nothing was changed.`,
    { cause },
  );

/** The state of a refund, and the next step. */
export function describeRefund(refund: KnownRefund): string {
  const { key, state, provider, value_cents, currency, last_code } = refund;
  const company = companies[provider];
  const isCash = provider === payOnDelivery;
  const codeText = last_code && ` (${last_code})`;
  const next: Record<KnownRefund['state'], string> = {
    requested: `is recorded, but not sent yet${codeText}: the running shop sends it as soon as ${company} is reachable`,
    sent: `was accepted by ${company}; its final status follows`,
    succeeded: last_code === 'by hand' ? 'was refunded manually' : `was refunded by ${company}`,
    failed: `was refused by ${company}${codeText}: refund it on the provider’s own pages, then run payments record-refund ${key}`,
    returned: `was returned to ${company}${codeText}: agree another account with the shopper, then run payments record-refund ${key}`,
    manual: `${isCash ? 'must be refunded manually, in cash or by bank transfer' : `must be refunded manually, because ${company} has no refund call: refund it on the provider’s own pages`}, then run payments record-refund ${key}`,
  };
  return `${key}  ${money(currency)(value_cents)} ${next[state]}.`;
}
