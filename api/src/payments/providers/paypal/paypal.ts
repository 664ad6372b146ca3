import { centsToText } from '@fynbos/core/money.ts';
import type { Charge, Outcome } from '@fynbos/core/payments/payment-attempt.ts';
import { withAccessToken } from '../access-token.ts';
import {
  type Booked,
  type Evidence,
  type PaymentProvider,
  ProviderRefused,
  ProviderUnreachable,
} from '../payment-provider.ts';
import { createProviderClient, type ProviderRequest, type ProviderResponse } from '../provider-request.ts';
import { chargeOf, instantOf, type Json, listOf, wordOf } from '../provider-response.ts';
import { addressOf } from '../response-checks.ts';
import { listDisputes, queryDispute } from './paypal-disputes.ts';
import { evidenceOf, readRefund, refundOf } from './paypal-orders.ts';
import { readWalletHook } from './paypal-web-hook.ts';

/** A PayPal account. */
export interface WalletSettings {
  url: string;
  clientId: string;
  secret: string;
  /** PayPal's id of the web-hook, from its dashboard. */
  webHookId: string;
  mode: 'test' | 'live';
}

const moneyDeadlineMs = 10_000;
/** Maximum number of concurrent signature verifications. */
const maxVerifications = 50;
const pageSize = 100;
const maxPages = 100;

