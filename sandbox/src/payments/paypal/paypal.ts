import { randomInt } from 'node:crypto';
import { hostedRoutes } from '../hosted-pages/hosted-page-routes.ts';
import { type Call, formOf, json, jsonOf, type SandboxResponse } from '../http-exchange.ts';
import { centsOf, isCharged, isExpired, newPayment, type Payment } from '../payment.ts';
import {
  type Desk,
  isWebAddress,
  type Return,
  type ReturnOutcome,
  type SandboxContext,
  type Simulator,
  sendHooks,
  usualActs,
  withQuery,
} from '../provider-simulator.ts';
import { hourly, minutes } from '../retry-delays.ts';
import { accessToken, isSame } from '../signatures.ts';
import { paypalDisputeRoutes } from './paypal-disputes.ts';
import { capitals, missing, orderOf, requirePaypalAccess, unprocessable } from './paypal-format.ts';
import { paypalKeys } from './paypal-keys.ts';
import { paypalRefundRoutes } from './paypal-ledger.ts';
import { signEvent, verifyEvent } from './paypal-web-hooks.ts';

const { clientId, secret, webHookId } = paypalKeys;
const sessionMs = 3 * 60 * 60_000;
const tokenSeconds = 32_400;
/** A subset of the currencies PayPal supports; the rand is not supported. */
const currencies = ['USD', 'EUR', 'GBP', 'AUD', 'CAD', 'CHF', 'CZK', 'PLN', 'BRL'];

/** The PayPal orders API (spec payments 2.16): the shopper approves the payment, then the shop captures it. */
export const paypal: Simulator = {
  code: 'wallet',
  settings: (url) => ({
    PAYPAL_URL: `${url}/paypal`,
    PAYPAL_CLIENT_ID: clientId,
    PAYPAL_SECRET: secret,
    PAYPAL_WEB_HOOK_ID: webHookId,
    PAYPAL_CURRENCY: 'USD',
    PAYPAL_RATE: '18.00',
  }),
  // As PayPal documents.
  retryDelays: [...minutes(2, 5, 10, 20, 40), ...hourly(20), ...minutes(...Array(4).fill(12 * 60))],
  open: openDesk,
};

function openDesk(context: SandboxContext): Desk {
  const desk: Desk = {
    code: 'wallet',
    title: 'PayPal',
    prefix: '/paypal',
    acts: [...usualActs, 'other_currency', 'review', 'approve'],
    paysTwice: false,
    review: 'pending',
    agreesOnly: true,
    sendsWebHook: () => true,
    transactionId: () => capitals(17),
    disputeId: () => `PP-R-${capitals(3)}-${randomInt(10_000_000, 100_000_000)}`,
    sign: (payment, options) => signEvent(context, payment, options),
    returnTarget,
    routes: [
      { method: 'POST', path: /^\/v1\/oauth2\/token$/, on: 'token', handle: (call) => letIn(context, call) },
      {
        method: 'POST',
        path: /^\/v2\/checkout\/orders$/,
        on: 'create',
        handle: requirePaypalAccess(context, (call) => create(context, byRequest, call)),
      },
      {
        method: 'GET',
        path: /^\/v2\/checkout\/orders\/(\w+)$/,
        on: 'query',
        handle: requirePaypalAccess(context, (call) => show(context, call)),
      },
      {
        method: 'POST',
        path: /^\/v2\/checkout\/orders\/(\w+)\/capture$/,
        on: 'capture',
        handle: requirePaypalAccess(context, (call) => capture(context, desk, call)),
      },
      {
        method: 'POST',
        path: /^\/v1\/notifications\/verify-webhook-signature$/,
        on: 'verify',
        handle: requirePaypalAccess(context, (call) =>
          json(200, { verification_status: verifyEvent(jsonOf(call)) ? 'SUCCESS' : 'FAILURE' }),
        ),
      },
      ...paypalRefundRoutes(context, (payment, refund) => sendHooks(context, desk, payment, refund)),
      ...paypalDisputeRoutes(context),
      ...hostedRoutes({
        context,
        desk: () => desk,
        path: /^\/checkoutnow$/,
        find: ({ url }) => context.ledger.find('wallet', url.searchParams.get('token') ?? ''),
      }),
    ],
  };

  const byRequest = new Map(
    context.ledger
      .all('wallet')
      .flatMap((payment) => (payment.details.requestId ? [[payment.details.requestId, payment]] : [])) as [
      string,
      Payment,
    ][],
  );

  return desk;
}

