import { type Booked, ProviderUnreachable } from '../payment-provider.ts';
import { chargeOf, instantOf, type Json, wordOf } from '../provider-response.ts';

/**
 * Reads a row of PayPal's report. Events T00 are payments and T11 are refunds; the sign of the amount says
 * which way the account changes.
 */
export function bookedOf(row: Json): Booked[] {
  const info = row?.transaction_info;
  const [event, status] = [wordOf(info?.transaction_event_code), wordOf(info?.transaction_status)];
  if (!event || !status) throw new ProviderUnreachable('returned an unparseable transaction');
  const isRefund = event.startsWith('T11');
  if (status !== 'S' || !(isRefund || event.startsWith('T00'))) return [];
  const { value, currency_code } = info.transaction_amount ?? {};
  const goesOut = String(value).startsWith('-');
  const charge = chargeOf(String(value).replace(/^-/, ''), currency_code);
  const [transactionId, at] = [wordOf(info.transaction_id), instantOf(info.transaction_initiation_date)];
  if (!charge || !transactionId || !at) throw new ProviderUnreachable('returned an unparseable transaction');
  // Ignores our own payments to others and refunds that came back: they belong to no shopper.
  if (isRefund !== goesOut) return [];
  const kind = isRefund ? 'refund' : 'payment';
  return [{ kind, transactionId, charge, at, reference: wordOf(info.custom_field) }];
}
