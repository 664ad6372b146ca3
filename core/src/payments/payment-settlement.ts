import { type Cents, scaleCents } from '../money.ts';
import { mayBecome, type OrderState } from '../orders/order-states.ts';
import { type AttemptState, attemptStates, type Charge, mayTurn, type Outcome } from './payment-attempt.ts';

/** A capture, with the provider's transaction id. */
interface Paid {
  transactionId: string;
  charge: Charge;
}

/** A provider's report of a payment, reduced to the fields that matter. */
export interface ProviderReport {
  outcome: Outcome;
  reference: string | undefined;
  paid: readonly Paid[];
  mode: 'test' | 'live';
}

/** The order and its attempt as recorded in the ledger. */
export interface LedgerState {
  /** The mode of the shop. */
  mode: 'test' | 'live';
  order: {
    state: OrderState;
    total: Cents;
    /** Amount captured so far, less refunds. */
    captured: Cents;
    /** Its cart was bought with another order since, so this order is no longer wanted. */
    replaced: boolean;
  };
  attempt: {
    /** The mode in which the attempt was made. */
    mode: 'test' | 'live';
    state: AttemptState;
    /** Our reference, which the provider knows. */
    reference: string;
    /** In the order's currency. */
    amount: Cents;
    /** The amount that the provider was requested to charge. */
    charge: Charge;
    /** The shopper's time to pay has ended. */
    isOver: boolean;
  };
  /** Transactions that are already recorded. */
  known: readonly string[];
}

/** Why a person must review a payment. */
type ReviewReason =
  | 'wrong_mode'
  | 'foreign_reference'
  | 'currency_mismatch'
  | 'underpaid'
  | 'overpaid'
  | 'duplicate_payment'
  | 'late_payment'
  | 'provider_review';

/** A capture to record. */
interface Capture extends Paid {
  /** Value in the order's currency; 0 when the currency is not the requested one. */
  value: Cents;
}

/** The consequences of a provider's report. Everything left out stays as it is. */
export interface Settlement {
  state?: AttemptState;
  captures: Capture[];
  /** The order is fully paid: it is placed. */
  places: boolean;
  /** Amounts above the order's total, which are refunded. */
  surplus: { transactionId: string; value: Cents }[];
  reviews: ReviewReason[];
}

const nothing: Settlement = { captures: [], places: false, surplus: [], reviews: [] };

/**
 * Decides what a provider's report does to an order and its attempt (spec payments 4). Captured money counts
 * whatever was reported before or after; a refusal never undoes it. The order is placed when its full
 * amount was captured in the requested currency and for the requested reference, and never otherwise.
 */
export function settlementOf(ledger: LedgerState, report: ProviderReport): Settlement {
  const { order, attempt } = ledger;
  const isPaid = report.outcome === 'paid' || report.outcome === 'paid_review';
  if (report.mode !== ledger.mode || attempt.mode !== ledger.mode)
    return isPaid ? { ...nothing, reviews: ['wrong_mode'] } : nothing;
  if (isPaid && report.reference !== undefined && report.reference !== attempt.reference)
    return { ...nothing, reviews: ['foreign_reference'] };
  if (!isPaid) {
    const next = refusalOf(report.outcome, attempt);
    return next && mayTurn(attempt.state, next) ? { ...nothing, state: next } : nothing;
  }

  const captures = report.paid
    .filter(({ transactionId }) => !ledger.known.includes(transactionId))
    .map((paid) => ({ ...paid, value: worthOf(paid.charge, attempt) }));
  const captured = order.captured + sumOf(captures);
  const waits = mayBecome(order.state, 'placed') && !order.replaced;
  const isComplete = captured >= order.total;
  const surplus = surplusOf(captures, waits ? captured - order.total : captured);
  const reasons: [boolean, ReviewReason][] = [
    [captures.some(({ charge }) => charge.currency !== attempt.charge.currency), 'currency_mismatch'],
    [report.outcome === 'paid_review', 'provider_review'],
    [waits && !isComplete, 'underpaid'],
    [surplus.length > 0, surplusReason(order, waits)],
  ];
  return {
    ...(attemptStates[attempt.state].status !== 'paid' &&
      mayTurn(attempt.state, 'paid') && { state: 'paid' }),
    captures,
    places: waits && isComplete && report.outcome === 'paid',
    surplus,
    reviews: captures.length > 0 ? reasons.flatMap(([holds, reason]) => (holds ? [reason] : [])) : [],
  };
}

/** Whether the goods belong to the shopper or are on their way. */
const isSold = ({ state, replaced }: LedgerState['order']): boolean =>
  !replaced && (state === 'placed' || state === 'shipped' || state === 'delivered');

function surplusReason(order: LedgerState['order'], waits: boolean): ReviewReason {
  if (!waits && !isSold(order)) return 'late_payment';
  return order.captured >= order.total ? 'duplicate_payment' : 'overpaid';
}

/**
 * Returns the value of a capture in the order's currency. A wallet charges in its own currency, at the rate
 * of the attempt.
 */
function worthOf({ cents, currency }: Charge, { amount, charge }: LedgerState['attempt']): Cents {
  if (currency !== charge.currency) return 0;
  return cents === charge.cents ? amount : scaleCents(cents, amount, charge.cents);
}

/** Refunds the newest money first, never more than was captured now. */
function surplusOf(captures: readonly Capture[], surplus: Cents): Settlement['surplus'] {
  let left = Math.max(0, surplus);
  return captures
    .toReversed()
    .map(({ transactionId, value }) => {
      const back = Math.min(left, value);
      left -= back;
      return { transactionId, value: back };
    })
    .filter(({ value }) => value > 0);
}

const sumOf = (captures: readonly Capture[]): Cents => captures.reduce((sum, { value }) => sum + value, 0);

/** Returns the next state of an unpaid attempt. An unknown or unfinished payment ends when its time is over. */
function refusalOf(outcome: Outcome, { isOver }: LedgerState['attempt']): AttemptState | undefined {
  if (outcome === 'pending' || outcome === 'pending_long') return 'processing';
  if (outcome === 'open' || outcome === 'approved' || outcome === 'not_found')
    return isOver ? 'expired' : undefined;
  return refusals[outcome];
}

const refusals: Partial<Record<Outcome, AttemptState>> = {
  declined: 'declined',
  cancelled: 'cancelled',
  expired: 'expired',
  error: 'failed',
};
