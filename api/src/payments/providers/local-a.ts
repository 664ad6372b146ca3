import { centsToText } from '@fynbos/core/money.ts';
import { askWithToken } from './access-token.ts';
import { askProvider } from './ask-provider.ts';
import { hashCheck } from './local-a-hash.ts';
import { askForRefund, findRefund, refundsToken } from './local-a-refunds.ts';
import { evidenceOf } from './local-a-transactions.ts';
import { readNotification } from './local-a-web-hook.ts';
import { type Payable, type PaymentProvider, ProviderRefused } from './provider.ts';
import { wordOf } from './read-answer.ts';
import { addressOf, granted, needed, told, wordsOf } from './said.ts';

/** Ozow: money from bank to bank (payments 2.5, hub.ozow.com/docs). */
export interface LocalASettings {
  url: string;
  siteCode: string;
  apiKey: string;
  privateKey: string;
  mode: 'test' | 'live';
}

const currency = 'ZAR';
const json = { accept: 'application/json', 'content-type': 'application/json' };

export function localAProvider(
  settings: LocalASettings,
  now: () => Date = () => new Date(),
): PaymentProvider {
  const { url, siteCode, apiKey, mode } = settings;
  const ask = askProvider(url);
  const askRefunds = askWithToken(ask, refundsToken(settings), now);

  return {
    code: 'local-a',
    title: 'Instant EFT with Ozow',
    traits: {
      webHook: 'signed',
      findsByReference: true,
      refund: 'async',
      sessionMs: 30 * 60_000,
      asksPerMinute: 20,
      currencies: [currency],
    },
    async create(order) {
      if (order.charge.currency !== currency) throw new ProviderRefused('currency');
      const answer = await ask({
        method: 'POST',
        url: `${url}/postpaymentrequest`,
        headers: { ...json, apikey: apiKey },
        body: JSON.stringify(paymentRequest(settings, order)),
        deadlineMs: 10_000,
      });
      const said = granted(answer, ({ errorMessage }) => errorMessage);
      if (said.errorMessage && !said.url)
        throw new ProviderRefused(wordsOf(said.errorMessage) ?? 'errorMessage');
      return {
        kind: 'redirect',
        id: needed(wordOf(said.paymentRequestId), 'paymentRequestId'),
        url: needed(addressOf(said.url, url), 'url'),
      };
    },
    async query(session) {
      const asked = new URLSearchParams({ siteCode, transactionReference: session.reference });
      if (mode === 'test') asked.set('isTest', 'true');
      const answer = await ask({
        method: 'GET',
        url: `${url}/GetTransactionByReference?${asked}`,
        headers: { ...json, apikey: apiKey },
      });
      return evidenceOf(told(answer), session, mode);
    },
    async readWebHook(hook) {
      return readNotification(hook, settings);
    },
    async refund(refund) {
      const before = await findRefund(askRefunds, url, refund);
      if (before.outcome !== 'not_found') return before;
      return askForRefund(askRefunds, settings, refund);
    },
    queryRefund: (refund) => findRefund(askRefunds, url, refund),
  };
}

/** In the order of the signature. Who pays is known to their bank: Ozow gets the number of the order, no name. */
function paymentRequest({ siteCode, privateKey, mode }: LocalASettings, order: Payable) {
  const values = {
    siteCode,
    countryCode: 'ZA',
    currencyCode: order.charge.currency,
    amount: centsToText(order.charge.cents),
    transactionReference: order.reference,
    bankReference: order.reference.slice(0, 20),
    customer: order.orderNumber,
    cancelUrl: order.cancelUrl,
    errorUrl: order.failureUrl,
    successUrl: order.returnUrl,
    notifyUrl: order.webHookUrl,
    isTest: mode === 'test',
  };
  return { ...values, hashCheck: hashCheck(Object.values(values).map(String), privateKey) };
}
