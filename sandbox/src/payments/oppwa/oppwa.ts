import { createHash, randomBytes } from 'node:crypto';
import { press } from '../hosted-pages/hosted-page-routes.ts';
import { type Call, formOf, json, type SandboxResponse } from '../http-exchange.ts';
import { centsOf, decisive, isExpired, leftOf, newPayment, type Payment } from '../payment.ts';
import {
  type Desk,
  isLagging,
  isWebAddress,
  type SandboxContext,
  type Simulator,
  usualActs,
  withQuery,
} from '../provider-simulator.ts';
import { hourly, minutes } from '../retry-delays.ts';
import { oppwaEncrypt } from '../signatures.ts';
import type { HookOptions, SignedHook } from '../web-hooks/signed-hook.ts';
import {
  bookOf,
  bookOfRefund,
  disputeEntries,
  oppwaResponse,
  requireOppwaAccess,
  stamp,
  tooMany,
} from './oppwa-format.ts';
import { oppwaKeys } from './oppwa-keys.ts';
import { cardQueries } from './oppwa-queries.ts';
import { widgetScript } from './oppwa-widget.ts';

const sessionMs = 30 * 60_000;
/** Maximum number of queries for one checkout. */
const queriesPerMinute = 9;

/** Simulates card payments with OPPWA's COPYandPAY (spec payments 2.2). */
export const oppwa: Simulator = {
  code: 'card',
  settings: (url) => ({
    OPPWA_URL: `${url}/oppwa`,
    OPPWA_TOKEN: oppwaKeys.token,
    OPPWA_ENTITY_ID: oppwaKeys.entityId,
    OPPWA_WEB_HOOK_KEY: oppwaKeys.webHookKey,
  }),
  // As OPPWA documents.
  retryDelays: [...minutes(1, 2, 4, 8, 15, 30), ...hourly(30 * 24)],
  open: openDesk,
};

function openDesk(context: SandboxContext): Desk {
  const desk: Desk = {
    code: 'card',
    title: 'a card',
    prefix: '/oppwa',
    acts: [...usualActs, 'three_d_secure_fails', 'review', 'other_currency'],
    paysTwice: false,
    review: 'review',
    agreesOnly: false,
    // OPPWA has entries of disputes, but no states of them.
    sendsWebHook: (about) =>
      !(typeof about === 'object' && 'dispute' in about) ||
      about.event === 'opened' ||
      about.dispute.state === 'won',
    transactionId: () => hex(16),
    disputeId: () => hex(16),
    sign: (payment, options) => signEvent(context, payment, options),
    returnTarget(payment, redirect) {
      const url = payment.links.success;
      if (redirect === 'stay' || !url) return undefined;
      const resourcePath = `/v1/checkouts/${payment.id}/payment`;
      return { method: 'GET', url: withQuery(url, { id: payment.id, resourcePath }) };
    },
    routes: [
      {
        method: 'POST',
        path: /^\/v1\/checkouts$/,
        on: 'create',
        handle: requireOppwaAccess((call) => create(context, call)),
      },
      {
        method: 'GET',
        path: /^\/v1\/checkouts\/([\w.-]+)\/payment$/,
        on: 'query',
        handle: requireOppwaAccess((call) => status(context, call)),
      },
      {
        method: 'POST',
        path: /^\/v1\/payments\/([0-9a-f]{32})$/,
        on: 'refund',
        handle: requireOppwaAccess((call) => refund(context, desk, call)),
      },
      ...cardQueries(context),
      {
        method: 'GET',
        path: /^\/v1\/paymentWidgets\.js$/,
        on: 'page',
        handle: (call) => widget(context, desk, call),
      },
      {
        method: 'POST',
        path: /^\/v1\/checkouts\/([\w.-]+)\/payment$/,
        on: 'page',
        handle: (call) => submit(context, desk, call),
      },
    ],
  };

  return desk;
}

function signEvent(
  context: SandboxContext,
  payment: Payment,
  { about, key, live, ageMs = 0, padding = 0 }: HookOptions,
): SignedHook | undefined {
  const url = context.hookUrls.card;
  if (!url || about === 'agreement') return undefined;
  const at = context.clock.now() - ageMs;
  const book = bookAbout(context, payment, about);
  const payload = {
    ...book,
    ...(live && { result: { code: '000.000.000', description: 'Transaction succeeded' } }),
    ...(key === 'other' && { authentication: { entityId: 'sandbox-oppwa-other-merchant' } }),
    ...(ageMs && { timestamp: stamp(at) }),
    ...(padding && { customParameters: { padding: 'x'.repeat(padding) } }),
  };
  return encrypted(url, { type: 'PAYMENT', payload }, key ?? 'own');
}

function bookAbout(
  context: SandboxContext,
  payment: Payment,
  about: Exclude<HookOptions['about'], 'agreement'>,
) {
  if ('dispute' in about) return disputeEntries(context, payment, about.dispute).at(-1)!;
  return 'key' in about ? bookOfRefund(context, about) : bookOf(context, payment, about);
}

