import type { Charge, Outcome } from '@fynbos/core/payments/attempt.ts';
import type { Booked, Evidence } from './provider.ts';
import { instantOf, wordOf } from './read-answer.ts';
import { needed, rowsOf } from './said.ts';

/** The words of `getStatus`. */
const outcomes = new Map<string, Outcome>([
  ['PAID', 'paid'],
  ['UNPAID', 'open'],
  ['FAILURE', 'declined'],
  ['CANCELLED', 'cancelled'],
  ['EXPIRED', 'expired'],
]);

/** The answer has no name for the payment itself, and need not repeat our reference: a link is paid once, or so it says. */
export function evidenceOf(said: Record<string, unknown>, mode: 'test' | 'live'): Evidence {
  const id = needed(wordOf(said.paylinkID), 'paylinkID');
  const status = needed(wordOf(said.status), 'status');
  const outcome = outcomes.get(status) ?? 'unknown';
  return {
    outcome,
    id,
    reference: wordOf(said.externalTransactionID),
    paid: outcome === 'paid' ? [{ transactionId: id, charge: chargeIn(said) }] : [],
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
 * What was paid by links, the oldest first. Only here a link that was paid twice is seen: its first payment has the
 * name that `getStatus` knows it by, the next one its own.
 */
export function paidIn(payments: unknown): Booked[] {
  const times = new Map<string, number>();
  return rowsOf(payments)
    .filter(({ status }) => outcomes.get(String(status)) === 'paid')
    .map((said) => ({ booked: bookedOf(said), own: wordOf(said.transactionId) }))
    .toSorted((one, other) => one.booked.at.getTime() - other.booked.at.getTime())
    .map(({ booked, own }) => {
      const link = booked.transactionId;
      const nth = (times.get(link) ?? 0) + 1;
      times.set(link, nth);
      return nth === 1 ? booked : { ...booked, transactionId: own ?? `${link}-${nth}` };
    });
}

function bookedOf(said: Record<string, unknown>): Booked {
  return {
    kind: 'payment',
    transactionId: needed(wordOf(said.paylinkID), 'paylinkID'),
    reference: wordOf(said.externalTransactionID),
    charge: chargeIn(said),
    at: needed(instantOf(said.createdAt), 'createdAt'),
  };
}
