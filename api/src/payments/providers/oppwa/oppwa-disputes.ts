import { type DisputeEvidence, type DisputeName, ProviderUnreachable } from '../payment-provider.ts';
import { type Json, wordOf } from '../provider-response.ts';
import { type Entry, readEntry } from './oppwa-ledger-entries.ts';

/** An entry that refers to another: a chargeback to its payment, a reversal to its chargeback. */
interface LinkedEntry extends Entry {
  referencedId: string | undefined;
}

const readLinked = (json: Json): LinkedEntry => ({
  ...readEntry(json),
  referencedId: wordOf(json.referencedId),
});

/** Whether an entry moves disputed money: `CB` is a chargeback, `CR` its reversal. */
export const isDisputeType = (type: unknown): boolean => type === 'CB' || type === 'CR';

/** The dispute that an entry of OPPWA belongs to; a chargeback has one for its payment. */
export function oppwaDisputeNameOf(json: Json): DisputeName | undefined {
  const [id, transactionId] = [wordOf(json?.id), wordOf(json?.referencedId)];
  return id && transactionId && isDisputeType(json.paymentType) ? { id, transactionId } : undefined;
}

/**
 * Reads the dispute of a payment from its linked entries. OPPWA has no states of a dispute: it is open until
 * the chargeback is reversed, and an operator closes its case otherwise.
 * @param records all entries linked to the payment
 * @throws ProviderUnreachable when one is unparseable
 */
export function disputeOf(
  records: readonly Json[],
  transactionId: string,
  mode: 'test' | 'live',
): DisputeEvidence | undefined {
  const entries = records.filter(({ paymentType }) => isDisputeType(paymentType)).map(readLinked);
  const chargebacks = entries.filter((entry) => entry.type === 'CB' && entry.referencedId === transactionId);
  const [first] = chargebacks;
  if (!first) return undefined;
  const ids = new Set(entries.map(({ id }) => id));
  const reversals = entries.filter((entry) => entry.type === 'CR' && ids.has(entry.referencedId ?? ''));
  const charge = sumOf(chargebacks);
  const reversed = reversals.length > 0 ? sumOf(reversals).cents : 0;
  const withdrawn = { ...charge, cents: Math.max(0, charge.cents - reversed) };
  const state = withdrawn.cents === 0 ? 'won' : 'open';
  return { id: first.id, transactionId, state, charge, withdrawn, mode, code: first.code };
}

function sumOf(entries: readonly Entry[]): DisputeEvidence['charge'] {
  const charges = entries.map(({ charge }) => charge);
  const [first] = charges;
  if (!first || charges.some((charge) => charge?.currency !== first.currency))
    throw new ProviderUnreachable('returned a chargeback that cannot be parsed');
  const cents = charges.reduce((sum, charge) => sum + (charge?.cents ?? 0), 0);
  return { cents, currency: first.currency };
}
