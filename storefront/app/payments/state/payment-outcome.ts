import type { ResultOf } from '@fynbos/core/endpoint.ts';
import type { paymentStatus } from '@fynbos/core/payments/contract.ts';
import type { MessageId } from '../../platform/i18n/text.ts';
import type { IconName } from '../../ui/icons.tsx';
import type { ReturnHints } from './provider-return-parameters.ts';

export type PaymentState = ResultOf<typeof paymentStatus>;

/** The outcome of a payment as the shopper sees it. */
export type PaymentOutcome = PaymentState['status'] | 'givenBack' | 'alreadyOrdered' | 'left' | 'failed';

/** An action the shopper can take for a payment. */
export type PaymentAction =
  | 'order'
  | 'continue'
  | 'again'
  | 'otherWay'
  | 'look'
  | 'track'
  | 'cancel'
  | 'startAgain';

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
 * Text and actions of each outcome. Without a payment, the text says what the shop knows: that it has received
 * none. If money may have been taken, no payment action is offered.
 */
export const tellings: Readonly<Record<PaymentOutcome, OutcomeView>> = {
  paid: { icon: 'check', title: 'payments.paid', actions: ['order'] },
  pending: {
    icon: 'info',
    title: 'payments.pending',
    text: 'payments.pendingText',
    actions: ['look', 'continue', 'startAgain', 'cancel'],
    watched: true,
  },
  left: {
    icon: 'close',
    title: 'payments.cancelled',
    text: 'payments.noneReceived',
    actions: ['continue', 'otherWay', 'cancel'],
    watched: true,
  },
  failed: {
    icon: 'warning',
    title: 'payments.failed',
    text: 'payments.failedText',
    actions: ['continue', 'otherWay', 'look', 'cancel'],
    watched: true,
  },
  declined: {
    icon: 'warning',
    title: 'payments.declined',
    text: 'payments.declinedText',
    actions: ['again', 'otherWay', 'cancel'],
  },
  cancelled: {
    icon: 'close',
    title: 'payments.cancelled',
    text: 'payments.noneReceived',
    actions: ['again', 'otherWay', 'cancel'],
  },
  expired: {
    icon: 'warning',
    title: 'payments.expired',
    text: 'payments.noneReceived',
    actions: ['again', 'otherWay', 'cancel'],
  },
  review: { icon: 'search', title: 'payments.review', text: 'payments.reviewText', actions: ['track'] },
  alreadyOrdered: { icon: 'info', title: 'payments.alreadyOrdered', actions: ['track'] },
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
    actions: ['again', 'otherWay', 'cancel'],
  },
};

/**
 * Returns the outcome to show. An order that another payment has paid counts as paid, whatever this
 * payment's status. A payment in review stays in review.
 * @param returned how the shopper came back; not every provider reports this when polled. It proves nothing, so
 * it counts only while the shop knows of no other outcome
 */
export function outcomeOf(
  { status, isOrdered, isGivenBack, canPay, awaited, orderedWith }: PaymentState,
  returned?: ReturnHints['returned'],
): PaymentOutcome {
  if (isGivenBack) return 'givenBack';
  if (orderedWith !== undefined && status !== 'review') return 'alreadyOrdered';
  const mayBeLeft = status === 'pending' && canPay && (!awaited || awaited.openUntil);
  if (returned && mayBeLeft) return returned;
  return isOrdered && status !== 'review' ? 'paid' : status;
}

const whileUnpaid: ReadonlySet<PaymentAction> = new Set(['continue', 'again', 'cancel', 'startAgain']);

/**
 * The actions of this payment. Continuing, retrying and cancelling are offered only while the order waits for
 * its money. A payment that a bank decides cannot be continued, and another order of the cart is offered only
 * where the shopper may have left the page of the bank.
 */
export function actionsOf(state: PaymentState, returned?: ReturnHints['returned']): readonly PaymentAction[] {
  const { canPay, awaited } = state;
  const { actions } = tellings[outcomeOf(state, returned)];
  return actions.filter((action) => {
    if (action === 'startAgain' && !awaited?.openUntil) return false;
    if (action === 'continue' && awaited && !awaited.openUntil) return false;
    return !whileUnpaid.has(action) || canPay;
  });
}
