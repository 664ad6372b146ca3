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
 * What was paid by links, the oldest first. Only here a link that was paid twice is seen: the first payment has the
 * name that `getStatus` knows it by, the second another.
 */
export function paidIn(payments: unknown): Booked[] {
  const paid = rowsOf(payments).filter(({ status }) => outcomes.get(String(status)) === 'paid');
  const seen = new Map<string, number>();
  return paid
    .map(bookedOf)
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .map((booked) => {
      const times = (seen.get(booked.transactionId) ?? 0) + 1;
      seen.set(booked.transactionId, times);
      return times === 1 ? booked : { ...booked, transactionId: `${booked.transactionId}#${times}` };
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