/** Takes payments with PayPal: an order, the shopper's approval, then the capture. */
export function walletProvider(
  settings: WalletSettings,
  now: () => Date = () => new Date(),
): PaymentProvider {
  const { url, webHookId, mode } = settings;
  const sendWithToken = withAccessToken(createProviderClient(url), tokenRequest(settings), now);

  let proving = 0;

  /** A response that is not a JSON object is unusable, whatever its status. */
  async function sendRequest(request: ProviderRequest): Promise<ProviderResponse> {
    const headers = { 'content-type': 'application/json', ...request.headers };
    const response = await sendWithToken({ ...request, headers });
    if (typeof response.json !== 'object' || response.json === null)
      throw new ProviderUnreachable(`returned ${response.status} without JSON`);
    // The same request is already in progress.
    if (response.status === 409) throw new ProviderUnreachable('returned status 409');
    return response;
  }

  /** Sends a request about an existing object: rejected keys say nothing about its status. */
  async function requestExisting(request: ProviderRequest): Promise<ProviderResponse> {
    const response = await sendRequest(request);
    if (response.status === 401 || response.status === 403)
      throw new ProviderUnreachable(`provider rejected our keys: ${issueOf(response)}`);
    return response;
  }

  const get = (path: string): Promise<ProviderResponse> =>
    requestExisting({ method: 'GET', url: `${url}${path}` });

  /** A request that moves money, with an idempotency key. */
  const move = (path: string, key: string, body: object): ProviderRequest => ({
    method: 'POST',
    url: `${url}${path}`,
    headers: { 'paypal-request-id': key, prefer: 'return=representation' },
    body: JSON.stringify(body),
    deadlineMs: moneyDeadlineMs,
  });

  const withoutMoney = (outcome: Outcome, id: string | undefined, code: string): Evidence => ({
    outcome,
    id,
    reference: undefined,
    paid: [],
    mode,
    code,
  });

  async function query(id: string): Promise<Evidence> {
    const response = await get(orderPath(id));
    // The order existed once: PayPal deletes orders that were never approved.
    if (response.status === 404) return withoutMoney('expired', id, issueOf(response));
    if (response.status !== 200) throw new ProviderUnreachable(`returned status ${response.status}`);
    return evidenceOf(response.json, mode);
  }

  async function prove(body: string): Promise<boolean> {
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
  }

  return {
    code: 'wallet',
    title: 'PayPal',
    traits: {
      webHook: 'signed',
      findsByReference: false,
      refund: 'sync',
      sessionMs: 3 * 60 * 60_000,
      queriesPerMinute: 30,
      currencies: ['USD', 'EUR', 'GBP'],
    },

    async create({ reference, orderNumber, charge, returnUrl, cancelUrl }) {
      const response = await sendRequest(
        move('/v2/checkout/orders', reference, {
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
        }),
      );
      if (response.status >= 400) throw new ProviderRefused(issueOf(response));
      const id = wordOf(response.json.id);
      const payerUrl = addressOf(payerLinkOf(response.json.links), url);
      if (!id || !payerUrl) throw new ProviderUnreachable(`returned ${response.status} without an order`);
      return { kind: 'redirect', id, url: payerUrl };
    },

    async query({ id }) {
      // The payment URL never arrived either, so the shopper cannot have approved it.
      return id === undefined ? withoutMoney('not_found', undefined, 'NO_ORDER') : query(id);
    },

    async capture({ id }, key) {
      if (id === undefined) return withoutMoney('not_found', undefined, 'NO_ORDER');
      // The order was created under the key itself, and PayPal repeats its first response for a key.
      const response = await requestExisting(move(`${orderPath(id)}/capture`, `${key}C`, {}));
      if (response.status < 300) return evidenceOf(response.json, mode);
      const issue = issueOf(response);
      if (declines.has(issue)) return withoutMoney('declined', id, issue);
      // Captured already, not approved yet, or deleted: the order has the status.
      return query(id);
    },

    async readWebHook(hook) {
      const unproven = readWalletHook(hook, webHookId, now().getTime());
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

    async list(from, to) {
      const booked: Booked[] = [];
      for (let page = 1; page <= maxPages; page++) {
        const params = new URLSearchParams({
          start_date: from.toISOString(),
          end_date: to.toISOString(),
          fields: 'transaction_info',
          page_size: `${pageSize}`,
          page: `${page}`,
        });
        const { status, json } = await get(`/v1/reporting/transactions?${params}`);
        if (status !== 200 || !Array.isArray(json.transaction_details))
          throw new ProviderUnreachable(`returned ${status} without transactions`);
        booked.push(...json.transaction_details.flatMap(bookedOf));
        if (!(json.total_pages > page)) return booked;
      }
      throw new ProviderUnreachable('returned more pages than the maximum');
    },
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

const tokenRequest = ({ url, clientId, secret }: WalletSettings): ProviderRequest => ({
  method: 'POST',
  url: `${url}/v1/oauth2/token`,
  headers: {
    authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`,
    'content-type': 'application/x-www-form-urlencoded',
  },
  body: 'grant_type=client_credentials',
});

const orderPath = (id: string): string => `/v2/checkout/orders/${encodeURIComponent(id)}`;

const amountOf = ({ cents, currency }: Charge) => ({ currency_code: currency, value: centsToText(cents) });

const issueOf = ({ status, json }: ProviderResponse): string =>
  wordOf(json.details?.[0]?.issue) ?? wordOf(json.name) ?? wordOf(json.error) ?? `${status}`;

/** The page where the shopper approves the payment. */
const payerLinkOf = (links: unknown): unknown =>
  listOf(links).find((link) => link?.rel === 'payer-action' || link?.rel === 'approve')?.href;

/** Reversals and holds of disputed money, which `listDisputes` reports. */
const disputeEvents = ['T1106', 'T1110', 'T1111'];

/**
 * Reads a row of PayPal's report. Events T00 are payments and T11 are refunds; the sign of the amount says
 * which way the account changes.
 */
function bookedOf(row: Json): Booked[] {
  const info = row?.transaction_info;
  const [event, status] = [wordOf(info?.transaction_event_code), wordOf(info?.transaction_status)];
  if (!event || !status) throw new ProviderUnreachable('returned an unparseable transaction');
  const isRefund = event.startsWith('T11') && !disputeEvents.includes(event);
  if (status !== 'S' || !(isRefund || event.startsWith('T00'))) return [];
  const { value, currency_code } = info.transaction_amount ?? {};
  const goesOut = String(value).startsWith('-');
  const charge = chargeOf(String(value).replace(/^-/, ''), currency_code);
  const [transactionId, at] = [wordOf(info.transaction_id), instantOf(info.transaction_initiation_date)];
  if (!charge || !transactionId || !at) throw new ProviderUnreachable('returned an unparseable transaction');
  // Ignores our own payments to others and refunds that came back: they belong to no shopper.
  if (isRefund !== goesOut) return [];
  const kind = isRefund ? 'refund' : 'payment';
  return [{ kind, transactionId, charge, at, reference: wordOf(info.custom_field) }];
}
