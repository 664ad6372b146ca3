import { centsToText } from '@fynbos/core/money.ts';
import type { Outcome } from '@fynbos/core/payments/payment-attempt.ts';
import {
  type Evidence,
  type Payable,
  ProviderRefused,
  ProviderUnreachable,
  type RefundEvidence,
} from '../payment-provider.ts';
import {
  type Adapter,
  addressSetting,
  definePaymentProvider,
  type ProviderValues,
  textSetting,
} from '../provider-definition.ts';
import { wordOf } from '../provider-response.ts';
import { nothingPaid } from '../response-checks.ts';
import { createOppwaClient, form } from './oppwa-client.ts';
import { disputeOf, oppwaDisputeNameOf } from './oppwa-disputes.ts';
import { bookedOf, type Entry, newest, readEntry } from './oppwa-ledger-entries.ts';
import {
  isClearNo,
  noSuchCheckout,
  noSuchPayment,
  outcomeOf,
  refundOutcomeOf,
  worldOf,
} from './oppwa-result-codes.ts';
import { readOppwaWebHook } from './oppwa-web-hook.ts';

const settings = {
  url: addressSetting('OPPWA_URL', 'Address, `https://card.peachpayments.com`.'),
  token: textSetting('OPPWA_TOKEN', 'Access token.'),
  entityId: textSetting('OPPWA_ENTITY_ID', 'Entity that receives the payment.'),
  webHookKey: textSetting('OPPWA_WEB_HOOK_KEY', 'Web-hook key, 64 hexadecimal digits.'),
};

/** Card payments through the widget of OPPWA (COPYandPAY), with an account at Peach Payments. */
export const oppwa = definePaymentProvider({
  code: 'card',
  title: 'Card',
  traits: {
    webHook: 'encrypted',
    findsByReference: true,
    refund: 'sync',
    sessionMs: 30 * 60_000,
    queriesPerMinute: 9,
    searchesPerMinute: 2,
    currencies: ['ZAR'],
  },
  settings,
  testHosts: [
    /^sandbox-card\.peachpayments\.com$/,
    /^testsecure\.peachpayments\.com$/,
    /(^|[.-])test\.oppwa\.com$/,
  ],
  hasWidget: true,
  create: oppwaAdapter,
});

function oppwaAdapter(values: ProviderValues<typeof settings>, now: () => Date): Adapter {
  const { url, webHookKey, mode } = values;
  const { get, post, booked, listed } = createOppwaClient(values);

  async function earlierRefund(key: string): Promise<RefundEvidence | undefined> {
    const refunds = (await booked(key, 'RF')).map(({ id, code }) => ({
      outcome: refundOutcomeOf(code),
      id,
      code,
    }));
    return refunds.find(({ outcome }) => outcome === 'succeeded') ?? refunds[0];
  }

  return {
    async create(order) {
      const { isRefused, code, json } = await post('/v1/checkouts', fieldsOf(order));
      if (isRefused || isClearNo(code)) throw new ProviderRefused(code);
      const id = wordOf(json.id);
      if (outcomeOf(code) !== 'pending' || !id) throw new ProviderUnreachable(`returned the code ${code}`);
      return { kind: 'widget', id, url: `${url}/v1/paymentWidgets.js?${form({ checkoutId: id })}` };
    },

    async query({ id, reference }) {
      if (id !== undefined) {
        const { code, json } = await get(`/v1/checkouts/${encodeURIComponent(id)}/payment`, {});
        if (json.id !== undefined && json.paymentType !== undefined)
          return evidenceOf([readEntry(json)], id, mode);
        // Without a payment the code refers to the checkout or to the request.
        if (code !== noSuchCheckout) return nothingPaid(unpaidOutcomeOf(code), id, code, mode);
      }
      // OPPWA forgets a checkout half an hour after its creation, but not a payment.
      const entries = await booked(reference, 'DB');
      if (entries.length > 0) return evidenceOf(entries, id, mode);
      return nothingPaid(id === undefined ? 'not_found' : 'expired', id, noSuchPayment, mode);
    },

    readWebHook: async (hook) => readOppwaWebHook(hook, webHookKey, mode, now().getTime()),

    async refund({ key, transactionId, charge }) {
      // OPPWA would refund the money once per request.
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

    async queryDispute({ transactionId }) {
      const path = `/v3/query/${encodeURIComponent(transactionId)}`;
      const { code, json } = await get(path, { includeLinkedTransactions: '1' });
      if (code === noSuchPayment) return undefined;
      if (!Array.isArray(json.records))
        throw new ProviderUnreachable(`responded with ${code} without records`);
      return disputeOf(json.records, transactionId, mode);
    },

    listDisputes: async (from, to) =>
      (await listed(from, to)).flatMap((record) => oppwaDisputeNameOf(record) ?? []),

    list: async (from, to) => (await listed(from, to)).map(readEntry).flatMap(bookedOf),
  };
}

/** The combined evidence of the entries of one payment. */
function evidenceOf(entries: readonly Entry[], id: string | undefined, mode: 'test' | 'live'): Evidence {
  const paid = entries.filter(({ outcome }) => outcome === 'paid' || outcome === 'paid_review');
  const { outcome, reference, code } =
    paid.find((entry) => entry.outcome === 'paid') ?? paid[0] ?? newest(entries);
  return {
    ...{ outcome, id, reference, mode: worldOf(code) ?? mode, code },
    paid: paid.map(({ id: transactionId, charge }) => {
      if (!charge) throw new ProviderUnreachable('returned a payment without its amount');
      return { transactionId, charge };
    }),
  };
}

/** Longer values would make OPPWA refuse the payment. */
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

/** The outcome of a code without a payment: nothing was paid, whatever the code. */
function unpaidOutcomeOf(code: string): Outcome {
  const outcome = outcomeOf(code);
  if (outcome === 'pending') return 'open';
  return outcome === 'declined' || outcome === 'cancelled' || outcome === 'expired' ? outcome : 'unknown';
}
