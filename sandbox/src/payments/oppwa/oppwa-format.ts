import { formOf, json, type Route, type SandboxResponse } from '../http-exchange.ts';
import {
  type Dispute,
  decimal,
  isCharged,
  type Payment,
  type Refund,
  refundState,
  type Transaction,
  type Verdict,
} from '../payment.ts';
import { isLagging, type SandboxContext } from '../provider-simulator.ts';
import { oppwaKeys } from './oppwa-keys.ts';

/** OPPWA's wire format in its test system: result codes, payments and errors. */

export interface Result {
  code: string;
  description: string;
}

const results: Record<Verdict, Result> = {
  paid: {
    code: '000.100.110',
    description: "Request successfully processed in 'Merchant in Integrator Test Mode'",
  },
  review: {
    code: '000.400.000',
    description: 'Transaction succeeded (please review manually due to fraud suspicion)',
  },
  pending: { code: '000.200.000', description: 'transaction pending' },
  declined: { code: '800.100.155', description: 'transaction declined (amount exceeds credit)' },
  cancelled: { code: '100.396.101', description: 'Cancelled by user' },
  abandoned: { code: '100.396.104', description: 'Uncertain status - probably cancelled by user' },
  unauthenticated: {
    code: '000.400.101',
    description: 'card not participating/authentication unavailable',
  },
};

/** A payment as OPPWA writes it in every response. */
export function bookOf(context: SandboxContext, payment: Payment, transaction: Transaction) {
  const { bin, last4Digits, holder, expiryMonth, expiryYear } = { ...testCard, ...payment.details };
  return {
    id: transaction.id,
    paymentType: 'DB',
    paymentBrand: 'VISA',
    // A declined payment has no amount.
    ...((isCharged(transaction) || transaction.verdict === 'pending') && {
      amount: decimal(transaction.cents),
      currency: transaction.currency,
    }),
    merchantTransactionId: payment.reference,
    result: resultOf(context, isLagging(context, payment) ? results.pending : results[transaction.verdict]),
    card: { bin, last4Digits, holder, expiryMonth, expiryYear },
    ndc: payment.id,
    timestamp: stamp(transaction.at),
  };
}

/** A chargeback, and once the shop won its reversal. */
export function disputeEntries(context: SandboxContext, payment: Payment, dispute: Dispute) {
  const { id, transactionId, cents, currency, at, state, decided } = dispute;
  const book = (bookId: string, paymentType: 'CB' | 'CR', referencedId: string, time: number) => ({
    ...{ id: bookId, referencedId, paymentType, paymentBrand: 'VISA' },
    ...{ amount: decimal(cents), currency, merchantTransactionId: payment.reference },
    result: resultOf(context, paymentType === 'CB' ? chargeback : results.paid),
    timestamp: stamp(time),
  });
  const opened = book(id, 'CB', transactionId, at);
  return state === 'won' && decided ? [opened, book(decided.id, 'CR', id, decided.at)] : [opened];
}

const chargeback: Result = {
  code: '000.100.222',
  description: 'Transaction Not Recognized By Cardholder',
};

export function bookOfRefund(context: SandboxContext, refund: Refund) {
  const verdict = { done: 'paid', pending: 'pending', failed: 'declined', returned: 'declined' } as const;
  return {
    id: refund.id,
    referencedId: refund.transactionId,
    paymentType: 'RF',
    paymentBrand: 'VISA',
    amount: decimal(refund.cents),
    currency: refund.currency,
    merchantTransactionId: refund.key,
    result: resultOf(context, results[verdict[refundState(refund, context.clock.now())]]),
    timestamp: stamp(refund.at),
  };
}

/** The default when the shopper enters no card. */
const testCard = {
  bin: '420000',
  last4Digits: '0000',
  holder: 'Test Shopper',
  expiryMonth: '12',
  expiryYear: '2034',
};

function resultOf(context: SandboxContext, result: Result): Result {
  const { result: code } = context.scenarios.of('card');
  return code ? { code, description: 'set by the sandbox' } : result;
}

/** A response that is not a single payment. */
export const oppwaResponse = (
  status: number,
  code: string,
  description: string,
  more: object = {},
): SandboxResponse =>
  json(status, {
    result: { code, description },
    buildNumber: 'sandbox',
    timestamp: stamp(Date.now()),
    ...more,
  });

export const tooMany = (): SandboxResponse =>
  oppwaResponse(429, '800.120.100', 'Too many requests. Please try again later.');

/** Requires the token and the entity id. */
export const requireOppwaAccess =
  (next: Route['handle']): Route['handle'] =>
  (call) => {
    const params = call.method === 'GET' ? call.url.searchParams : formOf(call);
    const { token, entityId } = oppwaKeys;
    const isOurs = call.headers.authorization === `Bearer ${token}` && params.get('entityId') === entityId;
    return isOurs ? next(call) : oppwaResponse(401, '800.900.300', 'invalid authentication information');
  };

/** `2026-11-21 03:00:00+0000` */
export const stamp = (time: number): string =>
  `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')}+0000`;
