import { centsToText, parseDecimal } from '@fynbos/core/money.ts';
import type { Charge } from '@fynbos/core/payments/payment-attempt.ts';
import { optional } from '../../../config/config-values.ts';
import { variable } from '../../../config/config-variable.ts';
import { type Evidence, type Payable, ProviderRefused, ProviderUnreachable } from '../payment-provider.ts';
import {
  type Adapter,
  addressSetting,
  definePaymentProvider,
  type ProviderValues,
  textSetting,
} from '../provider-definition.ts';
import { jsonListOf, wordOf } from '../provider-response.ts';
import { addressOf, nothingPaid } from '../response-checks.ts';
import { createPaypalClient, issueOf, type PaypalClient } from './paypal-client.ts';
import { listDisputes, queryDispute } from './paypal-disputes.ts';
import { listLedger } from './paypal-ledger.ts';
import { orderEvidenceOf, readRefund, refundOf } from './paypal-orders.ts';
import { readPaypalWebHook } from './paypal-web-hook.ts';

const currencies = ['USD', 'EUR', 'GBP'];

const settings = {
  url: addressSetting('PAYPAL_URL', 'Address, `https://api-m.paypal.com`.'),
  clientId: textSetting('PAYPAL_CLIENT_ID', 'Client id.'),
  secret: textSetting('PAYPAL_SECRET', 'Secret.'),
  webHookId: textSetting('PAYPAL_WEB_HOOK_ID', 'Id of the web-hook.'),
  currency: variable(
    'PAYPAL_CURRENCY',
    '',
    'Currency it charges, since it does not accept rand: `USD`, `EUR` or `GBP`.',
    optional(currencyOf),
  ),
  rate: variable('PAYPAL_RATE', '', 'Rand per unit of that currency, `18.50`.', optional(rateOf)),
};

/** PayPal: an order, the shopper's approval, then the capture. */
export const paypal = definePaymentProvider({
  code: 'wallet',
  title: 'PayPal',
  traits: {
    webHook: 'signed',
    findsByReference: false,
    refund: 'sync',
    sessionMs: 3 * 60 * 60_000,
    queriesPerMinute: 30,
    currencies,
  },
  settings,
  testHosts: [/(^|\.)sandbox\.paypal\.com$/],
  create: paypalAdapter,
});

function paypalAdapter(values: ProviderValues<typeof settings>, now: () => Date): Adapter {
  const { url, webHookId, mode, currency, rate } = values;
  const client = createPaypalClient(values, now);
  const { sendRequest, requestExisting, get, move } = client;
  const prove = signatureCheck(client, url);

  async function query(id: string): Promise<Evidence> {
    const response = await get(orderPath(id));
    // The order existed once: PayPal deletes orders that were never approved.
    if (response.status === 404) return nothingPaid('expired', id, issueOf(response), mode);
    if (response.status !== 200) throw new ProviderUnreachable(`returned status ${response.status}`);
    return orderEvidenceOf(response.json, mode);
  }

  return {
    presented: { currency, rate },

    async create(order) {
      const response = await sendRequest(move('/v2/checkout/orders', order.reference, orderRequest(order)));
      if (response.status >= 400) throw new ProviderRefused(issueOf(response));
      const id = wordOf(response.json.id);
      const payerUrl = addressOf(payerLinkOf(response.json.links), url);
      if (!id || !payerUrl) throw new ProviderUnreachable(`returned ${response.status} without an order`);
      return { kind: 'redirect', id, url: payerUrl };
    },

    async query({ id }) {
      // The payment URL never arrived either, so the shopper cannot have approved it.
      return id === undefined ? nothingPaid('not_found', undefined, 'NO_ORDER', mode) : query(id);
    },

    async capture({ id }, key) {
      if (id === undefined) return nothingPaid('not_found', undefined, 'NO_ORDER', mode);
      // The order was created under the key itself, and PayPal repeats its first response for a key.
      const response = await requestExisting(move(`${orderPath(id)}/capture`, `${key}C`, {}));
      if (response.status < 300) return orderEvidenceOf(response.json, mode);
      const issue = issueOf(response);
      if (declines.has(issue)) return nothingPaid('declined', id, issue, mode);
      // Captured already, not approved yet, or deleted: the order has the status.
      return query(id);
    },

    async readWebHook(hook) {
      const unproven = readPaypalWebHook(hook, webHookId, now().getTime());
      if ('ok' in unproven) return unproven;
      return { ...unproven.read, prove: () => prove(unproven.verificationBody) };
    },

    async refund({ key, transactionId, charge }) {
      const body = { amount: amountOf(charge), invoice_id: key };
      const path = `/v2/payments/captures/${encodeURIComponent(transactionId)}/refund`;
      const response = await requestExisting(move(path, key, body));
      if (response.status >= 400) throw new ProviderRefused(issueOf(response));
      return readRefund(response.json);
    },

    async queryRefund({ id, key, session }) {
      if (id === undefined && session.id === undefined) return noRefund;
      const path =
        // The first line returns if both ids are missing.
        id === undefined ? orderPath(session.id!) : `/v2/payments/refunds/${encodeURIComponent(id)}`;
      const { status, json } = await get(path);
      if (status === 404) return noRefund;
      if (status !== 200) throw new ProviderUnreachable(`returned status ${status}`);
      return id === undefined ? (refundOf(json, key) ?? noRefund) : readRefund(json);
    },

    queryDispute: ({ id, transactionId }) => queryDispute(get, { id, transactionId }, mode),
    listDisputes: (from, to) => listDisputes(get, from, to),

    list: (from, to) => listLedger(get, from, to),
  };
}

