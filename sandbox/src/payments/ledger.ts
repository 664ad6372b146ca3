import type { KeyValueLog } from './journal-file.ts';
import {
  type Dispute,
  isCharged,
  type Payment,
  type ProviderCode,
  type Refund,
  refundState,
  returnsAt,
  type Transaction,
} from './payment.ts';

/** A ledger entry: money that a shopper really paid or got back. */
interface LedgerEntry {
  provider: ProviderCode;
  kind: 'payment' | 'refund' | 'dispute';
  reference: string;
  transactionId: string;
  /** Negative for a refund that came back, and for a dispute that the shop won. */
  cents: number;
  currency: string;
  at: string;
}

/** All payments of all shops, and their outcomes. */
export interface PaymentLedger {
  /** Adds a new payment, or persists a changed one. */
  write(payment: Payment): void;
  find(provider: ProviderCode, id: string): Payment | undefined;
  /** Oldest first: a shop may use a reference twice. */
  ofReference(provider: ProviderCode, reference: string): readonly Payment[];
  ofTransaction(
    provider: ProviderCode,
    id: string,
  ): { payment: Payment; transaction: Transaction } | undefined;
  ofDispute(provider: ProviderCode, id: string): { payment: Payment; dispute: Dispute } | undefined;
  ofRefund(provider: ProviderCode, key: string): { payment: Payment; refund: Refund }[];
  all(provider: ProviderCode): Payment[];
  /** Newest first. */
  newest(count: number): Payment[];
  ledger(now: number): LedgerEntry[];
  empty(): void;
}

export function openPaymentLedger(journal: KeyValueLog): PaymentLedger {
  const payments = new Map<string, Payment>();
  const byReference = new Map<string, Payment[]>();
  const byPart = new Map<string, Set<Payment>>();

  const add = (key: string, payment: Payment) => byPart.set(key, (byPart.get(key) ?? new Set()).add(payment));

  function index(payment: Payment): void {
    const { provider, id, reference } = payment;
    if (!payments.has(`${provider} ${id}`)) {
      payments.set(`${provider} ${id}`, payment);
      const key = `${provider} ${reference}`;
      byReference.set(key, [...(byReference.get(key) ?? []), payment]);
    }
    for (const transaction of payment.transactions) add(`${provider} t ${transaction.id}`, payment);
    for (const { id: disputeId } of payment.disputes ?? []) add(`${provider} d ${disputeId}`, payment);
    for (const refund of payment.refunds) add(`${provider} r ${refund.key}`, payment);
  }

  for (const [name, value] of journal.entries) if (name.startsWith('payment ')) index(value as Payment);

  return {
    write(payment) {
      index(payment);
      journal.set(`payment ${payment.provider} ${payment.id}`, payment);
    },
    find: (provider, id) => payments.get(`${provider} ${id}`),
    ofReference: (provider, reference) => byReference.get(`${provider} ${reference}`) ?? [],
    ofTransaction(provider, id) {
      const [payment] = byPart.get(`${provider} t ${id}`) ?? [];
      const transaction = payment?.transactions.find((candidate) => candidate.id === id);
      return payment && transaction && { payment, transaction };
    },
    ofDispute(provider, id) {
      const [payment] = byPart.get(`${provider} d ${id}`) ?? [];
      const dispute = payment?.disputes?.find((candidate) => candidate.id === id);
      return payment && dispute && { payment, dispute };
    },
    ofRefund: (provider, key) =>
      [...(byPart.get(`${provider} r ${key}`) ?? [])].flatMap((payment) =>
        payment.refunds.filter((refund) => refund.key === key).map((refund) => ({ payment, refund })),
      ),
    all: (provider) => [...payments.values()].filter((payment) => payment.provider === provider),
    newest: (count) => [...payments.values()].slice(-count).reverse(),
    ledger: (now) =>
      [...payments.values()]
        .flatMap((payment) => entriesOf(payment, now))
        .sort((left, right) => left.at.localeCompare(right.at)),
    empty() {
      for (const index of [payments, byReference, byPart]) index.clear();
    },
  };
}

function entriesOf(payment: Payment, now: number): LedgerEntry[] {
  const { provider, reference, transactions, refunds, disputes = [] } = payment;
  const entry = (kind: LedgerEntry['kind'], id: string, cents: number, currency: string, at: number) => ({
    provider,
    kind,
    reference,
    transactionId: id,
    cents,
    currency,
    at: new Date(at).toISOString(),
  });
  const paid = transactions
    .filter(isCharged)
    .map(({ id, cents, currency, at }) => entry('payment', id, cents, currency, at));
  const refunded = refunds.flatMap((refund) => {
    const { id, cents, currency, settlesAt } = refund;
    const state = refundState(refund, now);
    if (state === 'pending' || state === 'failed') return [];
    const out = entry('refund', id, cents, currency, settlesAt);
    return state === 'done' ? [out] : [out, entry('refund', id, -cents, currency, returnsAt(refund))];
  });
  const disputed = disputes
    .filter(({ withdrawn }) => withdrawn > 0)
    .flatMap(({ id, withdrawn, currency, at, state, decided }) => {
      const out = entry('dispute', id, withdrawn, currency, at);
      return state === 'won' && decided
        ? [out, entry('dispute', id, -withdrawn, currency, decided.at)]
        : [out];
    });
  return [...paid, ...refunded, ...disputed];
}
