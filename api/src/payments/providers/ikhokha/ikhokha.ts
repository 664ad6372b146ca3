import { shop } from '@fynbos/core/shop.ts';
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
import {
  addressOf,
  granted,
  isUnknown,
  needed,
  nothingPaid,
  requireOk,
  safeReasonOf,
} from '../response-checks.ts';
import { linkEvidenceOf, paidIn } from './ikhokha-links.ts';
import { ikhokhaSignature, readIkhokhaWebHook } from './ikhokha-web-hook.ts';

const currency = 'ZAR';
const dayMs = 24 * 60 * 60_000;

const settings = {
  url: addressSetting('IKHOKHA_URL', 'Address, `https://api.ikhokha.com/public-api/v1/api`.'),
  appId: textSetting('IKHOKHA_APP_ID', 'Application id.'),
  appSecret: textSetting('IKHOKHA_APP_SECRET', 'Application secret used to sign.'),
  entityId: textSetting('IKHOKHA_ENTITY_ID', 'Entity that receives the payment.'),
};

/** iKhokha: payment links (spec payments 2.8, github.com/ikhokha/ik-pay-api-examples). */
export const ikhokha = definePaymentProvider({
  code: 'local-b',
  title: 'iKhokha pay link',
  traits: {
    webHook: 'signed',
    findsByReference: true,
    refund: 'manual',
    sessionMs: 30 * 60_000,
    queriesPerMinute: 20,
    currencies: [currency],
  },
  settings,
  testHosts: [],
  create: ikhokhaAdapter,
});

function ikhokhaAdapter(values: ProviderValues<typeof settings>): Adapter {
  const { url, mode } = values;
  const sendRequest = createProviderClient(url);
  const sendSigned = (method: 'GET' | 'POST', to: string, body?: string) =>
    sendRequest({
      method,
      url: `${url}${to}`,
      headers: headersFor(values, `${url}${to}`, body),
      ...(body !== undefined && { body, deadlineMs: 10_000 }),
    });

  return {
    async create(order) {
      if (order.charge.currency !== currency) throw new ProviderRefused('currency');
      const response = await sendSigned('POST', '/payment', JSON.stringify(payLink(values, order)));
      const payload = granted(response, ({ responseCode }) => responseCode);
      if (payload.responseCode !== '00')
        throw new ProviderRefused(safeReasonOf(payload.responseCode) ?? 'responseCode');
      return {
        kind: 'redirect',
        id: needed(wordOf(payload.paylinkID), 'paylinkID'),
        url: needed(addressOf(payload.paylinkUrl, url), 'paylinkUrl'),
      };
    },
    async query({ id, reference }) {
      const external = `/getStatus/external?${new URLSearchParams({ externalReference: reference })}`;
      const response = await sendSigned(
        'GET',
        id === undefined ? external : `/getStatus/${encodeURIComponent(id)}`,
      );
      if (isUnknown(response)) return nothingPaid('not_found', id, '404', mode);
      return linkEvidenceOf(requireOk(response), mode);
    },
    async readWebHook(hook) {
      return readIkhokhaWebHook(hook, values);
    },
    async list(from, to) {
      // One day more on both sides: their days need not begin when ours do, and repeated payments are
      // numbered from the first.
      const [startDate, endDate] = [day(from.getTime() - dayMs), day(to.getTime() + dayMs)];
      const response = await sendSigned(
        'GET',
        `/payments/history?${new URLSearchParams({ startDate, endDate })}`,
      );
      return paidIn(requireOk(response).payments).filter(({ at }) => at >= from && at < to);
    },
  };
}

function headersFor({ appId, appSecret }: ProviderValues<typeof settings>, url: string, body = '') {
  return {
    accept: 'application/json',
    'content-type': 'application/json',
    'ik-appid': appId,
    'ik-sign': ikhokhaSignature(new URL(url).pathname, body, appSecret),
  };
}

/** Sends no personal data: the shopper enters it at iKhokha. */
function payLink({ entityId, mode }: ProviderValues<typeof settings>, order: Payable) {
  return {
    entityID: entityId,
    externalEntityID: shop.name,
    amount: order.charge.cents,
    currency: order.charge.currency,
    requesterUrl: new URL(order.returnUrl).origin,
    mode,
    description: `${shop.name} ${order.orderNumber}`,
    paymentReference: order.orderNumber,
    externalTransactionID: order.reference,
    urls: {
      callbackUrl: order.webHookUrl,
      successPageUrl: order.returnUrl,
      failurePageUrl: order.failureUrl,
      cancelUrl: order.cancelUrl,
    },
  };
}

const day = (instant: number): string => new Date(instant).toISOString().slice(0, 10);
