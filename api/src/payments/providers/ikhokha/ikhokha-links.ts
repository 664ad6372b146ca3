import type { Charge, Outcome } from '@fynbos/core/payments/payment-attempt.ts';
import type { Booked, Evidence } from '../payment-provider.ts';
import { instantOf, wordOf } from '../provider-response.ts';
import { needed, rowsOf } from '../response-checks.ts';

/** Statuses of `getStatus`. */
const outcomes = new Map<string, Outcome>([
  ['PAID', 'paid'],
  ['UNPAID', 'open'],
  ['FAILURE', 'declined'],
  ['CANCELLED', 'cancelled'],
  ['EXPIRED', 'expired'],
]);

/**
 * Reads a `getStatus` response. It has no id of the payment itself and need not repeat our reference. A
 * link is paid once, according to this endpoint.
 */
export function linkEvidenceOf(payload: Record<string, unknown>, mode: 'test' | 'live'): Evidence {
  const id = needed(wordOf(payload.paylinkID), 'paylinkID');
  const status = needed(wordOf(payload.status), 'status');
  const outcome = outcomes.get(status) ?? 'unknown';
  return {
    outcome,
    id,
    reference: wordOf(payload.externalTransactionID),
    paid: outcome === 'paid' ? [{ transactionId: id, charge: chargeIn(payload) }] : [],
    mode,
    code: status,
  };
}

function chargeIn({ amount, currency = 'ZAR' }: Record<string, unknown>): Charge {
  const cents =
    typeof amount === 'number' && Number.isSafeInteger(amount) && amount >= 0 ? amount : undefined;
  return { cents: needed(cents, 'amount'), currency: needed(wordOf(currency), 'currency') };
}

/**
 * Payments made by links, oldest first. Only this list shows a link that was paid twice: the first payment
 * has the id that `getStatus` uses, the next one its own id.
 */
export function paidIn(payments: unknown): Booked[] {
  const times = new Map<string, number>();
  return rowsOf(payments)
    .filter(({ status }) => outcomes.get(String(status)) === 'paid')
    .map((row) => ({ booked: bookedOf(row), ownTransactionId: wordOf(row.transactionId) }))
    .toSorted((left, right) => left.booked.at.getTime() - right.booked.at.getTime())
    .map(({ booked, ownTransactionId }) => {
      const link = booked.transactionId;
      const nth = (times.get(link) ?? 0) + 1;
      times.set(link, nth);
      return nth === 1 ? booked : { ...booked, transactionId: ownTransactionId ?? `${link}-${nth}` };
    });
}

function bookedOf(row: Record<string, unknown>): Booked {
  return {
    kind: 'payment',
    transactionId: needed(wordOf(row.paylinkID), 'paylinkID'),
    reference: wordOf(row.externalTransactionID),
    charge: chargeIn(row),
    at: needed(instantOf(row.createdAt), 'createdAt'),
  };
}
