import { centsToText } from '@fynbos/core/money.ts';
import type { Outcome } from '@fynbos/core/payments/payment-attempt.ts';
import { withAccessToken } from '../access-token.ts';
import {
  type Evidence,
  type Made,
  type Payable,
  ProviderRefused,
  ProviderUnreachable,
  type RefundEvidence,
  type Refunding,
} from '../payment-provider.ts';
import {
  type Adapter,
  addressSetting,
  definePaymentProvider,
  type ProviderValues,
  textSetting,
} from '../provider-definition.ts';
import { createProviderClient, type ProviderResponse } from '../provider-request.ts';
import { wordOf } from '../provider-response.ts';
import {
  addressOf,
  amountOf,
  granted,
  isUnknown,
  needed,
  nothingPaid,
  requireOk,
  safeReasonOf,
} from '../response-checks.ts';

/** Statuses of `GET /order/{id}`, from the vendor's WooCommerce plugin. */
const outcomes: ReadonlyMap<string, Outcome> = new Map([
  ['Created', 'open'],
  ['Initiated', 'open'],
  ['Approved', 'paid'],
  ['Declined', 'declined'],
  ['Abandoned', 'expired'],
  ['Cancelled', 'cancelled'],
]);

/**
 * The refund exceeds the remaining amount; refunds are disabled. Other refusals may mean that an earlier
 * attempt succeeded: the vendor's plugin expects a repeated `requestId` to be rejected (its RefundTest).
 */
const refundRefusals = ['MRM003', 'MRM007'];
const currency = 'ZAR';
const limitsLastMs = 5 * 60_000;
const json = { accept: 'application/json', 'content-type': 'application/json' };

const settings = {
  url: addressSetting('PAYFLEX_URL', 'Address, `https://api.payflex.co.za`.'),
  authUrl: addressSetting('PAYFLEX_AUTH_URL', 'Address for tokens, `https://auth.payflex.co.za`.'),
  clientId: textSetting('PAYFLEX_CLIENT_ID', 'Client id.'),
  clientSecret: textSetting('PAYFLEX_CLIENT_SECRET', 'Client secret.'),
  audience: textSetting('PAYFLEX_AUDIENCE', 'Audience of the tokens.'),
};

/** Payflex: four instalments, no web-hook, no lookup by reference (spec payments 2.4). */
export const payflex = definePaymentProvider({
  code: 'instalments',
  title: 'Payflex, in four instalments',
  traits: {
    webHook: 'none',
    findsByReference: false,
    refund: 'sync',
    sessionMs: 60 * 60_000,
    queriesPerMinute: 20,
    currencies: [currency],
  },
  settings,
  testHosts: [/(^|[.-])uat\.payflex\.co\.za$/],
  create: payflexAdapter,
});

function payflexAdapter(values: ProviderValues<typeof settings>, now: () => Date): Adapter {
  const { url, authUrl, mode } = values;
  const sendRequest = withAccessToken(createProviderClient(url, authUrl), tokenRequest(values), now);
  let limits: { value: { min?: number; max?: number }; expiresAt: number } | undefined;

  return {
    async create(order) {
      if (order.charge.currency !== currency) throw new ProviderRefused('currency');
      const body = JSON.stringify(productSelect(order));
      const response = await sendRequest({
        method: 'POST',
        url: `${url}/order/productSelect`,
        headers: json,
        body,
        deadlineMs: 10_000,
      });
      return made(
        granted(response, ({ errorCode }) => errorCode),
        url,
      );
    },
    async query({ id }) {
      // Without an id the shopper never received the payment address, so no payment can exist.
      if (id === undefined) return nothingPaid('not_found', id, 'no id', mode);
      const response = await sendRequest({ method: 'GET', url: orderUrl(url, id), headers: json });
      return isUnknown(response)
        ? nothingPaid('not_found', id, '404', mode)
        : evidence(requireOk(response), mode);
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
      return refunded(
        await sendRequest({ method: 'POST', url: `${order}/refund`, headers: json, body }),
        refund,
      );
    },
    async limits() {
      if (limits && now().getTime() < limits.expiresAt) return limits.value;
      const configuration = requireOk(
        await sendRequest({ method: 'GET', url: `${url}/configuration`, headers: json }),
      );
      limits = { value: limitsIn(configuration), expiresAt: now().getTime() + limitsLastMs };
      return limits.value;
    },
  };
}

function tokenRequest({ authUrl, clientId, clientSecret, audience }: ProviderValues<typeof settings>) {
  const body = JSON.stringify({
    client_id: clientId,
    client_secret: clientSecret,
    audience,
    grant_type: 'client_credentials',
  });
  return { method: 'POST' as const, url: `${authUrl}/auth/merchant`, headers: json, body };
}

const orderUrl = (url: string, id: string) => `${url}/order/${encodeURIComponent(id)}`;

/** Sends only the fields that Payflex requires: it bases the credit decision on the person and the address. */
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
    // An order line is sent as one unit: its unit price need not be a whole number of cents, nor its
    // quantity whole.
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

function made(payload: Record<string, unknown>, url: string): Made {
  return {
    kind: 'redirect',
    id: needed(wordOf(payload.orderId), 'orderId'),
    url: needed(addressOf(payload.redirectUrl, url), 'redirectUrl'),
  };
}

function evidence(payload: Record<string, unknown>, mode: 'test' | 'live'): Evidence {
  const id = needed(wordOf(payload.orderId), 'orderId');
  const status = needed(wordOf(payload.orderStatus), 'orderStatus');
  const outcome = outcomes.get(status) ?? 'unknown';
  const paid = () => ({
    transactionId: id,
    charge: { cents: needed(amountOf(payload.amount), 'amount'), currency },
  });
  return {
    outcome,
    id,
    reference: needed(wordOf(payload.merchantReference), 'merchantReference'),
    paid: outcome === 'paid' ? [paid()] : [],
    mode,
    code: status,
  };
}

/** `requestId` makes the refund idempotent: after a lost response the shop retries with the same key. */
function refunded(response: ProviderResponse, { key, charge }: Refunding): RefundEvidence {
  const code = safeReasonOf(response.json?.errorCode) ?? String(response.status);
  // An earlier attempt may have succeeded before the keys were rejected.
  if (response.status === 401 || response.status === 403)
    throw new ProviderUnreachable('provider rejected our keys');
  const isClear = response.status === 404 || refundRefusals.includes(code);
  if (response.status >= 400 && response.json && !isClear) return { outcome: 'unknown', id: undefined, code };
  const payload = granted(response, ({ errorCode }) => errorCode);
  const id = needed(wordOf(payload.refundId) ?? wordOf(payload.id), 'refundId');
  const another =
    (payload.requestId !== undefined && payload.requestId !== key) ||
    (payload.amount !== undefined && amountOf(payload.amount) !== charge.cents);
  return another ? { outcome: 'unknown', id, code: 'another refund' } : { outcome: 'succeeded', id, code };
}

function limitsIn(configuration: Record<string, unknown>): { min?: number; max?: number } {
  const limit = (name: string) =>
    configuration[name] == null ? undefined : needed(amountOf(configuration[name]), name);
  const [min, max] = [limit('minimumAmount'), limit('maximumAmount')];
  if (min === undefined && max === undefined) throw new ProviderUnreachable('no limits in the response');
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}
