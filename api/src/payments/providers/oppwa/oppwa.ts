import { centsToText } from '@fynbos/core/money.ts';
import type { Outcome } from '@fynbos/core/payments/payment-attempt.ts';
import {
  type Evidence,
  type Payable,
  type PaymentProvider,
  ProviderRefused,
  ProviderUnreachable,
  type RefundEvidence,
} from '../payment-provider.ts';
import { createProviderClient, type ProviderRequest } from '../provider-request.ts';
import { type Json, wordOf } from '../provider-response.ts';
import { disputeNameOf, disputeOf } from './oppwa-disputes.ts';
import { bookedOf, type Entry, newest, readEntry } from './oppwa-ledger-entries.ts';
import {
  isClearNo,
  noSuchCheckout,
  noSuchPayment,
  outcomeOf,
  rateLimited,
  refundOutcomeOf,
  worldOf,
} from './oppwa-result-codes.ts';
import { readCardHook } from './oppwa-web-hook.ts';

/** An account at Peach Payments for its OPPWA rail (COPYandPAY). */
export interface CardSettings {
  url: string;
  token: string;
  entityId: string;
  /** 64 hexadecimal digits, from the provider's dashboard. */
  webHookKey: string;
  mode: 'test' | 'live';
}

const createDeadlineMs = 10_000;
const pageSize = 100;
const maxPages = 100;

