import { companies } from '../payments/company.ts';
import { type KnownRefund, refundsOf } from '../payments/look-service.ts';
import type { Till } from '../payments/payments.ts';
import { sendRefunds } from '../payments/refund-send-service.ts';
import { money } from './money-text.ts';

/** Sends what was just reserved, where its provider is there, and says what became of it. */
export async function sendAndTell(payments: Till, orderId: number, before: number): Promise<string[]> {
  await sendRefunds(payments);
  const refunds = (await refundsOf(payments.db, orderId)).slice(before);
  return refunds.map((refund) => tellRefund(refund));
}

/** Where a refund is, and who does what next. */
export function tellRefund(refund: KnownRefund): string {
  const { key, state, provider, value_cents, currency, last_code } = refund;
  const by = companies[provider];
  const said = last_code && ` (${last_code})`;
  const next: Record<KnownRefund['state'], string> = {
    requested: `is written down, and not sent yet${said}: the running shop sends it as soon as ${by} answers`,
    sent: `was accepted by ${by}; its last word follows`,
    succeeded: last_code === 'by hand' ? 'was given back by hand' : `was given back by ${by}`,
    failed: `was refused by ${by}${said}: give it back on its own pages, then payments refunded ${key}`,
    returned: `came back to ${by}${said}: ask the shopper where to, then payments refunded ${key}`,
    manual: `waits for you, as ${by} gives nothing back by itself: do it on its own pages, then payments refunded ${key}`,
  };
  return `${key}  ${money(currency)(value_cents)} ${next[state]}.`;
}
