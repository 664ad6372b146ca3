import type { Cents } from '../money.ts';

/** An amount in the smallest unit of its currency. */
export interface Charge {
  cents: Cents;
  currency: string;
}

/**
 * Status of a payment as the provider reports it. `open`: the shopper has not finished; `approved`: the
 * shopper agreed and the money must be captured; `pending_long`: may take days; `paid_review`: paid, but
 * under review by the provider; `unknown`: a response that cannot be interpreted, which never counts as
 * paid.
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

/** States of a payment attempt. */
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

/** Status shown to shoppers (spec D7). */
export type PaymentStatus = 'paid' | 'pending' | 'declined' | 'cancelled' | 'expired' | 'review' | 'error';

interface Row {
  /** Allowed successors. Late money counts: every unpaid state may become paid. */
  next: readonly AttemptState[];
  /** Whether the provider may still decide. */
  open: boolean;
  status: PaymentStatus;
}

const unpaid = ['paid', 'declined', 'cancelled', 'expired', 'failed'] as const;

/** The state machine of an attempt; transitions not listed are refused (spec payments 4). */
export const attemptStates: Readonly<Record<AttemptState, Row>> = {
  // Money may arrive for an attempt whose initiation had no response.
  created: { next: ['initiating', 'processing', ...unpaid], open: true, status: 'pending' },
  // Returns to created when the provider did not respond.
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
  // A refund may be reversed.
  partially_refunded: { next: ['paid', 'refunded'], open: false, status: 'paid' },
  refunded: { next: ['paid', 'partially_refunded'], open: false, status: 'paid' },
};

/** Whether a text names a state. */
export const isAttemptState = (text: string): text is AttemptState => Object.hasOwn(attemptStates, text);

/** Whether an attempt may go from one state to another. */
export const mayTurn = (from: AttemptState, to: AttemptState): boolean =>
  attemptStates[from].next.includes(to);
