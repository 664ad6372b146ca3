import { type Booked, ProviderUnreachable } from './provider.ts';
import { chargeOf, instantOf, type Json, wordOf } from './read-answer.ts';

/**
 * A line of PayPal's report. Its events: T00 are payments, T11 what goes back to a payer, both written with the sign
 * of what they do to the account.
 */
export function bookedOf(said: Json): Booked[] {
  const info = said?.transaction_info;
  const [event, status] = [wordOf(info?.transaction_event_code), wordOf(info?.transaction_status)];
  if (!event || !status) throw new ProviderUnreachable('told of a transaction that cannot be read');
  const isRefund = event.startsWith('T11');
  if (status !== 'S' || !(isRefund || event.startsWith('T00'))) return [];
  const { value, currency_code } = info.transaction_amount ?? {};
  const goesOut = String(value).startsWith('-');
  const charge = chargeOf(String(value).replace(/^-/, ''), currency_code);
  const [transactionId, at] = [wordOf(info.transaction_id), instantOf(info.transaction_initiation_date)];
  if (!charge || !transactionId || !at)
    throw new ProviderUnreachable('told of a transaction that cannot be read');
  // What we paid to others, and refunds that came back, are no shopper's doing.
  if (isRefund !== goesOut) return [];
  const kind = isRefund ? 'refund' : 'payment';
  return [{ kind, transactionId, charge, at, reference: wordOf(info.custom_field) }];
}
