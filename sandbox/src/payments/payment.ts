/** Who is played, under the names the shop gives them. */
export const providerCodes = ['card', 'instalments', 'local-a', 'local-b', 'wallet'] as const;
export type ProviderCode = (typeof providerCodes)[number];

export interface Amount {
  /** In the smallest units of the currency. */
  cents: number;
  currency: string;
}

/** `review`: taken, and looked at once more; `pending`: not decided yet, nothing taken. */
export type Verdict =
  | 'paid'
  | 'review'
  | 'pending'
  | 'declined'
  | 'cancelled'
  | 'abandoned'
  | 'unauthenticated';

/** What a shopper did with a payment, once. */
export interface Transaction extends Amount {
  id: string;
  verdict: Verdict;
  at: number;
}

/** How refunds go: `fail` is told later where refunds take time, `return` comes back after it went out. */
export type RefundPlan = 'sync' | 'async' | 'fail' | 'return';

export interface Refund extends Amount {
  id: string;
  /** What the shop calls it. */
  key: string;
  transactionId: string;
  at: number;
  plan: RefundPlan;
  settlesAt: number;
}

/** A payment as a shop asked for it, with all that became of it. */
export interface Payment extends Amount {
  provider: ProviderCode;
  /** The provider's own name of it. */
  id: string;
  /** The shop's. */
  reference: string;
  at: number;
  expiresAt: number;
  /** Whether a shopper has seen its page. */
  begun: boolean;
  transactions: Transaction[];
  refunds: Refund[];
  /** A wallet's: what the shopper agreed to, and what taking the money will come to. */
  agreed?: Amount & { verdict: Verdict };
  links: { success: string; cancel: string; failure: string; notify: string };
  /** What only its provider knows. */
  details: Record<string, string>;
}

/** Whether money moved with it. */
export const isTaken = ({ verdict }: Transaction): boolean => verdict === 'paid' || verdict === 'review';

/** What decides about a payment: money first, then the newest word. */
export function decisive({ transactions }: Payment): Transaction | undefined {
  return transactions.find(isTaken) ?? transactions.at(-1);
}

export const isExpired = (payment: Payment, now: number): boolean =>
  now >= payment.expiresAt && payment.transactions.length === 0;

export type RefundState = 'pending' | 'done' | 'failed' | 'returned';

/** A refund that comes back does so as long after it went out as it took to go. */
export function refundState({ plan, at, settlesAt }: Refund, now: number): RefundState {
  if (plan === 'sync') return 'done';
  if (now < settlesAt) return 'pending';
  if (plan === 'fail') return 'failed';
  return plan === 'return' && now >= returnsAt({ at, settlesAt }) ? 'returned' : 'done';
}

export const returnsAt = ({ at, settlesAt }: Pick<Refund, 'at' | 'settlesAt'>): number =>
  settlesAt + (settlesAt - at);

/** What may still be given back of a transaction. */
export function leftOf(payment: Payment, transaction: Transaction, now: number): number {
  const given = payment.refunds
    .filter(({ transactionId }) => transactionId === transaction.id)
    .filter((refund) => ['pending', 'done'].includes(refundState(refund, now)))
    .reduce((sum, { cents }) => sum + cents, 0);
  return transaction.cents - given;
}

/** `9205` as `92.05`. */
export const decimal = (cents: number): string =>
  `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;

/** `92.05` as `9205`; undefined for what is no amount. */
export const centsOf = (text: unknown): number | undefined =>
  typeof text === 'string' && /^\d{1,10}\.\d{2}$/.test(text) ? Number(text.replace('.', '')) : undefined;
