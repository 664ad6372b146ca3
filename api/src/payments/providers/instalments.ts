import { centsToText } from '@fynbos/core/money.ts';
import type { Outcome } from '@fynbos/core/payments/attempt.ts';
import { askWithToken } from './access-token.ts';
import { askProvider, type ProviderAnswer } from './ask-provider.ts';
import {
  type Evidence,
  type Made,
  type Payable,
  type PaymentProvider,
  ProviderRefused,
  ProviderUnreachable,
  type RefundEvidence,
  type Refunding,
} from './provider.ts';
import { wordOf } from './read-answer.ts';
import { addressOf, amountOf, granted, isUnknown, needed, told, wordsOf } from './said.ts';

/** Payflex: four parts, no web-hook, no looking up by reference (payments 2.4). */
export interface InstalmentsSettings {
  url: string;
  authUrl: string;
  clientId: string;
  clientSecret: string;
  audience: string;
  mode: 'test' | 'live';
}

/** The words of `GET /order/{id}`, as the vendor's WooCommerce plugin knows them. */
const outcomes: Readonly<Record<string, Outcome>> = {
  Created: 'open',
  Initiated: 'open',
  Approved: 'paid',
  Declined: 'declined',
  Abandoned: 'expired',
  Cancelled: 'cancelled',
};

/**
 * Above what is left; refunds are switched off. Other refusals may mean that an earlier try went through: the vendor's
 * plugin believes that a repeated `requestId` is rejected (its RefundTest).
 */
const refundRefusals = ['MRM003', 'MRM007'];
const currency = 'ZAR';
const limitsLastMs = 5 * 60_000;
const json = { accept: 'application/json', 'content-type': 'application/json' };

export function instalmentsProvider(
  settings: InstalmentsSettings,
  now: () => Date = () => new Date(),
): PaymentProvider {
  const { url, mode } = settings;
  const ask = askWithToken(askProvider(url, settings.authUrl), tokenQuestion(settings), now);
  let limits: { said: { min?: number; max?: number }; until: number } | undefined;

  return {
    code: 'instalments',
    title: 'Payflex, in four instalments',
    traits: {
      webHook: 'none',
      findsByReference: false,
      refund: 'sync',
      sessionMs: 60 * 60_000,
      asksPerMinute: 20,
      currencies: [currency],
    },
    async create(order) {
      if (order.charge.currency !== currency) throw new ProviderRefused('currency');
      const body = JSON.stringify(productSelect(order));
      const answer = await ask({
        method: 'POST',
        url: `${url}/order/productSelect`,
        headers: json,
        body,
        deadlineMs: 10_000,
      });
      return made(
        granted(answer, ({ errorCode }) => errorCode),
        url,
      );
    },
    async query({ id }) {
      // Nobody can have paid where nobody was told the address.
      const none: Evidence = { outcome: 'not_found', id, reference: undefined, paid: [], mode, code: '404' };
      if (id === undefined) return { ...none, code: 'no id' };
      const answer = await ask({ method: 'GET', url: orderUrl(url, id), headers: json });
      return isUnknown(answer) ? none : evidence(told(answer), mode);
    },
    async readWebHook() {
      return { ok: false, reason: 'malformed' };
    },
    async refund(refund) {
      const body = JSON.stringify({
        requestId: refund.key,
        amount: centsToText(refund.charge.cents),
        merchantRefundReference: refund.key,
      });
      const order = orderUrl(url, refund.transactionId);
      return refunded(await ask({ method: 'POST', url: `${order}/refund`, headers: json, body }), refund);
    },
    async limits() {
      if (limits && now().getTime() < limits.until) return limits.said;
      const answer = told(await ask({ method: 'GET', url: `${url}/configuration`, headers: json }));
      limits = { said: limitsIn(answer), until: now().getTime() + limitsLastMs };
      return limits.said;
    },
  };
}

function tokenQuestion({ authUrl, clientId, clientSecret, audience }: InstalmentsSettings) {
  const body = JSON.stringify({
    client_id: clientId,
    client_secret: clientSecret,
    audience,
    grant_type: 'client_credentials',
  });
  return { method: 'POST' as const, url: `${authUrl}/auth/merchant`, headers: json, body };
}

const orderUrl = (url: string, id: string) => `${url}/order/${encodeURIComponent(id)}`;

/** Only what Payflex asks for: it decides about credit by who somebody is and where they live. */
function productSelect({ charge, shopper, address, lines, reference, returnUrl, cancelUrl }: Payable) {
  const place = {
    addressLine1: address.street,
    addressLine2: address.city,
    suburb: address.suburb,
    postcode: address.postcode,
  };
  return {
    amount: centsToText(charge.cents),
    consumer: {
      phoneNumber: shopper.telephone,
      givenNames: shopper.firstname,
      surname: shopper.lastname,
      email: shopper.email,
    },
    billing: place,
    shipping: place,
    // A line goes as one piece: what it comes to need not be a whole number of cents a piece, nor its quantity whole.
    items: lines.map(({ name, sku, qty, cents }) => ({
      name: qty === 1 ? name : `${qty} × ${name}`,
      sku,
      quantity: 1,
      price: centsToText(cents),
    })),
    merchant: { redirectConfirmUrl: returnUrl, redirectCancelUrl: cancelUrl },
    merchantReference: reference,
    taxAmount: '0.00',
    shippingAmount: '0.00',
  };
}

function made(said: Record<string, unknown>, url: string): Made {
  return {
    kind: 'redirect',
    id: needed(wordOf(said.orderId), 'orderId'),
    url: needed(addressOf(said.redirectUrl, url), 'redirectUrl'),
  };
}

function evidence(said: Record<string, unknown>, mode: 'test' | 'live'): Evidence {
  const id = needed(wordOf(said.orderId), 'orderId');
  const status = needed(wordOf(said.orderStatus), 'orderStatus');
  const outcome = Object.hasOwn(outcomes, status) ? outcomes[status]! : 'unknown';
  const paid = () => ({
    transactionId: id,
    charge: { cents: needed(amountOf(said.amount), 'amount'), currency },
  });
  return {
    outcome,
    id,
    reference: needed(wordOf(said.merchantReference), 'merchantReference'),
    paid: outcome === 'paid' ? [paid()] : [],
    mode,
    code: status,
  };
}

/** `requestId` makes it happen once; who was not answered asks again with the same. */
function refunded(answer: ProviderAnswer, { key, charge }: Refunding): RefundEvidence {
  const code = wordsOf(answer.json?.errorCode) ?? String(answer.status);
  // An earlier try may have gone through before our keys were refused.
  if (answer.status === 401 || answer.status === 403) throw new ProviderUnreachable('our keys were refused');
  const isClear = answer.status === 404 || refundRefusals.includes(code);
  if (answer.status >= 400 && answer.json && !isClear) return { outcome: 'unknown', id: undefined, code };
  const said = granted(answer, ({ errorCode }) => errorCode);
  const id = needed(wordOf(said.refundId) ?? wordOf(said.id), 'refundId');
  const another =
    (said.requestId !== undefined && said.requestId !== key) ||
    (said.amount !== undefined && amountOf(said.amount) !== charge.cents);
  return another ? { outcome: 'unknown', id, code: 'another refund' } : { outcome: 'succeeded', id, code };
}

function limitsIn(said: Record<string, unknown>): { min?: number; max?: number } {
  const limit = (name: string) => (said[name] == null ? undefined : needed(amountOf(said[name]), name));
  const [min, max] = [limit('minimumAmount'), limit('maximumAmount')];
  if (min === undefined && max === undefined) throw new ProviderUnreachable('no limits in the answer');
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}
