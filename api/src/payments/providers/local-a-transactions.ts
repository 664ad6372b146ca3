import type { Charge, Outcome } from '@fynbos/core/payments/attempt.ts';
import type { Evidence, ProviderSession } from './provider.ts';
import { wordOf } from './read-answer.ts';
import { amountOf, needed, rowsOf } from './said.ts';

/**
 * The words of hub.ozow.com/docs/outcome. `Error` is its only one for a payment that failed: the bank said no, or broke
 * down, and in both cases nothing was paid and another try may succeed.
 */
const outcomes = new Map<string, Outcome>([
  ['Complete', 'paid'],
  ['Cancelled', 'cancelled'],
  ['Error', 'declined'],
  ['Abandoned', 'expired'],
  ['PendingInvestigation', 'pending_long'],
  ['Pending', 'pending'],
]);

/** Who tried several times is where money is, or may still come. */
const tellingMost: readonly Outcome[] = [
  'paid',
  'pending_long',
  'pending',
  'unknown',
  'declined',
  'cancelled',
  'expired',
];

interface Transaction {
  id: string;
  reference: string;
  word: string;
  outcome: Outcome;
  charge: Charge;
  mode: 'test' | 'live';
}

function transactionOf(row: Record<string, unknown>, asked: 'test' | 'live'): Transaction {
  const word = needed(wordOf(row.status), 'status');
  return {
    id: needed(wordOf(row.transactionId), 'transactionId'),
    reference: needed(wordOf(row.transactionReference), 'transactionReference'),
    word,
    outcome: outcomes.get(word) ?? 'unknown',
    charge: {
      cents: needed(amountOf(row.amount), 'amount'),
      currency: needed(wordOf(row.currencyCode), 'currencyCode'),
    },
    // Which of the two was asked for is part of the question; a row need not repeat it.
    mode: row.isTest == null ? asked : /^true$/i.test(String(row.isTest)) ? 'test' : 'live',
  };
}

/**
 * Up to ten rows come under one reference, since Ozow does not mind references that are sent twice: every complete one
 * is money. What is not ours or not of our mode counts only where there is nothing else, so that the shop sees it.
 */
export function evidenceOf(
  said: unknown,
  { id, reference }: ProviderSession,
  mode: 'test' | 'live',
): Evidence {
  const found = rowsOf(said).map((row) => transactionOf(row, mode));
  const ours = found.filter((row) => row.reference === reference && row.mode === mode);
  const rows = ours.length > 0 ? ours : found;
  const rank = ({ outcome }: Transaction) => tellingMost.indexOf(outcome);
  const first = rows.toSorted((one, other) => rank(one) - rank(other))[0];
  // Made, and nobody has chosen a bank; where no name is known, perhaps not even made.
  if (!first)
    return { outcome: id ? 'open' : 'not_found', id, reference: undefined, paid: [], mode, code: 'no rows' };
  const paid = rows.filter(
    (row) => row.outcome === 'paid' && row.reference === first.reference && row.mode === first.mode,
  );
  return {
    outcome: first.outcome,
    id,
    reference: first.reference,
    paid: paid.map((row) => ({ transactionId: row.id, charge: row.charge })),
    mode: first.mode,
    code: first.word,
  };
}
