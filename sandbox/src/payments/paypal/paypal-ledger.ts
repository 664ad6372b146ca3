import { type Call, json, jsonOf, type Route, type SandboxResponse } from '../http-exchange.ts';
import { centsOf, isCharged, leftOf, type Payment, type Refund, refundState } from '../payment.ts';
import type { SandboxContext } from '../provider-simulator.ts';
import {
  capitals,
  missing,
  moneyOf,
  refundBook,
  requirePaypalAccess,
  unprocessable,
} from './paypal-format.ts';

/** PayPal's operations after a payment: refunds and the transaction report. */
export function paypalRefundRoutes(
  context: SandboxContext,
  notify: (payment: Payment, refund: Refund) => void,
): Route[] {
  function refund(call: Call): SandboxResponse {
    const [id = ''] = call.parts;
    const match = context.ledger.ofTransaction('wallet', id);
    if (!match || !isCharged(match.transaction)) return missing();
    const { payment, transaction } = match;
    const key = String(call.headers['paypal-request-id'] ?? '');
    const earlier = payment.refunds.find((candidate) => key && candidate.key === key);
    if (earlier) return json(200, refundBook(context, payment, earlier));

    const now = context.clock.now();
    const plan = context.scenarios.of('wallet').refunds ?? 'sync';
    const { amount } = jsonOf(call);
    const left = leftOf(payment, transaction, now);
    const cents = amount ? centsOf(amount.value) : left;
    if (plan === 'refuse') return unprocessable('REFUND_NOT_ALLOWED');
    if (!cents) return unprocessable('INVALID_PARAMETER_VALUE');
    if (amount && amount.currency_code !== transaction.currency) return unprocessable('CURRENCY_MISMATCH');
    if (cents > left) return unprocessable('REFUND_AMOUNT_EXCEEDED');
    const made: Refund = {
      id: capitals(17),
      key: key || capitals(17),
      transactionId: transaction.id,
      cents,
      currency: transaction.currency,
      at: now,
      plan,
      settlesAt: plan === 'sync' ? now : now + 5_000,
    };
    payment.refunds.push(made);
    context.ledger.write(payment);
    if (plan === 'sync') notify(payment, made);
    return json(201, refundBook(context, payment, made));
  }

  function showRefund({ parts: [id = ''] }: Call): SandboxResponse {
    const payment = context.ledger
      .all('wallet')
      .find(({ refunds }) => refunds.some((candidate) => candidate.id === id));
    const made = payment?.refunds.find((candidate) => candidate.id === id);
    return payment && made ? json(200, refundBook(context, payment, made)) : missing();
  }

  return [
    {
      method: 'POST',
      path: /^\/v2\/payments\/captures\/(\w+)\/refund$/,
      on: 'refund',
      handle: requirePaypalAccess(context, refund),
    },
    {
      method: 'GET',
      path: /^\/v2\/payments\/refunds\/(\w+)$/,
      on: 'query',
      handle: requirePaypalAccess(context, showRefund),
    },
    {
      method: 'GET',
      path: /^\/v1\/reporting\/transactions$/,
      on: 'list',
      handle: requirePaypalAccess(context, (call) => list(context, call)),
    },
  ];
}

function list(context: SandboxContext, { url: { searchParams: query } }: Call): SandboxResponse {
  const from = Date.parse(query.get('start_date') ?? '');
  const to = Date.parse(query.get('end_date') ?? '');
  const size = Number(query.get('page_size') ?? 100);
  const page = Number(query.get('page') ?? 1);
  if (!(from <= to) || !(size > 0 && size <= 500) || !(page > 0)) {
    return json(400, { name: 'INVALID_REQUEST' });
  }
  const all = context.ledger
    .all('wallet')
    .flatMap((payment) => reportRows(payment, context.clock.now()))
    .filter(({ at }) => at >= from && at <= to)
    .sort((a, b) => a.at - b.at);
  return json(200, {
    transaction_details: all
      .slice((page - 1) * size, page * size)
      .map(({ info }) => ({ transaction_info: info })),
    page,
    total_items: all.length,
    total_pages: Math.max(1, Math.ceil(all.length / size)),
  });
}

/** PayPal's event codes for a payment and a refund. */
const paid = 'T0006';
const refunded = 'T1107';
/** A hold for a dispute, its end, and the reversal of a lost payment. */
const held = 'T1110';
const freed = 'T1111';
const reversed = 'T1106';

function reportRows(payment: Payment, now: number) {
  const row = (id: string, code: string, cents: number, currency: string, at: number) => ({
    at,
    info: {
      transaction_id: id,
      transaction_event_code: code,
      transaction_initiation_date: new Date(at).toISOString(),
      transaction_amount: moneyOf({ cents, currency }),
      transaction_status: 'S',
      custom_field: payment.reference,
    },
  });
  return [
    ...payment.transactions
      .filter(isCharged)
      .map(({ id, cents, currency, at }) => row(id, paid, cents, currency, at)),
    ...payment.refunds
      .filter((refund) => refundState(refund, now) === 'done')
      .map(({ id, cents, currency, settlesAt }) => row(id, refunded, -cents, currency, settlesAt)),
    ...(payment.disputes ?? []).flatMap(({ id, withdrawn, currency, at, state, decided }) => [
      row(`${id}-H`, held, -withdrawn, currency, at),
      ...(decided ? [row(`${id}-C`, freed, withdrawn, currency, decided.at)] : []),
      ...(decided && state === 'lost' ? [row(decided.id, reversed, -withdrawn, currency, decided.at)] : []),
    ]),
  ];
}
