import type { Charge, Outcome } from '@fynbos/core/payments/payment-attempt.ts';
import type { Evidence, ProviderSession } from '../payment-provider.ts';
import { wordOf } from '../provider-response.ts';
import { amountOf, needed, nothingPaid, rowsOf } from '../response-checks.ts';

/**
 * Statuses of hub.ozow.com/docs/outcome. `Error` is the only one for a failed payment: the bank declined or
 * failed. In both cases nothing was paid and another attempt may succeed.
 */
const outcomes = new Map<string, Outcome>([
  ['Complete', 'paid'],
  ['Cancelled', 'cancelled'],
  ['Error', 'declined'],
  ['Abandoned', 'expired'],
  ['PendingInvestigation', 'pending_long'],
  ['Pending', 'pending'],
]);

/**
 * Order of precedence when a shopper made several attempts: paid first, then the outcomes that may still
 * bring money.
 */
const outcomesByPriority: readonly Outcome[] = [
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

function transactionOf(row: Record<string, unknown>, requestedMode: 'test' | 'live'): Transaction {
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
    // The request names the mode; a row need not repeat it.
    mode: row.isTest == null ? requestedMode : /^true$/i.test(String(row.isTest)) ? 'test' : 'live',
  };
}

/**
 * Up to ten rows share one reference, since Ozow accepts repeated references: every complete row is money.
 * Rows of another reference or mode count only when there are no others, so that the shop sees them.
 */
export function transactionEvidenceOf(
  payload: unknown,
  { id, reference }: ProviderSession,
  mode: 'test' | 'live',
): Evidence {
  const transactions = rowsOf(payload).map((row) => transactionOf(row, mode));
  const matching = transactions.filter((row) => row.reference === reference && row.mode === mode);
  const rows = matching.length > 0 ? matching : transactions;
  const rank = ({ outcome }: Transaction) => outcomesByPriority.indexOf(outcome);
  const first = rows.toSorted((left, right) => rank(left) - rank(right))[0];
  // The payment exists and the shopper has not chosen a bank; without an id it may not even exist.
  if (!first) return nothingPaid(id ? 'open' : 'not_found', id, 'no rows', mode);
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
