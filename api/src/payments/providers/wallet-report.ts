import { parseDecimal } from '@fynbos/core/money.ts';
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
  const { value, currency_code } = info.transaction_amount ?? {};
  const isRefund = event.startsWith('T11');
  const moved = typeof value === 'string' ? (parseDecimal(value, 2) ?? 0) : 0;
  if (status !== 'S' || !(isRefund ? moved < 0 : event.startsWith('T00') && moved > 0)) return [];
  const charge = chargeOf(value.replace('-', ''), currency_code);
  const [transactionId, at] = [wordOf(info.transaction_id), instantOf(info.transaction_initiation_date)];
  if (!charge || !transactionId || !at)
    throw new ProviderUnreachable('told of a transaction that cannot be read');
  const kind = isRefund ? 'refund' : 'payment';
  return [{ kind, transactionId, charge, at, reference: wordOf(info.custom_field) }];
}
