import type { Charge, Outcome } from '@fynbos/core/payments/payment-attempt.ts';
import { type Booked, ProviderUnreachable } from '../payment-provider.ts';
import { chargeOf, instantOf, type Json, wordOf } from '../provider-response.ts';
import { outcomeOf, refundOutcomeOf } from './oppwa-result-codes.ts';

/** An entry of OPPWA's ledger: a payment, a refund, or an attempt at one. */
export interface Entry {
  id: string;
  type: string;
  code: string;
  outcome: Outcome;
  reference: string | undefined;
  charge: Charge | undefined;
  at: Date | undefined;
}

export function readEntry(json: Json): Entry {
  const [id, type, code] = [json?.id, json?.paymentType, json?.result?.code].map(wordOf);
  if (!id || !type || !code) throw new ProviderUnreachable('returned a payment that cannot be parsed');
  return {
    id,
    type,
    code,
    outcome: type === 'DB' ? outcomeOf(code) : 'unknown',
    reference: wordOf(json.merchantTransactionId),
    charge: chargeOf(json.amount, json.currency),
    at: instantOf(json.timestamp),
  };
}

export const newest = (entries: readonly Entry[]): Entry =>
  entries.reduce((latest, entry) => ((entry.at ?? 0) > (latest.at ?? 0) ? entry : latest));

export function bookedOf({ id, type, code, reference, charge, at }: Entry): Booked[] {
  const isPayment = type === 'DB' && ['paid', 'paid_review'].includes(outcomeOf(code));
  const isRefund = (type === 'RF' || type === 'RV') && refundOutcomeOf(code) === 'succeeded';
  if (!isPayment && !isRefund) return [];
  if (!charge || !at) throw new ProviderUnreachable('returned a payment that cannot be parsed');
  return [{ kind: isPayment ? 'payment' : 'refund', transactionId: id, reference, charge, at }];
}
