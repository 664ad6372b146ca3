import { randomBytes } from 'node:crypto';
import { isBearer, isLagging, type Till } from './desk.ts';
import { type Answer, type Call, json } from './exchange.ts';
import {
  type Amount,
  decimal,
  isTaken,
  leftOf,
  type Payment,
  type Refund,
  refundState,
  type Transaction,
} from './payment.ts';

/** How PayPal says things: orders, captures and refusals. */

export const moneyOf = ({ cents, currency }: Amount) => ({ currency_code: currency, value: decimal(cents) });

export function orderOf(till: Till, payment: Payment) {
  const { id, reference, transactions, agreed } = payment;
  const isDone = transactions.some((one) => isTaken(one) || one.verdict === 'pending');
  const { refunds } = payment;
  return {
    id,
    intent: 'CAPTURE',
    status: isDone ? 'COMPLETED' : agreed ? 'APPROVED' : 'PAYER_ACTION_REQUIRED',
    purchase_units: [
      {
        reference_id: reference,
        custom_id: reference,
        invoice_id: reference,
        amount: moneyOf(payment),
        ...(transactions.length > 0 && {
          payments: {
            captures: transactions.map((one) => captureBook(till, payment, one)),
            ...(refunds.length > 0 && { refunds: refunds.map((one) => refundBook(till, payment, one)) }),
          },
        }),
      },
    ],
    create_time: new Date(payment.at).toISOString(),
    links: [
      { rel: 'self', href: `${till.url}/paypal/v2/checkout/orders/${id}`, method: 'GET' },
      ...(isDone
        ? []
        : [{ rel: 'payer-action', href: `${till.url}/paypal/checkoutnow?token=${id}`, method: 'GET' }]),
    ],
  };
}

/** The answer to a capture is the order, without its own amount. */
export const captureOf = orderOf;

export function captureBook(till: Till, payment: Payment, transaction: Transaction) {
  return {
    id: transaction.id,
    status: isLagging(till, payment) ? 'PENDING' : statusOf(till, payment, transaction),
    amount: moneyOf(transaction),
    final_capture: true,
    custom_id: payment.reference,
    invoice_id: payment.reference,
    create_time: new Date(transaction.at).toISOString(),
  };
}

function statusOf(till: Till, payment: Payment, transaction: Transaction): string {
  if (transaction.verdict === 'pending') return 'PENDING';
  if (!isTaken(transaction)) return 'DECLINED';
  const left = leftOf(payment, transaction, till.clock.now());
  if (left === transaction.cents) return 'COMPLETED';
  return left > 0 ? 'PARTIALLY_REFUNDED' : 'REFUNDED';
}

export function refundBook(till: Till, payment: Payment, refund: Refund) {
  const words = { done: 'COMPLETED', pending: 'PENDING', failed: 'FAILED', returned: 'CANCELLED' };
  return {
    id: refund.id,
    status: words[refundState(refund, till.clock.now())],
    amount: moneyOf(refund),
    custom_id: payment.reference,
    invoice_id: refund.key,
    create_time: new Date(refund.at).toISOString(),
  };
}

export const unprocessable = (issue: string): Answer =>
  json(422, {
    name: 'UNPROCESSABLE_ENTITY',
    message:
      'The requested action could not be performed, semantically incorrect, or failed business validation.',
    debug_id: 'sandbox',
    details: [{ issue }],
  });

export const missing = (): Answer =>
  json(404, { name: 'RESOURCE_NOT_FOUND', details: [{ issue: 'INVALID_RESOURCE_ID' }] });

export const guarded =
  (till: Till, next: (call: Call) => Answer) =>
  (call: Call): Answer =>
    isBearer(call, 'paypal', till.clock.now()) ? next(call) : json(401, { error: 'invalid_token' });

/** Names as PayPal gives them. */
export function capitals(length: number): string {
  const letters = '0123456789ABCDEFGHJKLMNPRSTUVWXY';
  return [...randomBytes(length)].map((byte) => letters[byte % letters.length]).join('');
}