function returnTarget({ id, links }: Payment, result: ReturnOutcome): Return | undefined {
  if (result === 'stay') return undefined;
  const url = result === 'cancel' ? links.cancel : links.success;
  return {
    method: 'GET',
    url: withQuery(url, result === 'cancel' ? { token: id } : { token: id, PayerID: 'SANDBOXPAYER1' }),
  };
}

function letIn(context: SandboxContext, call: Call): SandboxResponse {
  const proof = `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`;
  if (!isSame(call.headers.authorization ?? '', proof)) {
    return json(401, { error: 'invalid_client', error_description: 'Client Authentication failed' });
  }
  if (formOf(call).get('grant_type') !== 'client_credentials')
    return json(400, { error: 'unsupported_grant_type' });
  const token = accessToken('paypal', context.clock.now() + tokenSeconds * 1000);
  return json(200, {
    access_token: token,
    token_type: 'Bearer',
    expires_in: tokenSeconds,
    app_id: 'sandbox',
  });
}

function create(context: SandboxContext, byRequest: Map<string, Payment>, call: Call): SandboxResponse {
  const requestId = String(call.headers['paypal-request-id'] ?? '');
  const earlier = requestId && byRequest.get(requestId);
  if (earlier) return json(200, orderOf(context, earlier));
  const { intent, purchase_units: units, payment_source: source } = jsonOf(call);
  const unit = Array.isArray(units) ? units[0] : undefined;
  const { return_url: success, cancel_url: cancel } = source?.paypal?.experience_context ?? {};
  const cents = centsOf(unit?.amount?.value);
  const currency = unit?.amount?.currency_code;
  if (intent !== 'CAPTURE' || !cents || !isWebAddress(success) || !isWebAddress(cancel)) {
    return json(400, { name: 'INVALID_REQUEST', details: [{ issue: 'INVALID_PARAMETER_SYNTAX' }] });
  }
  if (!currencies.includes(currency)) return unprocessable('CURRENCY_NOT_SUPPORTED');
  const now = context.clock.now();
  const payment = newPayment(now, sessionMs, {
    provider: 'wallet',
    id: capitals(17),
    reference: String(unit.custom_id ?? unit.reference_id ?? ''),
    cents,
    currency,
    links: { success, cancel, failure: cancel, notify: '' },
    details: { requestId },
  });
  context.ledger.write(payment);
  if (requestId) byRequest.set(requestId, payment);
  return json(200, orderOf(context, payment));
}

function show(context: SandboxContext, { parts: [id = ''] }: Call): SandboxResponse {
  const payment = find(context, id);
  return payment ? json(200, orderOf(context, payment)) : missing();
}

function capture(context: SandboxContext, desk: Desk, call: Call): SandboxResponse {
  const payment = find(context, call.parts[0]!);
  if (!payment) return missing();
  const requestId = String(call.headers['paypal-request-id'] ?? '');
  if (
    payment.transactions.some((transaction) => isCharged(transaction) || transaction.verdict === 'pending')
  ) {
    const isRepeated = requestId && payment.details.captureId === requestId;
    return isRepeated ? json(201, orderOf(context, payment)) : unprocessable('ORDER_ALREADY_CAPTURED');
  }
  const { agreed } = payment;
  if (!agreed) return unprocessable('ORDER_NOT_APPROVED');
  if (agreed.verdict === 'declined') {
    // The shopper can come back and choose another card.
    payment.agreed = undefined;
    context.ledger.write(payment);
    return unprocessable('INSTRUMENT_DECLINED');
  }
  const transaction = { ...agreed, id: desk.transactionId(payment), at: context.clock.now() };
  payment.transactions.push(transaction);
  payment.details.captureId = requestId;
  context.ledger.write(payment);
  sendHooks(context, desk, payment, transaction);
  return json(201, orderOf(context, payment));
}

/** An expired payment that was never captured counts as unknown. */
function find(context: SandboxContext, id: string): Payment | undefined {
  const payment = context.ledger.find('wallet', id);
  return payment && !isExpired(payment, context.clock.now()) ? payment : undefined;
}
