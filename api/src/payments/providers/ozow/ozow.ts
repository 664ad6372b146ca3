import { centsToText } from '@fynbos/core/money.ts';
import { withAccessToken } from '../access-token.ts';
import { type Payable, ProviderRefused } from '../payment-provider.ts';
import {
  type Adapter,
  addressSetting,
  definePaymentProvider,
  type ProviderValues,
  textSetting,
} from '../provider-definition.ts';
import { createProviderClient } from '../provider-request.ts';
import { wordOf } from '../provider-response.ts';
import { addressOf, granted, needed, requireOk, safeReasonOf } from '../response-checks.ts';
import { hashCheck } from './ozow-hash.ts';
import { findOzowRefund, refundsToken, submitRefund } from './ozow-refunds.ts';
import { transactionEvidenceOf } from './ozow-transactions.ts';
import { readOzowWebHook } from './ozow-web-hook.ts';

const currency = 'ZAR';
const json = { accept: 'application/json', 'content-type': 'application/json' };

const settings = {
  url: addressSetting('OZOW_URL', 'Address, `https://api.ozow.com`.'),
  siteCode: textSetting('OZOW_SITE_CODE', 'Site code.'),
  apiKey: textSetting('OZOW_API_KEY', 'API key.'),
  privateKey: textSetting('OZOW_PRIVATE_KEY', 'Private key used to sign.'),
};

/** Ozow: bank-to-bank payments (spec payments 2.5, hub.ozow.com/docs). */
export const ozow = definePaymentProvider({
  code: 'local-a',
  title: 'Instant EFT with Ozow',
  traits: {
    webHook: 'signed',
    findsByReference: true,
    refund: 'async',
    sessionMs: 30 * 60_000,
    openedCode: 'Pending',
    queriesPerMinute: 20,
    currencies: [currency],
  },
  settings,
  testHosts: [/^staging[\w-]*\.ozow\.com$/],
  create: ozowAdapter,
});

function ozowAdapter(values: ProviderValues<typeof settings>, now: () => Date): Adapter {
  const { url, siteCode, apiKey, mode } = values;
  const sendRequest = createProviderClient(url);
  const sendRefundRequest = withAccessToken(sendRequest, refundsToken(values), now);

  return {
    async create(order) {
      if (order.charge.currency !== currency) throw new ProviderRefused('currency');
      const response = await sendRequest({
        method: 'POST',
        url: `${url}/postpaymentrequest`,
        headers: { ...json, apikey: apiKey },
        body: JSON.stringify(paymentRequest(values, order)),
        deadlineMs: 10_000,
      });
      const payload = granted(response, ({ errorMessage }) => errorMessage);
      if (payload.errorMessage && !payload.url)
        throw new ProviderRefused(safeReasonOf(payload.errorMessage) ?? 'errorMessage');
      return {
        kind: 'redirect',
        id: needed(wordOf(payload.paymentRequestId), 'paymentRequestId'),
        url: needed(addressOf(payload.url, url), 'url'),
      };
    },
    async query(session) {
      const params = new URLSearchParams({ siteCode, transactionReference: session.reference });
      if (mode === 'test') params.set('isTest', 'true');
      const response = await sendRequest({
        method: 'GET',
        url: `${url}/GetTransactionByReference?${params}`,
        headers: { ...json, apikey: apiKey },
      });
      return transactionEvidenceOf(requireOk(response), session, mode);
    },
    async readWebHook(hook) {
      return readOzowWebHook(hook, values);
    },
    async refund(refund) {
      const before = await findOzowRefund(sendRefundRequest, url, refund);
      if (before.outcome !== 'not_found') return before;
      return submitRefund(sendRefundRequest, values, refund);
    },
    queryRefund: (refund) => findOzowRefund(sendRefundRequest, url, refund),
  };
}

/** Fields in the order of the signature. Ozow gets the order number and no name; the bank knows the payer. */
function paymentRequest({ siteCode, privateKey, mode }: ProviderValues<typeof settings>, order: Payable) {
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
