import { centsToText } from '@fynbos/core/money.ts';
import type { Charge, Outcome } from '@fynbos/core/payments/attempt.ts';
import { askWithToken } from './access-token.ts';
import { askProvider, type ProviderAnswer, type Question } from './ask-provider.ts';
import {
  type Booked,
  type Evidence,
  type PaymentProvider,
  ProviderRefused,
  ProviderUnreachable,
} from './provider.ts';
import { listOf, wordOf } from './read-answer.ts';
import { addressOf } from './said.ts';
import { evidenceOf, readRefund, refundOf } from './wallet-orders.ts';
import { bookedOf } from './wallet-report.ts';
import { readWalletHook } from './wallet-web-hook.ts';

/** An account at PayPal. */
export interface WalletSettings {
  url: string;
  clientId: string;
  secret: string;
  /** PayPal's name of the web-hook that was set up in its dashboard. */
  webHookId: string;
  mode: 'test' | 'live';
}

const moneyDeadlineMs = 10_000;
/** Web-hooks whose signatures PayPal is asked about at the same time. */
const mostProving = 50;
const pageSize = 100;
const mostPages = 100;

/** Takes money from a PayPal wallet: an order, the shopper's agreement, then the capture. */
export function walletProvider(
  settings: WalletSettings,
  now: () => Date = () => new Date(),
): PaymentProvider {
  const { url, webHookId, mode } = settings;
  const askPayPal = askWithToken(askProvider(url), tokenQuestion(settings), now);

  let proving = 0;

  /** An answer that is no JSON object is no answer, whatever its status. */
  async function ask(question: Question): Promise<ProviderAnswer> {
    const headers = { 'content-type': 'application/json', ...question.headers };
    const answer = await askPayPal({ ...question, headers });
    if (typeof answer.json !== 'object' || answer.json === null)
      throw new ProviderUnreachable(`answered ${answer.status} without JSON`);
    // The same question is on its way already.
    if (answer.status === 409) throw new ProviderUnreachable('answered 409');
    return answer;
  }

  /** Asks about what exists: refused keys say nothing of it. */
  async function askAbout(question: Question): Promise<ProviderAnswer> {
    const answer = await ask(question);
    if (answer.status === 401 || answer.status === 403)
      throw new ProviderUnreachable(`our keys were refused: ${issueOf(answer)}`);
    return answer;
  }

  const get = (path: string): Promise<ProviderAnswer> => askAbout({ method: 'GET', url: `${url}${path}` });

  /** What moves money, under a key that moves it once. */
  const move = (path: string, key: string, body: object): Question => ({
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
    const answer = await get(orderPath(id));
    // It was there once: PayPal forgets orders that nobody agreed to.
    if (answer.status === 404) return withoutMoney('expired', id, issueOf(answer));
    if (answer.status !== 200) throw new ProviderUnreachable(`answered ${answer.status}`);
    return evidenceOf(answer.json, mode);
  }

  return {
    code: 'wallet',
    title: 'PayPal',
    traits: {
      webHook: 'signed',
      findsByReference: false,
      refund: 'sync',
      sessionMs: 3 * 60 * 60_000,
      asksPerMinute: 30,
      currencies: ['USD', 'EUR', 'GBP'],
    },

    async create({ reference, orderNumber, charge, returnUrl, cancelUrl }) {
      const answer = await ask(
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
      if (answer.status >= 400) throw new ProviderRefused(issueOf(answer));
      const id = wordOf(answer.json.id);
      const way = addressOf(payerLinkOf(answer.json.links), url);
      if (!id || !way) throw new ProviderUnreachable(`answered ${answer.status} without an order`);
      return { kind: 'redirect', id, url: way };
    },

    async query({ id }) {
      // Its address never arrived either: nobody can have agreed to it.
      return id === undefined ? withoutMoney('not_found', undefined, 'NO_ORDER') : query(id);
    },

    async capture({ id }, key) {
      if (id === undefined) return withoutMoney('not_found', undefined, 'NO_ORDER');
      // The order was made under the key itself, and PayPal answers a key as it did the first time.
      const answer = await askAbout(move(`${orderPath(id)}/capture`, `${key}C`, {}));
      if (answer.status < 300) return evidenceOf(answer.json, mode);
      const issue = issueOf(answer);
      if (declines.has(issue)) return withoutMoney('declined', id, issue);
      // Taken already, not agreed to yet, forgotten: how it stands, the order says.
      return query(id);
    },

    async readWebHook(hook) {
      const unproven = readWalletHook(hook, webHookId, now().getTime());
      if ('ok' in unproven) return unproven;
      // PayPal says it again later; a flood of false ones must not ask for the shop's real payments' turn.
      if (proving >= mostProving) throw new ProviderUnreachable('too many web-hooks at once');
      proving++;
      const { status, json } = await askAbout({
        method: 'POST',
        url: `${url}/v1/notifications/verify-webhook-signature`,
        body: unproven.question,
      }).finally(() => proving--);
      if (status >= 300 || json.verification_status === 'FAILURE')
        return { ok: false, reason: 'bad_signature' };
      if (json.verification_status !== 'SUCCESS') throw new ProviderUnreachable('did not say whose it is');
      return unproven.read;
    },

    async refund({ key, transactionId, charge }) {
      const body = { amount: amountOf(charge), invoice_id: key };
      const path = `/v2/payments/captures/${encodeURIComponent(transactionId)}/refund`;
      const answer = await askAbout(move(path, key, body));
      if (answer.status >= 400) throw new ProviderRefused(issueOf(answer));
      return readRefund(answer.json);
    },

    async queryRefund({ id, key, session }) {
      if (id === undefined && session.id === undefined) return noRefund;
      const path =
        id === undefined ? orderPath(session.id!) : `/v2/payments/refunds/${encodeURIComponent(id)}`;
      const { status, json } = await get(path);
      if (status === 404) return noRefund;
      if (status !== 200) throw new ProviderUnreachable(`answered ${status}`);
      return id === undefined ? (refundOf(json, key) ?? noRefund) : readRefund(json);
    },

    async list(from, to) {
      const found: Booked[] = [];
      for (let page = 1; page <= mostPages; page++) {
        const asked = new URLSearchParams({
          start_date: from.toISOString(),
          end_date: to.toISOString(),
          fields: 'transaction_info',
          page_size: `${pageSize}`,
          page: `${page}`,
        });
        const { status, json } = await get(`/v1/reporting/transactions?${asked}`);
        if (status !== 200 || !Array.isArray(json.transaction_details))
          throw new ProviderUnreachable(`answered ${status} without transactions`);
        found.push(...json.transaction_details.flatMap(bookedOf));
        if (!(json.total_pages > page)) return found;
      }
      throw new ProviderUnreachable('told of more pages than there can be');
    },
  };
}

/** The shopper's means were refused; they may come back with another. */
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

const tokenQuestion = ({ url, clientId, secret }: WalletSettings): Question => ({
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

const issueOf = ({ status, json }: ProviderAnswer): string =>
  wordOf(json.details?.[0]?.issue) ?? wordOf(json.name) ?? wordOf(json.error) ?? `${status}`;

/** Where the shopper agrees. */
const payerLinkOf = (links: unknown): unknown =>
  listOf(links).find((link) => link?.rel === 'payer-action' || link?.rel === 'approve')?.href;
