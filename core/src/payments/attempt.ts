import type { Cents } from '../money.ts';

/** An amount of money in the smallest units of its currency. */
export interface Charge {
  cents: Cents;
  currency: string;
}

/**
 * What a provider says of a payment when it is asked. `open`: the shopper has not finished; `approved`: they agreed,
 * and the money waits to be taken; `pending_long`: may take days; `paid_review`: paid, and the provider looks at it
 * once more; `unknown`: an answer that nobody understands, which never counts as paid.
 */
export type Outcome =
  | 'open'
  | 'approved'
  | 'pending'
  | 'pending_long'
  | 'paid'
  | 'paid_review'
  | 'declined'
  | 'cancelled'
  | 'expired'
  | 'error'
  | 'not_found'
  | 'unknown';

/** Where an attempt to pay is. */
export type AttemptState =
  | 'created'
  | 'initiating'
  | 'awaiting_shopper'
  | 'processing'
  | 'paid'
  | 'declined'
  | 'cancelled'
  | 'expired'
  | 'failed'
  | 'partially_refunded'
  | 'refunded';

/** What shoppers are told (decision 7). */
export type PaymentStatus = 'paid' | 'pending' | 'declined' | 'cancelled' | 'expired' | 'review' | 'error';

interface Row {
  /** What may follow. Money that arrives late is money: everything unpaid may become paid. */
  next: readonly AttemptState[];
  /** Whether the provider may still decide. */
  open: boolean;
  status: PaymentStatus;
}

const unpaid = ['paid', 'declined', 'cancelled', 'expired', 'failed'] as const;

/** The life of an attempt as a table; whatever it does not name does not happen (payments 4). */
export const attemptStates: Readonly<Record<AttemptState, Row>> = {
  // Money of a try that was not answered is money too.
  created: { next: ['initiating', 'processing', ...unpaid], open: true, status: 'pending' },
  // Back to the beginning, where nobody answered.
  initiating: {
    next: ['created', 'awaiting_shopper', 'processing', ...unpaid],
    open: true,
    status: 'pending',
  },
  awaiting_shopper: { next: ['processing', ...unpaid], open: true, status: 'pending' },
  processing: { next: unpaid, open: true, status: 'pending' },
  paid: { next: ['partially_refunded', 'refunded'], open: false, status: 'paid' },
  declined: { next: ['paid'], open: false, status: 'declined' },
  cancelled: { next: ['paid'], open: false, status: 'cancelled' },
  expired: { next: ['paid'], open: false, status: 'expired' },
  failed: { next: ['paid'], open: false, status: 'error' },
  // A refund may come back.
  partially_refunded: { next: ['paid', 'refunded'], open: false, status: 'paid' },
  refunded: { next: ['paid', 'partially_refunded'], open: false, status: 'paid' },
};

/** Whether an attempt may go from one state to another. */
export const mayTurn = (from: AttemptState, to: AttemptState): boolean =>
  attemptStates[from].next.includes(to);
