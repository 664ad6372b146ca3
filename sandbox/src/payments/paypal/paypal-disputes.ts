import { type Call, json, type Route, type SandboxResponse } from '../http-exchange.ts';
import type { Dispute, Payment } from '../payment.ts';
import type { SandboxContext } from '../provider-simulator.ts';
import { missing, moneyOf, requirePaypalAccess } from './paypal-format.ts';

/** A dispute in PayPal's format. */
export function disputeBook({ url }: Pick<SandboxContext, 'url'>, payment: Payment, dispute: Dispute) {
  const { id, transactionId, at, state, decided } = dispute;
  const path = `${url}/paypal/v1/customer/disputes/${id}`;
  const won = { outcome_code: 'RESOLVED_SELLER_FAVOUR', amount_refunded: moneyOf({ ...dispute, cents: 0 }) };
  const lost = { outcome_code: 'RESOLVED_BUYER_FAVOUR', amount_refunded: moneyOf(dispute) };
  return {
    dispute_id: id,
    create_time: new Date(at).toISOString(),
    update_time: new Date(decided?.at ?? at).toISOString(),
    disputed_transactions: [
      {
        seller_transaction_id: transactionId,
        create_time: new Date(payment.at).toISOString(),
        transaction_status: 'COMPLETED',
        gross_amount: moneyOf(payment),
        custom: payment.reference,
        invoice_number: payment.reference,
        buyer: { name: 'Test Shopper' },
        seller: { merchant_id: 'SANDBOXMERCH1', name: 'Sandbox merchant' },
        seller_protection_eligible: true,
      },
    ],
    reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
    status: state === 'open' ? 'WAITING_FOR_SELLER_RESPONSE' : 'RESOLVED',
    dispute_amount: moneyOf(dispute),
    ...(state !== 'open' && { dispute_outcome: state === 'won' ? won : lost }),
    dispute_life_cycle_stage: 'CHARGEBACK',
    dispute_channel: 'INTERNAL',
    links: [{ rel: 'self', href: path, method: 'GET' }],
  };
}

const defaultPageSize = 10;

/** PayPal's customer disputes API: a dispute, and the disputes changed in a period. */
export function paypalDisputeRoutes(context: SandboxContext): Route[] {
  function show({ parts: [id = ''] }: Call): SandboxResponse {
    const match = context.ledger.ofDispute('wallet', id);
    return match ? json(200, disputeBook(context, match.payment, match.dispute)) : missing();
  }

  function list({ url: { searchParams: params } }: Call): SandboxResponse {
    const after = Date.parse(params.get('update_time_after') ?? '');
    const before = Date.parse(params.get('update_time_before') ?? '');
    const [size, from] = [
      Number(params.get('page_size') ?? defaultPageSize),
      Number(params.get('next_page_token') ?? 0),
    ];
    if (!(after <= before) || !(size > 0 && size <= 50)) return json(400, { name: 'INVALID_REQUEST' });
    const all = context.ledger
      .all('wallet')
      .flatMap((payment) => (payment.disputes ?? []).map((dispute) => disputeBook(context, payment, dispute)))
      .filter(({ update_time }) => Date.parse(update_time) >= after && Date.parse(update_time) <= before);
    // The list leaves out the disputed payments.
    const items = all.slice(from, from + size).map(({ disputed_transactions: _, ...item }) => item);
    const next = new URLSearchParams({ ...Object.fromEntries(params), next_page_token: `${from + size}` });
    const href = `${context.url}/paypal/v1/customer/disputes?${next}`;
    const links = all.length > from + size ? [{ rel: 'next', href, method: 'GET' }] : [];
    return json(200, { items, links });
  }

  return [
    {
      method: 'GET',
      path: /^\/v1\/customer\/disputes\/([\w-]+)$/,
      on: 'query',
      handle: requirePaypalAccess(context, show),
    },
    {
      method: 'GET',
      path: /^\/v1\/customer\/disputes$/,
      on: 'list',
      handle: requirePaypalAccess(context, list),
    },
  ];
}
