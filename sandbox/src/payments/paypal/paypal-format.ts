import { randomBytes } from 'node:crypto';
import { type Call, json, type SandboxResponse } from '../http-exchange.ts';
import {
  type Amount,
  decimal,
  isCharged,
  type Payment,
  type Refund,
  refundState,
  type Transaction,
  unrefundedOf,
} from '../payment.ts';
import { isBearer, isLagging, type SandboxContext } from '../provider-simulator.ts';

/** PayPal's response formats: orders, captures and errors. */

export const moneyOf = ({ cents, currency }: Amount) => ({ currency_code: currency, value: decimal(cents) });

export function orderOf(context: SandboxContext, payment: Payment) {
  const { id, reference, transactions, agreed } = payment;
  const isDone = transactions.some(
    (transaction) => isCharged(transaction) || transaction.verdict === 'pending',
  );
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
            captures: transactions.map((transaction) => captureBook(context, payment, transaction)),
            ...(refunds.length > 0 && {
              refunds: refunds.map((refund) => refundBook(context, payment, refund)),
            }),
          },
        }),
      },
    ],
    create_time: new Date(payment.at).toISOString(),
    links: [
      { rel: 'self', href: `${context.url}/paypal/v2/checkout/orders/${id}`, method: 'GET' },
      ...(isDone
        ? []
        : [{ rel: 'payer-action', href: `${context.url}/paypal/checkoutnow?token=${id}`, method: 'GET' }]),
    ],
  };
}

export function captureBook(context: SandboxContext, payment: Payment, transaction: Transaction) {
  return {
    id: transaction.id,
    status: isLagging(context, payment) ? 'PENDING' : statusOf(context, payment, transaction),
    amount: moneyOf(transaction),
    final_capture: true,
    custom_id: payment.reference,
    invoice_id: payment.reference,
    create_time: new Date(transaction.at).toISOString(),
  };
}

function statusOf(context: SandboxContext, payment: Payment, transaction: Transaction): string {
  if (transaction.verdict === 'pending') return 'PENDING';
  if (!isCharged(transaction)) return 'DECLINED';
  const left = unrefundedOf(payment, transaction, context.clock.now());
  if (left === transaction.cents) return 'COMPLETED';
  return left > 0 ? 'PARTIALLY_REFUNDED' : 'REFUNDED';
}

export function refundBook(context: SandboxContext, payment: Payment, refund: Refund) {
  const statuses = { done: 'COMPLETED', pending: 'PENDING', failed: 'FAILED', returned: 'CANCELLED' };
  return {
    id: refund.id,
    status: statuses[refundState(refund, context.clock.now())],
    amount: moneyOf(refund),
    custom_id: payment.reference,
    invoice_id: refund.key,
    create_time: new Date(refund.at).toISOString(),
  };
}

export const unprocessable = (issue: string): SandboxResponse =>
  json(422, {
    name: 'UNPROCESSABLE_ENTITY',
    message:
      'The requested action could not be performed, semantically incorrect, or failed business validation.',
    debug_id: 'sandbox',
    details: [{ issue }],
  });

export const missing = (): SandboxResponse =>
  json(404, { name: 'RESOURCE_NOT_FOUND', details: [{ issue: 'INVALID_RESOURCE_ID' }] });

export const requirePaypalAccess =
  (context: SandboxContext, next: (call: Call) => SandboxResponse) =>
  (call: Call): SandboxResponse =>
    isBearer(call, 'paypal', context.clock.now()) ? next(call) : json(401, { error: 'invalid_token' });

/** A random id in PayPal's format. */
export function capitals(length: number): string {
  const alphabet = '0123456789ABCDEFGHJKLMNPRSTUVWXY';
  return [...randomBytes(length)].map((byte) => alphabet[byte % alphabet.length]).join('');
}
