import { shop } from '@fynbos/core/shop.ts';
import { askProvider } from './ask-provider.ts';
import { ikSign } from './ik-sign.ts';
import { evidenceOf, paidIn } from './local-b-links.ts';
import { readCallBack } from './local-b-web-hook.ts';
import { type Payable, type PaymentProvider, ProviderRefused } from './provider.ts';
import { wordOf } from './read-answer.ts';
import { addressOf, granted, isUnknown, needed, told, wordsOf } from './said.ts';

/** iKhokha: a link where somebody pays (payments 2.8, github.com/ikhokha/ik-pay-api-examples). */
export interface LocalBSettings {
  url: string;
  appId: string;
  appSecret: string;
  /** Its own name for the merchant, where that is not the application's. */
  entityId?: string | undefined;
  mode: 'test' | 'live';
}

const currency = 'ZAR';
const dayMs = 24 * 60 * 60_000;

export function localBProvider(settings: LocalBSettings): PaymentProvider {
  const { url, mode } = settings;
  const askAny = askProvider(url);
  const ask = (method: 'GET' | 'POST', to: string, body?: string) =>
    askAny({
      method,
      url: `${url}${to}`,
      headers: headersFor(settings, `${url}${to}`, body),
      ...(body !== undefined && { body, deadlineMs: 10_000 }),
    });

  return {
    code: 'local-b',
    title: 'iKhokha pay link',
    traits: {
      webHook: 'signed',
      findsByReference: true,
      refund: 'manual',
      sessionMs: 30 * 60_000,
      asksPerMinute: 20,
      currencies: [currency],
    },
    async create(order) {
      if (order.charge.currency !== currency) throw new ProviderRefused('currency');
      const answer = await ask('POST', '/payment', JSON.stringify(payLink(settings, order)));
      const said = granted(answer, ({ responseCode }) => responseCode);
      if (said.responseCode !== '00') throw new ProviderRefused(wordsOf(said.responseCode) ?? 'responseCode');
      return {
        kind: 'redirect',
        id: needed(wordOf(said.paylinkID), 'paylinkID'),
        url: needed(addressOf(said.paylinkUrl, url), 'paylinkUrl'),
      };
    },
    async query({ id, reference }) {
      const external = `/getStatus/external?${new URLSearchParams({ externalReference: reference })}`;
      const answer = await ask('GET', id === undefined ? external : `/getStatus/${encodeURIComponent(id)}`);
      if (isUnknown(answer))
        return { outcome: 'not_found', id, reference: undefined, paid: [], mode, code: '404' };
      return evidenceOf(told(answer), mode);
    },
    async readWebHook(hook) {
      return readCallBack(hook, settings);
    },
    async list(from, to) {
      // A day more on both sides: their days need not begin when ours do, and what was paid twice is counted from the first.
      const [startDate, endDate] = [day(from.getTime() - dayMs), day(to.getTime() + dayMs)];
      const answer = await ask('GET', `/payments/history?${new URLSearchParams({ startDate, endDate })}`);
      return paidIn(told(answer).payments).filter(({ at }) => at >= from && at < to);
    },
  };
}

function headersFor({ appId, appSecret }: LocalBSettings, url: string, body = '') {
  return {
    accept: 'application/json',
    'content-type': 'application/json',
    'ik-appid': appId,
    'ik-sign': ikSign(new URL(url).pathname, body, appSecret),
  };
}

/** Names nobody: who pays tells it there. */
function payLink({ appId, entityId, mode }: LocalBSettings, order: Payable) {
  return {
    entityID: entityId ?? appId,
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
