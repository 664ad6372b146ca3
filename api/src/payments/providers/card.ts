import { centsToText } from '@fynbos/core/money.ts';
import type { Outcome } from '@fynbos/core/payments/attempt.ts';
import { askProvider, type Question } from './ask-provider.ts';
import { bookedOf, type Entry, newest, readEntry } from './card-entries.ts';
import {
  askedTooOften,
  isClearNo,
  noSuchCheckout,
  noSuchPayment,
  outcomeOf,
  refundOutcomeOf,
  worldOf,
} from './card-results.ts';
import { readCardHook } from './card-web-hook.ts';
import {
  type Booked,
  type Evidence,
  type Payable,
  type PaymentProvider,
  ProviderRefused,
  ProviderUnreachable,
  type RefundEvidence,
} from './provider.ts';
import { wordOf } from './read-answer.ts';

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
const mostPages = 100;

/** Takes cards through the widget of OPPWA. */
export function cardProvider(settings: CardSettings, now: () => Date = () => new Date()): PaymentProvider {
  const { url, token, entityId, webHookKey, mode } = settings;
  const askOppwa = askProvider(url);

  /** An answer without a result code is no answer, whatever its status. */
  async function ask(question: Question) {
    const headers = { ...question.headers, authorization: `Bearer ${token}` };
    const { status, json } = await askOppwa({ ...question, headers });
    const code = wordOf(json?.result?.code);
    if (!code) throw new ProviderUnreachable(`answered ${status} without a result`);
    if (code === askedTooOften) throw new ProviderUnreachable('asked too often', 60);
    return { isRefused: status === 401 || status === 403, code, json };
  }

  async function get(path: string, query: Record<string, string>) {
    const answer = await ask({ method: 'GET', url: `${url}${path}?${form({ entityId, ...query })}` });
    if (answer.isRefused) throw new ProviderUnreachable(`our keys were refused: ${answer.code}`);
    return answer;
  }

  const post = (path: string, fields: Record<string, string>) =>
    ask({
      method: 'POST',
      url: `${url}${path}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form({ entityId, ...fields }),
      deadlineMs: createDeadlineMs,
    });

  /** All that was booked under one reference: payments under ours, refunds under their keys. */
  async function booked(reference: string, type: string): Promise<Entry[]> {
    const { code, json } = await get('/v1/query', { merchantTransactionId: reference });
    if (code === noSuchPayment) return [];
    if (!Array.isArray(json.payments)) throw new ProviderUnreachable(`answered ${code} without payments`);
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

  /** What the entries of one payment say together. */
  function evidenceOf(entries: readonly Entry[], session: { id: string | undefined }): Evidence {
    const paid = entries.filter(({ outcome }) => outcome === 'paid' || outcome === 'paid_review');
    const telling = paid.find(({ outcome }) => outcome === 'paid') ?? paid[0] ?? newest(entries);
    return {
      outcome: telling.outcome,
      id: session.id,
      reference: telling.reference,
      paid: paid.map(({ id, charge }) => {
        if (!charge) throw new ProviderUnreachable('told of a payment without its amount');
        return { transactionId: id, charge };
      }),
      mode: worldOf(telling.code) ?? mode,
      code: telling.code,
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
      asksPerMinute: 9,
      searchesPerMinute: 2,
      currencies: ['ZAR'],
    },

    async create(order) {
      const { isRefused, code, json } = await post('/v1/checkouts', fieldsOf(order));
      if (isRefused || isClearNo(code)) throw new ProviderRefused(code);
      const id = wordOf(json.id);
      if (outcomeOf(code) !== 'pending' || !id) throw new ProviderUnreachable(`answered ${code}`);
      return { kind: 'widget', id, url: `${url}/v1/paymentWidgets.js?${form({ checkoutId: id })}` };
    },

    async query(session) {
      const { id, reference } = session;
      if (id !== undefined) {
        const { code, json } = await get(`/v1/checkouts/${encodeURIComponent(id)}/payment`, {});
        if (json.id !== undefined && json.paymentType !== undefined)
          return evidenceOf([readEntry(json)], session);
        // Without a payment a code speaks of the checkout, or of the question.
        if (code !== noSuchCheckout) return nothingPaid(unpaidOutcomeOf(code), id, code);
      }
      // A checkout is forgotten half an hour after it was made; a payment is not.
      const entries = await booked(reference, 'DB');
      if (entries.length > 0) return evidenceOf(entries, session);
      return nothingPaid(id === undefined ? 'not_found' : 'expired', id, noSuchPayment);
    },

    readWebHook: async (hook) => readCardHook(hook, webHookKey, mode, now().getTime()),

    async refund({ key, transactionId, charge }) {
      // It would give the money back once more for every time it is told to.
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

    async list(from, to) {
      const found: Booked[] = [];
      for (let page = 1; page <= mostPages; page++) {
        const { code, json } = await get('/v3/query', {
          'date.from': writtenOf(from),
          'date.to': writtenOf(to),
          limit: String(pageSize),
          pageNo: String(page),
        });
        if (code === noSuchPayment) return found;
        if (!Array.isArray(json.records)) throw new ProviderUnreachable(`answered ${code} without records`);
        found.push(...json.records.map(readEntry).flatMap(bookedOf));
        if (!(json.pages > page)) return found;
      }
      throw new ProviderUnreachable('told of more pages than there can be');
    },
  };
}

const form = (fields: Record<string, string>): string => new URLSearchParams(fields).toString();

/** Longer values would be refused with the whole payment. */
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

/** What a code means that comes without a payment: nothing was paid, whatever it says. */
function unpaidOutcomeOf(code: string): Outcome {
  const outcome = outcomeOf(code);
  if (outcome === 'pending') return 'open';
  return outcome === 'declined' || outcome === 'cancelled' || outcome === 'expired' ? outcome : 'unknown';
}

/** As OPPWA writes instants. */
const writtenOf = (at: Date): string => at.toISOString().slice(0, 19).replace('T', ' ');
