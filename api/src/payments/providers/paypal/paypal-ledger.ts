import { type Booked, ProviderUnreachable } from '../payment-provider.ts';
import { chargeOf, instantOf, type Json, wordOf } from '../provider-response.ts';
import type { PaypalClient } from './paypal-client.ts';

const pageSize = 100;
const maxPages = 100;

/** @throws ProviderUnreachable */
export async function listLedger(get: PaypalClient['get'], from: Date, to: Date): Promise<Booked[]> {
  const booked: Booked[] = [];
  for (let page = 1; page <= maxPages; page++) {
    const params = new URLSearchParams({
      start_date: from.toISOString(),
      end_date: to.toISOString(),
      fields: 'transaction_info',
      page_size: `${pageSize}`,
      page: `${page}`,
    });
    const { status, json } = await get(`/v1/reporting/transactions?${params}`);
    if (status !== 200 || !Array.isArray(json.transaction_details))
      throw new ProviderUnreachable(`returned ${status} without transactions`);
    booked.push(...json.transaction_details.flatMap(bookedOf));
    if (!(json.total_pages > page)) return booked;
  }
  throw new ProviderUnreachable('returned more pages than the maximum');
}

/** Reversals and holds of disputed money, which `listDisputes` reports. */
const disputeEvents = ['T1106', 'T1110', 'T1111'];

/**
 * Reads a row of PayPal's report. Events T00 are payments and T11 are refunds; the sign of the amount says
 * which way the account changes.
 */
function bookedOf(row: Json): Booked[] {
  const info = row?.transaction_info;
  const [event, status] = [wordOf(info?.transaction_event_code), wordOf(info?.transaction_status)];
  if (!event || !status) throw new ProviderUnreachable('returned an unparseable transaction');
  const isRefund = event.startsWith('T11') && !disputeEvents.includes(event);
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
