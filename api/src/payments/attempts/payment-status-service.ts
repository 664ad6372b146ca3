import { centsToDecimal } from '@fynbos/core/money.ts';
import type { PaymentState } from '@fynbos/core/payments/contract.ts';
import { attemptStates, type PaymentStatus } from '@fynbos/core/payments/payment-attempt.ts';
import type { Static } from 'typebox';
import { isPayable, isPlaced, type PayableOrder } from '../../orders/placement/payable-order-service.ts';
import type { AttemptRow } from '../records/attempt-store.ts';

const sentences: Readonly<Record<PaymentStatus, string>> = {
  paid: 'Thank you, your payment has arrived and your order is placed.',
  pending: 'Your payment is not confirmed yet.',
  declined: 'The payment was declined.',
  cancelled: 'The payment was cancelled.',
  expired: 'The time to pay is over.',
  review: 'Your payment is being checked. Please do not pay again; you will hear from us.',
  error: 'The payment did not work.',
};
const unpaid: ReadonlySet<PaymentStatus> = new Set(['declined', 'cancelled', 'expired', 'error']);
const nothingCharged = ' Nothing was charged.';
const mayArrive = ' If money arrives after all, your order is placed or you get a refund.';
const placed = 'Your order is placed. Please do not pay again.';
/** @param number the placed order of the same cart */
const orderedAlready = (number: string) => `Already ordered with ${number}. Please do not pay again.`;
const givenBack = 'Your order could not be placed any more. Your money is on its way back to you.';

/** The payment status as shown to the shopper (spec D7). */
export function paymentStateOf(
  attempt: AttemptRow,
  order: PayableOrder,
  now: Date,
): Static<typeof PaymentState> {
  const isOrdered = isPlaced(order);
  const canPay = isPayable(order, now);
  const isGivenBack = attempt.state === 'refunded' && !isOrdered && !canPay;
  const { orderedWith } = order;
  const status = isGivenBack || isLeft(attempt, order) ? 'cancelled' : statusOf(attempt, isOrdered);
  return {
    status,
    orderNumber: order.number,
    checkoutReference: attempt.reference,
    amount: centsToDecimal(attempt.amount_cents),
    currency: attempt.currency,
    message: isGivenBack ? givenBack : messageOf(status, attempt, order),
    paymentCode: attempt.provider,
    canPay: canPay && status !== 'review',
    isOrdered,
    isGivenBack,
    isGuests: order.customer_id === null,
    ...(orderedWith !== undefined && { orderedWith }),
  };
}

/** A message that agrees with the order: it never asks to pay what is paid, nor denies money that may have moved. */
function messageOf(status: PaymentStatus, attempt: AttemptRow, order: PayableOrder): string {
  if (order.orderedWith !== undefined) return orderedAlready(order.orderedWith);
  if (isPlaced(order) && status !== 'paid') return placed;
  if (!unpaid.has(status)) return sentences[status];
  const isDecided = !attemptStates[attempt.state].open && status !== 'error';
  if (!isDecided) return sentences[status] + mayArrive;
  // Another attempt of the order brought money.
  return sentences[status] + (order.captured_cents > order.refunded_cents ? '' : nothingCharged);
}

/** The order ended while the shopper was still at the provider, and no money has arrived. */
const isLeft = ({ state, review }: AttemptRow, order: PayableOrder): boolean =>
  order.state === 'expired' && !review && (state === 'awaiting_shopper' || state === 'initiating');

/** The status of an attempt. Money that arrived without an order is in review until an operator decides. */
function statusOf({ state, review }: AttemptRow, isOrdered: boolean): PaymentStatus {
  const { status } = attemptStates[state];
  if (status === 'paid' && !isOrdered) return 'review';
  return review && status === 'pending' ? 'review' : status;
}
