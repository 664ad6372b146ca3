import { type KnownRefund, refundsOf } from '../../payments/payment-lookup-service.ts';
import { companies } from '../../payments/providers/provider-companies.ts';
import type { PaymentContext } from '../../payments/records/payment-context.ts';
import { sendRefunds } from '../../payments/refunds/refund-send-service.ts';
import { money } from './money-format.ts';

/** Sends the refunds just reserved, if their provider is reachable, and reports their states. */
export async function sendAndReport(
  payments: PaymentContext,
  orderId: number,
  before: number,
): Promise<string[]> {
  await sendRefunds(payments);
  const refunds = (await refundsOf(payments.db, orderId)).slice(before);
  return refunds.map((refund) => describeRefund(refund));
}

/** The state of a refund, and the next step. */
export function describeRefund(refund: KnownRefund): string {
  const { key, state, provider, value_cents, currency, last_code } = refund;
  const company = companies[provider];
  const codeText = last_code && ` (${last_code})`;
  const next: Record<KnownRefund['state'], string> = {
    requested: `is recorded, but not sent yet${codeText}: the running shop sends it as soon as ${company} is reachable`,
    sent: `was accepted by ${company}; its final status follows`,
    succeeded: last_code === 'by hand' ? 'was given back by hand' : `was given back by ${company}`,
    failed: `was refused by ${company}${codeText}: refund it on the provider’s own pages, then run payments record-refund ${key}`,
    returned: `was returned to ${company}${codeText}: agree another account with the shopper, then run payments record-refund ${key}`,
    manual: `waits for you, as ${company} gives nothing back by itself: refund it on the provider’s own pages, then run payments record-refund ${key}`,
  };
  return `${key}  ${money(currency)(value_cents)} ${next[state]}.`;
}
