import { type Cents, scaleCents } from '../money.ts';
import { mayBecome, type OrderState } from '../orders/states.ts';
import { type AttemptState, attemptStates, type Charge, mayTurn, type Outcome } from './attempt.ts';

/** Money that moved, under the provider's name of the movement. */
export interface Paid {
  transactionId: string;
  charge: Charge;
}

/** What a provider says of a payment, as far as it counts. */
export interface Said {
  outcome: Outcome;
  reference: string | undefined;
  paid: readonly Paid[];
  mode: 'test' | 'live';
}

/** The order and its attempt as the books have them. */
export interface Books {
  mode: 'test' | 'live';
  order: {
    state: OrderState;
    total: Cents;
    /** What came in for it so far and was not given back. */
    captured: Cents;
    /** Its cart was bought with another order since: nobody waits for this one any more. */
    replaced: boolean;
  };
  attempt: {
    state: AttemptState;
    /** Ours, by what the provider knows it. */
    reference: string;
    /** In the order's currency. */
    amount: Cents;
    /** What the provider was told to take. */
    charge: Charge;
    /** The shopper's time to pay is over. */
    isOver: boolean;
  };
  /** Movements that are in the books already. */
  known: readonly string[];
}

/** Why a person has to look at a payment. */
export type ReviewReason =
  | 'wrong_mode'
  | 'foreign_reference'
  | 'currency_mismatch'
  | 'underpaid'
  | 'overpaid'
  | 'duplicate_payment'
  | 'late_payment'
  | 'provider_review';

/** A movement that comes into the books. */
export interface Capture extends Paid {
  /** What it is worth in the order's currency; 0 where it came in another than was asked for. */
  value: Cents;
}

/** What follows from what a provider said. Everything left out stays as it is. */
export interface Settlement {
  state?: AttemptState;
  captures: Capture[];
  /** The order's money is complete: it is placed. */
  places: boolean;
  /** What came in beyond what the order costs, and goes back. */
  surplus: { transactionId: string; value: Cents }[];
  reviews: ReviewReason[];
}

const nothing: Settlement = { captures: [], places: false, surplus: [], reviews: [] };

/**
 * What a provider's answer does to an order and its attempt (payments 4). Money that came in counts whatever was
 * said before or after; a refusal never undoes it. The order is placed when all of its money is there, in the
 * currency and for the reference that were asked for, and never otherwise.
 */
export function settlementOf(books: Books, said: Said): Settlement {
  const { order, attempt } = books;
  const isPaid = said.outcome === 'paid' || said.outcome === 'paid_review';
  if (isPaid && said.mode !== books.mode) return { ...nothing, reviews: ['wrong_mode'] };
  if (isPaid && said.reference !== undefined && said.reference !== attempt.reference)
    return { ...nothing, reviews: ['foreign_reference'] };
  if (!isPaid) {
    const next = refusalOf(said.outcome, attempt);
    return next && mayTurn(attempt.state, next) ? { ...nothing, state: next } : nothing;
  }

  const captures = said.paid
    .filter(({ transactionId }) => !books.known.includes(transactionId))
    .map((paid) => ({ ...paid, value: worthOf(paid.charge, attempt) }));
  const captured = order.captured + sumOf(captures);
  const waits = mayBecome(order.state, 'placed') && !order.replaced;
  const isComplete = captured >= order.total;
  const surplus = surplusOf(captures, waits ? captured - order.total : captured);
  const reasons: [boolean, ReviewReason][] = [
    [captures.some(({ charge }) => charge.currency !== attempt.charge.currency), 'currency_mismatch'],
    [said.outcome === 'paid_review', 'provider_review'],
    [waits && !isComplete, 'underpaid'],
    [surplus.length > 0, surplusReason(order, waits)],
  ];
  return {
    ...(attemptStates[attempt.state].status !== 'paid' &&
      mayTurn(attempt.state, 'paid') && { state: 'paid' }),
    captures,
    places: waits && isComplete && said.outcome === 'paid',
    surplus,
    reviews: captures.length > 0 ? reasons.flatMap(([holds, reason]) => (holds ? [reason] : [])) : [],
  };
}

/** Whether the goods are the shopper's, or on their way. */
const isSold = ({ state, replaced }: Books['order']): boolean =>
  !replaced && (state === 'placed' || state === 'shipped' || state === 'delivered');

function surplusReason(order: Books['order'], waits: boolean): ReviewReason {
  if (!waits && !isSold(order)) return 'late_payment';
  return order.captured >= order.total ? 'duplicate_payment' : 'overpaid';
}

/** What a movement is worth in the order's currency; a wallet charges in its own, at the rate of the attempt. */
function worthOf({ cents, currency }: Charge, { amount, charge }: Books['attempt']): Cents {
  if (currency !== charge.currency) return 0;
  return cents === charge.cents ? amount : scaleCents(cents, amount, charge.cents);
}

/** The newest money goes back first, never more than came in now. */
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

/** What an attempt that is not paid becomes. What nobody finds, or begins, counts when its time is over. */
function refusalOf(outcome: Outcome, { isOver }: Books['attempt']): AttemptState | undefined {
  if (outcome === 'pending' || outcome === 'pending_long') return 'processing';
  if (outcome === 'open' || outcome === 'approved' || outcome === 'not_found')
    return isOver ? 'expired' : undefined;
  return refusals[outcome as keyof typeof refusals];
}

const refusals = {
  declined: 'declined',
  cancelled: 'cancelled',
  expired: 'expired',
  error: 'failed',
} as const;
