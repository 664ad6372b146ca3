/** The code of a provider in the shop. */
export type ProviderCode = string;

export interface Amount {
  /** In the smallest unit of the currency. */
  cents: number;
  currency: string;
}

/** `review`: charged, but under review; `pending`: undecided, nothing charged. */
export type Verdict =
  | 'paid'
  | 'review'
  | 'pending'
  | 'declined'
  | 'cancelled'
  | 'abandoned'
  | 'unauthenticated';

/** One action of a shopper on a payment. */
export interface Transaction extends Amount {
  id: string;
  verdict: Verdict;
  at: number;
}

/**
 * Outcome of refunds. `fail` is reported later where refunds are asynchronous; `return` comes back after it
 * was sent.
 */
export type RefundPlan = 'sync' | 'async' | 'fail' | 'return';

export interface Refund extends Amount {
  id: string;
  /** The shop's key of the refund. */
  key: string;
  transactionId: string;
  at: number;
  plan: RefundPlan;
  settlesAt: number;
}

/** A dispute of a charged transaction: a chargeback of a card, or a claim at PayPal. */
export interface Dispute extends Amount {
  id: string;
  transactionId: string;
  at: number;
  /** The part that was withdrawn from the shop. */
  withdrawn: number;
  state: 'open' | 'won' | 'lost';
  /** When it was decided, and the id of the entry that returned the money. */
  decided?: { at: number; id: string };
}

/** A payment as requested by the shop, with its transactions and refunds. */
export interface Payment extends Amount {
  provider: ProviderCode;
  /** The provider's id. */
  id: string;
  /** The shop's reference. */
  reference: string;
  at: number;
  expiresAt: number;
  /** Whether a shopper has opened the payment page. */
  begun: boolean;
  transactions: Transaction[];
  refunds: Refund[];
  /** Missing in journals of earlier versions. */
  disputes?: Dispute[];
  /** PayPal only: the amount the shopper approved, and the verdict a capture will have. */
  agreed?: Amount & { verdict: Verdict };
  links: { success: string; cancel: string; failure: string; notify: string };
  /** Provider-specific values. */
  details: Record<string, string>;
}

/** A payment that no shopper has seen. */
export const newPayment = (
  now: number,
  sessionMs: number,
  made: Omit<Payment, 'at' | 'expiresAt' | 'begun' | 'transactions' | 'refunds'>,
): Payment => ({
  ...made,
  at: now,
  expiresAt: now + sessionMs,
  begun: false,
  transactions: [],
  refunds: [],
});

/** Whether money was charged. */
export const isCharged = ({ verdict }: Transaction): boolean => verdict === 'paid' || verdict === 'review';

/** The transaction that decides the state of a payment: a charged one first, else the newest. */
export function decisive({ transactions }: Payment): Transaction | undefined {
  return transactions.find(isCharged) ?? transactions.at(-1);
}

export const isExpired = (payment: Payment, now: number): boolean =>
  now >= payment.expiresAt && payment.transactions.length === 0;

export type RefundState = 'pending' | 'done' | 'failed' | 'returned';

/** State of a refund. A returned refund comes back after the same delay that it took to be sent. */
export function refundState({ plan, at, settlesAt }: Refund, now: number): RefundState {
  if (plan === 'sync') return 'done';
  if (now < settlesAt) return 'pending';
  if (plan === 'fail') return 'failed';
  return plan === 'return' && now >= returnsAt({ at, settlesAt }) ? 'returned' : 'done';
}

export const returnsAt = ({ at, settlesAt }: Pick<Refund, 'at' | 'settlesAt'>): number =>
  settlesAt + (settlesAt - at);

/** The amount of a transaction that can still be refunded: disputed money cannot. */
export function leftOf(payment: Payment, transaction: Transaction, now: number): number {
  const withdrawn = (payment.disputes ?? [])
    .filter(({ transactionId, state }) => transactionId === transaction.id && state !== 'won')
    .reduce((sum, dispute) => sum + dispute.withdrawn, 0);
  return unrefundedOf(payment, transaction, now) - withdrawn;
}

/** The amount of a transaction that was not refunded. */
export function unrefundedOf(payment: Payment, transaction: Transaction, now: number): number {
  const refunded = payment.refunds
    .filter(({ transactionId }) => transactionId === transaction.id)
    .filter((refund) => ['pending', 'done'].includes(refundState(refund, now)))
    .reduce((sum, { cents }) => sum + cents, 0);
  return transaction.cents - refunded;
}

/** `9205` as `92.05`. */
export const decimal = (cents: number): string =>
  `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;

/** `92.05` as `9205`; undefined for an invalid amount. */
export const centsOf = (text: unknown): number | undefined =>
  typeof text === 'string' && /^\d{1,10}\.\d{2}$/.test(text) ? Number(text.replace('.', '')) : undefined;