const orderRequest = ({ reference, orderNumber, charge, returnUrl, cancelUrl }: Payable) => ({
  intent: 'CAPTURE',
  purchase_units: [
    {
      reference_id: reference,
      custom_id: reference,
      invoice_id: reference,
      description: orderNumber,
      amount: amountOf(charge),
    },
  ],
  payment_source: {
    paypal: {
      experience_context: {
        return_url: returnUrl,
        cancel_url: cancelUrl,
        user_action: 'PAY_NOW',
        shipping_preference: 'NO_SHIPPING',
      },
    },
  },
});

/** Maximum number of concurrent signature verifications. */
const maxVerifications = 50;

/** Returns the function that asks PayPal whether it signed a web-hook. */
function signatureCheck({ requestExisting }: PaypalClient, url: string): (body: string) => Promise<boolean> {
  let proving = 0;
  return async (body) => {
    // PayPal delivers it again later; a flood of forged web-hooks must not use up the requests for real
    // payments.
    if (proving >= maxVerifications) throw new ProviderUnreachable('too many concurrent web-hooks');
    proving++;
    const verification = `${url}/v1/notifications/verify-webhook-signature`;
    const { status, json } = await requestExisting({ method: 'POST', url: verification, body }).finally(
      () => proving--,
    );
    if (status >= 300 || json.verification_status === 'FAILURE') return false;
    if (json.verification_status !== 'SUCCESS')
      throw new ProviderUnreachable('returned no verification status');
    return true;
  };
}

/** The shopper's means of payment was refused; another may succeed. */
const declines = new Set([
  'INSTRUMENT_DECLINED',
  'TRANSACTION_REFUSED',
  'PAYER_CANNOT_PAY',
  'PAYER_ACCOUNT_RESTRICTED',
  'PAYER_ACCOUNT_LOCKED_OR_CLOSED',
  'COMPLIANCE_VIOLATION',
  'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED',
]);

const noRefund = { outcome: 'not_found', id: undefined, code: 'NO_REFUND' } as const;

const orderPath = (id: string): string => `/v2/checkout/orders/${encodeURIComponent(id)}`;

const amountOf = ({ cents, currency }: Charge) => ({ currency_code: currency, value: centsToText(cents) });

/** The page where the shopper approves the payment. */
const payerLinkOf = (links: unknown): unknown =>
  jsonListOf(links).find((link) => link?.rel === 'payer-action' || link?.rel === 'approve')?.href;

function currencyOf(text: string): string {
  if (currencies.includes(text)) return text;
  throw new Error('USD, EUR or GBP');
}

/** An exchange rate, in 1/10,000. */
function rateOf(text: string): number {
  const units = parseDecimal(text, 4);
  if (units !== undefined && units > 0) return units;
  throw new Error('a number such as 18.50');
}