/** Takes card payments through the widget of OPPWA. */
export function cardProvider(settings: CardSettings, now: () => Date = () => new Date()): PaymentProvider {
  const { url, token, entityId, webHookKey, mode } = settings;
  const send = createProviderClient(url);

  /** A response without a result code is invalid, whatever its status. */
  async function request(providerRequest: ProviderRequest) {
    const headers = { ...providerRequest.headers, authorization: `Bearer ${token}` };
    const { status, json } = await send({ ...providerRequest, headers });
    const code = wordOf(json?.result?.code);
    if (!code) throw new ProviderUnreachable(`responded with ${status} without a result`);
    if (code === rateLimited) throw new ProviderUnreachable('rate limit exceeded', 60);
    return { isRefused: status === 401 || status === 403, code, json };
  }

  async function get(path: string, query: Record<string, string>) {
    const response = await request({ method: 'GET', url: `${url}${path}?${form({ entityId, ...query })}` });
    if (response.isRefused) throw new ProviderUnreachable(`our keys were refused: ${response.code}`);
    return response;
  }

  const post = (path: string, fields: Record<string, string>) =>
    request({
      method: 'POST',
      url: `${url}${path}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form({ entityId, ...fields }),
      deadlineMs: createDeadlineMs,
    });

  /** All entries under one reference: payments under ours, refunds under their keys. */
  async function booked(reference: string, type: string): Promise<Entry[]> {
    const { code, json } = await get('/v1/query', { merchantTransactionId: reference });
    if (code === noSuchPayment) return [];
    if (!Array.isArray(json.payments))
      throw new ProviderUnreachable(`responded with ${code} without payments`);
    return json.payments.map(readEntry).filter((entry: Entry) => entry.type === type);
  }

  async function earlierRefund(key: string): Promise<RefundEvidence | undefined> {
    const refunds = (await booked(key, 'RF')).map(({ id, code }) => ({
      outcome: refundOutcomeOf(code),
      id,
      code,
    }));
    return refunds.find(({ outcome }) => outcome === 'succeeded') ?? refunds[0];
  }

  /** The combined evidence of the entries of one payment. */
  function evidenceOf(entries: readonly Entry[], session: { id: string | undefined }): Evidence {
    const paid = entries.filter(({ outcome }) => outcome === 'paid' || outcome === 'paid_review');
    const decisive = paid.find(({ outcome }) => outcome === 'paid') ?? paid[0] ?? newest(entries);
    return {
      outcome: decisive.outcome,
      id: session.id,
      reference: decisive.reference,
      paid: paid.map(({ id, charge }) => {
        if (!charge) throw new ProviderUnreachable('returned a payment without its amount');
        return { transactionId: id, charge };
      }),
      mode: worldOf(decisive.code) ?? mode,
      code: decisive.code,
    };
  }

  const nothingPaid = (outcome: Outcome, id: string | undefined, code: string): Evidence => ({
    outcome,
    id,
    reference: undefined,
    paid: [],
    mode,
    code,
  });

  return {
    code: 'card',
    title: 'Card',
    traits: {
      webHook: 'encrypted',
      findsByReference: true,
      refund: 'sync',
      sessionMs: 30 * 60_000,
      queriesPerMinute: 9,
      searchesPerMinute: 2,
      currencies: ['ZAR'],
    },

    async create(order) {
      const { isRefused, code, json } = await post('/v1/checkouts', fieldsOf(order));
      if (isRefused || isClearNo(code)) throw new ProviderRefused(code);
      const id = wordOf(json.id);
      if (outcomeOf(code) !== 'pending' || !id) throw new ProviderUnreachable(`returned the code ${code}`);
      return { kind: 'widget', id, url: `${url}/v1/paymentWidgets.js?${form({ checkoutId: id })}` };
    },

    async query(session) {
      const { id, reference } = session;
      if (id !== undefined) {
        const { code, json } = await get(`/v1/checkouts/${encodeURIComponent(id)}/payment`, {});
        if (json.id !== undefined && json.paymentType !== undefined)
          return evidenceOf([readEntry(json)], session);
        // Without a payment the code refers to the checkout or to the request.
        if (code !== noSuchCheckout) return nothingPaid(unpaidOutcomeOf(code), id, code);
      }
      // OPPWA forgets a checkout half an hour after its creation, but not a payment.
      const entries = await booked(reference, 'DB');
      if (entries.length > 0) return evidenceOf(entries, session);
      return nothingPaid(id === undefined ? 'not_found' : 'expired', id, noSuchPayment);
    },

    readWebHook: async (hook) => readCardHook(hook, webHookKey, mode, now().getTime()),

    async refund({ key, transactionId, charge }) {
      // OPPWA would refund the money once per request.
      const earlier = await earlierRefund(key);
      if (earlier) return earlier;
      const { isRefused, code, json } = await post(`/v1/payments/${encodeURIComponent(transactionId)}`, {
        amount: centsToText(charge.cents),
        currency: charge.currency,
        paymentType: 'RF',
        merchantTransactionId: key,
      });
      if (isRefused) throw new ProviderUnreachable(`our keys were refused: ${code}`);
      if (isClearNo(code)) throw new ProviderRefused(code);
      return { outcome: refundOutcomeOf(code), id: wordOf(json.id), code };
    },

    async queryRefund({ key }) {
      return (await earlierRefund(key)) ?? { outcome: 'not_found', id: undefined, code: noSuchPayment };
    },

    async queryDispute({ transactionId }) {
      const path = `/v3/query/${encodeURIComponent(transactionId)}`;
      const { code, json } = await get(path, { includeLinkedTransactions: '1' });
      if (code === noSuchPayment) return undefined;
      if (!Array.isArray(json.records))
        throw new ProviderUnreachable(`responded with ${code} without records`);
      return disputeOf(json.records, transactionId, mode);
    },

    listDisputes: async (from, to) =>
      (await listed(from, to)).flatMap((record) => disputeNameOf(record) ?? []),

    list: async (from, to) => (await listed(from, to)).map(readEntry).flatMap(bookedOf),
  };

  /** All records between two instants. */
  async function listed(from: Date, to: Date): Promise<Json[]> {
    const records: Json[] = [];
    for (let page = 1; page <= maxPages; page++) {
      const { code, json } = await get('/v3/query', {
        'date.from': writtenOf(from),
        'date.to': writtenOf(to),
        limit: String(pageSize),
        pageNo: String(page),
      });
      if (code === noSuchPayment) return records;
      if (!Array.isArray(json.records))
        throw new ProviderUnreachable(`responded with ${code} without records`);
      records.push(...json.records);
      if (!(json.pages > page)) return records;
    }
    throw new ProviderUnreachable('returned too many pages');
  }
}

const form = (fields: Record<string, string>): string => new URLSearchParams(fields).toString();

/** Longer values would make OPPWA refuse the payment. */
function fieldsOf({ reference, charge, shopper, address }: Payable): Record<string, string> {
  const fields = {
    amount: centsToText(charge.cents),
    currency: charge.currency,
    paymentType: 'DB',
    merchantTransactionId: reference,
    'customer.email': shopper.email.slice(0, 128),
    'customer.givenName': shopper.firstname.slice(0, 48),
    'customer.surname': shopper.lastname.slice(0, 48),
    'customer.phone': shopper.telephone.slice(0, 25),
    'billing.street1': address.street.slice(0, 100),
    'billing.city': address.city.slice(0, 80),
    'billing.postcode': address.postcode.slice(0, 10),
    'billing.country': 'ZA',
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
}

/** The outcome of a code without a payment: nothing was paid, whatever the code. */
function unpaidOutcomeOf(code: string): Outcome {
  const outcome = outcomeOf(code);
  if (outcome === 'pending') return 'open';
  return outcome === 'declined' || outcome === 'cancelled' || outcome === 'expired' ? outcome : 'unknown';
}

/** The date format of OPPWA. */
const writtenOf = (at: Date): string => at.toISOString().slice(0, 19).replace('T', ' ');
