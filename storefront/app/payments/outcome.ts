import type { ResultOf } from '@fynbos/core/endpoint.ts';
import type { paymentStatus } from '@fynbos/core/payments/contract.ts';
import type { MessageId } from '../i18n/text.ts';
import type { IconName } from '../ui/icons.tsx';

export type PaymentState = ResultOf<typeof paymentStatus>;

/** How a payment is told to the shopper. */
export type Outcome = PaymentState['status'] | 'givenBack' | 'left';

/** What can be done about it. */
export type Way = 'order' | 'continue' | 'again' | 'otherWay' | 'look' | 'track';

interface Telling {
  icon: IconName;
  title: MessageId;
  text?: MessageId;
  /** The first of them is the one to press. */
  ways: readonly Way[];
  /** It may still change by itself. */
  watched?: boolean;
}

/** What each outcome says and offers. Where nothing was taken it says so; where it may have been, nobody is asked to pay. */
export const tellings: Readonly<Record<Outcome, Telling>> = {
  paid: { icon: 'check', title: 'payments.paid', ways: ['order'] },
  pending: {
    icon: 'info',
    title: 'payments.pending',
    text: 'payments.pendingText',
    ways: ['look', 'continue'],
    watched: true,
  },
  left: {
    icon: 'close',
    title: 'payments.cancelled',
    text: 'payments.nothingTaken',
    ways: ['continue', 'otherWay'],
    watched: true,
  },
  declined: {
    icon: 'warning',
    title: 'payments.declined',
    text: 'payments.declinedText',
    ways: ['again', 'otherWay'],
  },
  cancelled: {
    icon: 'close',
    title: 'payments.cancelled',
    text: 'payments.nothingTaken',
    ways: ['again', 'otherWay'],
  },
  expired: {
    icon: 'warning',
    title: 'payments.expired',
    text: 'payments.nothingTaken',
    ways: ['again', 'otherWay'],
  },
  review: { icon: 'search', title: 'payments.review', text: 'payments.reviewText', ways: ['track'] },
  givenBack: {
    icon: 'info',
    title: 'payments.givenBack',
    text: 'payments.givenBackText',
    ways: ['track'],
  },
  error: {
    icon: 'warning',
    title: 'payments.error',
    text: 'payments.errorText',
    ways: ['again', 'otherWay'],
  },
};

/**
 * An order that another payment has placed is paid, whatever became of this one; what is looked at is looked at.
 *
 * @param hasLeft the shopper came back without paying: not every provider says so when it is asked
 */
export function outcomeOf(
  { status, isOrdered, isGivenBack, canPay }: PaymentState,
  hasLeft = false,
): Outcome {
  if (isGivenBack) return 'givenBack';
  if (hasLeft && status === 'pending' && canPay) return 'left';
  return isOrdered && status !== 'review' ? 'paid' : status;
}

/** What this payment offers: going on and beginning again only while the order waits for its money. */
export function waysOf(state: PaymentState, hasLeft = false): readonly Way[] {
  const { ways } = tellings[outcomeOf(state, hasLeft)];
  return ways.filter((way) => (way !== 'continue' && way !== 'again') || state.canPay);
}
