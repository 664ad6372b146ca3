import { randomInt } from 'node:crypto';
import { hostedRoutes } from '../hosted-pages/hosted-page-routes.ts';
import { type Call, formOf, json, jsonOf, type SandboxResponse } from '../http-exchange.ts';
import { centsOf, isCharged, isExpired, type Payment } from '../payment.ts';
import { type Desk, isWebAddress, type SandboxContext, sendHooks, withQuery } from '../provider-simulator.ts';
import { keys } from '../sandbox-keys.ts';
import { accessToken, isSame } from '../signatures.ts';
import { paypalDisputeRoutes } from './paypal-disputes.ts';
import { capitals, guarded, missing, orderOf, unprocessable } from './paypal-format.ts';
import { paypalRefundRoutes } from './paypal-ledger.ts';
import { signEvent, verifyEvent } from './paypal-web-hooks.ts';

const { clientId, secret } = keys.wallet;
const sessionMs = 3 * 60 * 60_000;
const tokenSeconds = 32_400;
/** A subset of the currencies PayPal supports; the rand is not supported. */
const currencies = ['USD', 'EUR', 'GBP', 'AUD', 'CAD', 'CHF', 'CZK', 'PLN', 'BRL'];

/** The PayPal orders API (spec payments 2.16): the shopper approves the payment, then the shop captures it. */
export function walletDesk(context: SandboxContext): Desk {
  const desk: Desk = {
    code: 'wallet',
    title: 'PayPal',
    prefix: '/paypal',
    acts: [
      'pay',
      'decline',
      'cancel',
      'pay_no_return',
      'expire',
      'underpay',
      'overpay',
      'other_currency',
      'review',
      'approve',
    ],
    paysTwice: false,
    review: 'pending',
    agreesOnly: true,
    sendsWebHook: () => true,
    transactionId: () => capitals(17),
    disputeId: () => `PP-R-${capitals(3)}-${randomInt(10_000_000, 100_000_000)}`,
    sign: (payment, options) => signEvent(context, payment, options),
    returnTarget({ id, links }, result) {
      if (result === 'stay') return undefined;
      const url = result === 'cancel' ? links.cancel : links.success;
      return {
        method: 'GET',
        url: withQuery(url, result === 'cancel' ? { token: id } : { token: id, PayerID: 'SANDBOXPAYER1' }),
      };
    },
    routes: [
      { method: 'POST', path: /^\/v1\/oauth2\/token$/, on: 'token', handle: letIn },
      { method: 'POST', path: /^\/v2\/checkout\/orders$/, on: 'create', handle: guarded(context, create) },
      { method: 'GET', path: /^\/v2\/checkout\/orders\/(\w+)$/, on: 'query', handle: guarded(context, show) },
      {
        method: 'POST',
        path: /^\/v2\/checkout\/orders\/(\w+)\/capture$/,
        on: 'capture',
        handle: guarded(context, capture),
      },
      {
        method: 'POST',
        path: /^\/v1\/notifications\/verify-webhook-signature$/,
        on: 'verify',
        handle: guarded(context, (call) =>
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

  function letIn(call: Call): SandboxResponse {
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

  function create(call: Call): SandboxResponse {
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
    const payment: Payment = {
      provider: 'wallet',
      id: capitals(17),
      reference: String(unit.custom_id ?? unit.reference_id ?? ''),
      cents,
      currency,
      at: now,
      expiresAt: now + sessionMs,
      begun: false,
      transactions: [],
      refunds: [],
      links: { success, cancel, failure: cancel, notify: '' },
      details: { requestId },
    };
    context.ledger.write(payment);
    if (requestId) byRequest.set(requestId, payment);
    return json(200, orderOf(context, payment));
  }

  function show({ parts: [id = ''] }: Call): SandboxResponse {
    const payment = find(id);
    return payment ? json(200, orderOf(context, payment)) : missing();
  }

  function capture(call: Call): SandboxResponse {
    const payment = find(call.parts[0]!);
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
  function find(id: string): Payment | undefined {
    const payment = context.ledger.find('wallet', id);
    return payment && !isExpired(payment, context.clock.now()) ? payment : undefined;
  }

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
