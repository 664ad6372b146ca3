import type { Call, Route, SandboxResponse } from '../http-exchange.ts';
import type { Payment } from '../payment.ts';
import type { SandboxContext } from '../provider-simulator.ts';
import {
  bookOf,
  bookOfRefund,
  disputeEntries,
  oppwaResponse,
  requireOppwaAccess,
  stamp,
  tooMany,
} from './oppwa-format.ts';

/** Maximum number of queries for one reference. */
const queriesPerMinute = 2;

/** OPPWA's queries for payments without a checkout: by the shop's reference, and by date. */
export function cardQueries(context: SandboxContext): Route[] {
  function byReference({ url }: Call): SandboxResponse {
    const reference = url.searchParams.get('merchantTransactionId') ?? '';
    const { throttle } = context.scenarios.of('card');
    if (throttle && !context.throttle.allows(`reference ${reference}`, queriesPerMinute)) return tooMany();
    const payments = [
      ...context.ledger
        .ofReference('card', reference)
        .flatMap((payment) =>
          payment.transactions.map((transaction) => bookOf(context, payment, transaction)),
        ),
      ...context.ledger.ofRefund('card', reference).map(({ refund }) => bookOfRefund(context, refund)),
    ];
    return payments.length > 0
      ? oppwaResponse(200, '000.000.100', 'successful request', { payments })
      : oppwaResponse(404, '700.400.580', 'cannot find transaction');
  }

  function byDate({ url: { searchParams: params } }: Call): SandboxResponse {
    const [from, to] = [params.get('date.from') ?? '', params.get('date.to') ?? ''];
    const limit = Number(params.get('limit') ?? 100);
    const pageNo = Number(params.get('pageNo') ?? 1);
    if (!isTime(from) || !isTime(to) || !(limit > 0 && limit <= 500) || !(pageNo > 0)) {
      return oppwaResponse(400, '200.300.404', 'invalid or missing parameter');
    }
    const all = context.ledger
      .all('card')
      .flatMap((payment) => [
        ...payment.transactions.map((transaction) => bookOf(context, payment, transaction)),
        ...payment.refunds.map((refund) => bookOfRefund(context, refund)),
        ...disputesOf(payment),
      ])
      // Timestamps of this form sort chronologically.
      .filter(({ timestamp }) => timestamp >= from && timestamp.slice(0, 19) <= to)
      .sort((left, right) => left.timestamp.localeCompare(right.timestamp));
    const records = all.slice((pageNo - 1) * limit, pageNo * limit);
    return oppwaResponse(200, '000.000.100', 'successful request', {
      records,
      pages: Math.max(1, Math.ceil(all.length / limit)),
      timestamp: stamp(context.clock.now()),
    });
  }

  const disputesOf = (payment: Payment) =>
    (payment.disputes ?? []).flatMap((dispute) => disputeEntries(context, payment, dispute));

  /** One entry, and with `includeLinkedTransactions` all entries of its payment. */
  function byId({ url, parts: [id = ''] }: Call): SandboxResponse {
    const match = context.ledger.ofTransaction('card', id);
    if (!match) return oppwaResponse(404, '700.400.580', 'cannot find transaction');
    const { payment, transaction } = match;
    const linked = [
      ...payment.refunds
        .filter(({ transactionId }) => transactionId === id)
        .map((refund) => bookOfRefund(context, refund)),
      ...disputesOf(payment),
    ];
    const isAll = url.searchParams.get('includeLinkedTransactions') === '1';
    return oppwaResponse(200, '000.000.100', 'successful request', {
      records: [bookOf(context, payment, transaction), ...(isAll ? linked : [])],
    });
  }

  return [
    { method: 'GET', path: /^\/v3\/query\/([0-9a-f]{32})$/, on: 'query', handle: requireOppwaAccess(byId) },
    { method: 'GET', path: /^\/v1\/query$/, on: 'query', handle: requireOppwaAccess(byReference) },
    { method: 'GET', path: /^\/v3\/query$/, on: 'list', handle: requireOppwaAccess(byDate) },
  ];
}

const isTime = (text: string) => /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text);
