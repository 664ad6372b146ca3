import type { ResultOf } from '@fynbos/core/endpoint.ts';
import type { paymentStatus } from '@fynbos/core/payments/contract.ts';
import type { MessageId } from '../../platform/i18n/text.ts';
import type { IconName } from '../../ui/icons.tsx';

export type PaymentState = ResultOf<typeof paymentStatus>;

/** The outcome of a payment as the shopper sees it. */
export type Outcome = PaymentState['status'] | 'givenBack' | 'left';

/** An action the shopper can take for a payment. */
export type PaymentAction = 'order' | 'continue' | 'again' | 'otherWay' | 'look' | 'track';

interface OutcomeView {
  icon: IconName;
  title: MessageId;
  text?: MessageId;
  /** The first action is the primary one. */
  actions: readonly PaymentAction[];
  /** The outcome may still change by itself, so the page polls. */
  watched?: boolean;
}

/**
 * Text and actions of each outcome. If nothing was taken, the text says so. If money may have been taken,
 * no payment action is offered.
 */
export const tellings: Readonly<Record<Outcome, OutcomeView>> = {
  paid: { icon: 'check', title: 'payments.paid', actions: ['order'] },
  pending: {
    icon: 'info',
    title: 'payments.pending',
    text: 'payments.pendingText',
    actions: ['look', 'continue'],
    watched: true,
  },
  left: {
    icon: 'close',
    title: 'payments.cancelled',
    text: 'payments.nothingTaken',
    actions: ['continue', 'otherWay'],
    watched: true,
  },
  declined: {
    icon: 'warning',
    title: 'payments.declined',
    text: 'payments.declinedText',
    actions: ['again', 'otherWay'],
  },
  cancelled: {
    icon: 'close',
    title: 'payments.cancelled',
    text: 'payments.nothingTaken',
    actions: ['again', 'otherWay'],
  },
  expired: {
    icon: 'warning',
    title: 'payments.expired',
    text: 'payments.nothingTaken',
    actions: ['again', 'otherWay'],
  },
  review: { icon: 'search', title: 'payments.review', text: 'payments.reviewText', actions: ['track'] },
  givenBack: {
    icon: 'info',
    title: 'payments.givenBack',
    text: 'payments.givenBackText',
    actions: ['track'],
  },
  error: {
    icon: 'warning',
    title: 'payments.error',
    text: 'payments.errorText',
    actions: ['again', 'otherWay'],
  },
};

/**
 * Returns the outcome to show. An order that another payment has paid counts as paid, whatever this
 * payment's status. A payment in review stays in review.
 * @param hasLeft the shopper came back without paying; not every provider reports this when polled
 */
export function outcomeOf(
  { status, isOrdered, isGivenBack, canPay }: PaymentState,
  hasLeft = false,
): Outcome {
  if (isGivenBack) return 'givenBack';
  if (hasLeft && status === 'pending' && canPay) return 'left';
  return isOrdered && status !== 'review' ? 'paid' : status;
}

/**
 * The actions of this payment. Continuing and retrying are offered only while the order waits for its
 * money.
 */
export function actionsOf(state: PaymentState, hasLeft = false): readonly PaymentAction[] {
  const { actions } = tellings[outcomeOf(state, hasLeft)];
  return actions.filter((action) => (action !== 'continue' && action !== 'again') || state.canPay);
}