function create(context: SandboxContext, call: Call): SandboxResponse {
  const form = formOf(call);
  const cents = centsOf(form.get('amount'));
  const [reference, currency] = [form.get('merchantTransactionId') ?? '', form.get('currency') ?? ''];
  if (!cents || !/^[A-Z]{3}$/.test(currency) || !reference || form.get('paymentType') !== 'DB') {
    return oppwaResponse(400, '200.300.404', 'invalid or missing parameter');
  }
  const now = context.clock.now();
  const id = `${hex(16).toUpperCase()}.sandbox-vm-tx01`;
  const success = form.get('shopperResultUrl') ?? '';
  const payment = newPayment(now, sessionMs, {
    provider: 'card',
    id,
    reference,
    cents,
    currency,
    links: { success: isWebAddress(success) ? success : '', cancel: '', failure: '', notify: '' },
    details: {},
  });
  context.ledger.write(payment);
  return oppwaResponse(200, '000.200.100', 'successfully created checkout', { id, ndc: id });
}

function status(context: SandboxContext, { parts: [id = ''] }: Call): SandboxResponse {
  const { throttle } = context.scenarios.of('card');
  if (throttle && !context.throttle.allows(`checkout ${id}`, queriesPerMinute)) return tooMany();
  const payment = context.ledger.find('card', id);
  const decided = payment && decisive(payment);
  const now = context.clock.now();
  if (!payment || isExpired(payment, now) || (decided && now >= decided.at + sessionMs)) {
    // OPPWA returns the same error whether it was paid or not (spec payments 2.2).
    return oppwaResponse(
      400,
      '200.300.404',
      'invalid or missing parameter - (opp) No payment session found for the requested id - are you mixing test/live servers or have you paid more than 30min ago?',
    );
  }
  if (!decided || isLagging(context, payment))
    return oppwaResponse(200, '000.200.000', 'transaction pending', { ndc: id });
  return json(200, { ...bookOf(context, payment, decided), buildNumber: 'sandbox' });
}

function refund(context: SandboxContext, desk: Desk, call: Call): SandboxResponse {
  const form = formOf(call);
  const cents = centsOf(form.get('amount'));
  const original = context.ledger.ofTransaction('card', call.parts[0]!);
  const plan = context.scenarios.of('card').refunds ?? 'sync';
  if (!cents || form.get('paymentType') !== 'RF')
    return oppwaResponse(400, '200.300.404', 'invalid or missing parameter');
  if (original?.transaction.verdict !== 'paid' || plan === 'refuse') {
    return oppwaResponse(400, '700.300.100', 'referenced tx can not be refunded, captured or reversed');
  }
  const { payment, transaction } = original;
  const now = context.clock.now();
  if (form.get('currency') !== transaction.currency || cents > leftOf(payment, transaction, now)) {
    return oppwaResponse(
      400,
      '700.400.200',
      'cannot refund (refund volume exceeded or tx reversed or invalid workflow?)',
    );
  }
  const settlesAt = plan === 'sync' ? now : now + 5_000;
  const key = form.get('merchantTransactionId') ?? '';
  const made = {
    id: hex(16),
    key,
    transactionId: transaction.id,
    at: now,
    plan,
    settlesAt,
    cents,
    currency: transaction.currency,
  };
  payment.refunds.push(made);
  context.ledger.write(payment);
  context.hooks.enqueue(payment, (key) => desk.sign(payment, { about: made, key }));
  return json(200, bookOfRefund(context, made));
}

function widget(context: SandboxContext, desk: Desk, { url }: Call): SandboxResponse {
  const id = url.searchParams.get('checkoutId') ?? '';
  const payment = context.ledger.find('card', id);
  const isOpen = payment && !isExpired(payment, context.clock.now()) && !decisive(payment);
  return {
    status: 200,
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      'cross-origin-resource-policy': 'cross-origin',
    },
    body: widgetScript(
      isOpen ? payment : undefined,
      `${context.url}/oppwa/v1/checkouts/${id}/payment`,
      desk.acts,
    ),
  };
}

/** Handles the card form. It stores the displayable digits of the number and never the security code. */
function submit(context: SandboxContext, desk: Desk, call: Call): SandboxResponse {
  const payment = context.ledger.find('card', call.parts[0]!);
  if (!payment) return oppwaResponse(404, '200.300.404', 'No payment session found');
  const form = formOf(call);
  const number = (form.get('card.number') ?? '').replace(/\D/g, '');
  const back = form.get('shopperResultUrl');
  if (isWebAddress(back)) payment.links.success = back;
  payment.details = cardOf(number, form.get('card.holder') ?? '', form.get('card.expiry') ?? '');
  context.ledger.write(payment);
  return press(context, desk, payment, form.get('act') ?? 'pay');
}

function cardOf(number: string, holder: string, expiry: string): Payment['details'] {
  const [month = '12', year = '34'] = expiry.split('/').map((part) => part.trim());
  return {
    bin: number.slice(0, 6),
    last4Digits: number.slice(-4),
    holder,
    expiryMonth: month,
    expiryYear: `20${year.slice(-2)}`,
  };
}

function encrypted(url: string, message: unknown, key: 'own' | 'other' | 'random'): SignedHook {
  const secrets = {
    own: oppwaKeys.webHookKey,
    other: createHash('sha256').update('other').digest('hex'),
    random: hex(32),
  };
  const { body, iv, tag } = oppwaEncrypt(JSON.stringify(message), secrets[key]);
  return {
    url,
    headers: { 'content-type': 'text/plain', 'x-initialization-vector': iv, 'x-authentication-tag': tag },
    body,
  };
}

const hex = (bytes: number) => randomBytes(bytes).toString('hex');
