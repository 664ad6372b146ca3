import { type Desk, isWebAddress, type Till, tell, withQuery } from './desk.ts';
import { type Answer, type Call, formOf, json, jsonOf } from './exchange.ts';
import { hostedRoutes } from './hosted-routes.ts';
import { keys } from './keys.ts';
import { centsOf, isExpired, isTaken, type Payment } from './payment.ts';
import { accessToken, isSame } from './signatures.ts';
import { walletBooks } from './wallet-books.ts';
import { signEvent, verifyEvent } from './wallet-hooks.ts';
import { capitals, captureOf, guarded, missing, orderOf, unprocessable } from './wallet-wire.ts';

const { clientId, secret } = keys.wallet;
const sessionMs = 3 * 60 * 60_000;
const tokenSeconds = 32_400;
/** A part of those that PayPal takes; the rand is not among them. */
const currencies = ['USD', 'EUR', 'GBP', 'AUD', 'CAD', 'CHF', 'CZK', 'PLN', 'BRL'];

/** A wallet, as PayPal's orders do it (payments 2.16): shoppers agree, and the shop takes the money then. */
export function walletDesk(till: Till): Desk {
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
    tells: () => true,
    transactionId: () => capitals(17),
    sign: (payment, wish) => signEvent(till, payment, wish),
    wayBack({ id, links }, way) {
      if (way === 'stay') return undefined;
      const url = way === 'cancel' ? links.cancel : links.success;
      return {
        method: 'GET',
        url: withQuery(url, way === 'cancel' ? { token: id } : { token: id, PayerID: 'SANDBOXPAYER1' }),
      };
    },
    routes: [
      { method: 'POST', path: /^\/v1\/oauth2\/token$/, on: 'token', answer: letIn },
      { method: 'POST', path: /^\/v2\/checkout\/orders$/, on: 'create', answer: guarded(till, create) },
      { method: 'GET', path: /^\/v2\/checkout\/orders\/(\w+)$/, on: 'query', answer: guarded(till, show) },
      {
        method: 'POST',
        path: /^\/v2\/checkout\/orders\/(\w+)\/capture$/,
        on: 'capture',
        answer: guarded(till, capture),
      },
      {
        method: 'POST',
        path: /^\/v1\/notifications\/verify-webhook-signature$/,
        on: 'verify',
        answer: guarded(till, (call) =>
          json(200, { verification_status: verifyEvent(jsonOf(call)) ? 'SUCCESS' : 'FAILURE' }),
        ),
      },
      ...walletBooks(till, (payment, refund) => tell(till, desk, payment, refund)),
      ...hostedRoutes({
        till,
        desk: () => desk,
        path: /^\/checkoutnow$/,
        find: ({ url }) => till.books.find('wallet', url.searchParams.get('token') ?? ''),
      }),
    ],
  };

  function letIn(call: Call): Answer {
    const proof = `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`;
    if (!isSame(call.headers.authorization ?? '', proof)) {
      return json(401, { error: 'invalid_client', error_description: 'Client Authentication failed' });
    }
    if (formOf(call).get('grant_type') !== 'client_credentials')
      return json(400, { error: 'unsupported_grant_type' });
    const token = accessToken('paypal', till.clock.now() + tokenSeconds * 1000);
    return json(200, {
      access_token: token,
      token_type: 'Bearer',
      expires_in: tokenSeconds,
      app_id: 'sandbox',
    });
  }

  function create(call: Call): Answer {
    const requestId = String(call.headers['paypal-request-id'] ?? '');
    const again = requestId && byRequest.get(requestId);
    if (again) return json(200, orderOf(till, again));
    const { intent, purchase_units: units, payment_source: source } = jsonOf(call);
    const unit = Array.isArray(units) ? units[0] : undefined;
    const { return_url: success, cancel_url: cancel } = source?.paypal?.experience_context ?? {};
    const cents = centsOf(unit?.amount?.value);
    const currency = unit?.amount?.currency_code;
    if (intent !== 'CAPTURE' || !cents || !isWebAddress(success) || !isWebAddress(cancel)) {
      return json(400, { name: 'INVALID_REQUEST', details: [{ issue: 'INVALID_PARAMETER_SYNTAX' }] });
    }
    if (!currencies.includes(currency)) return unprocessable('CURRENCY_NOT_SUPPORTED');
    const now = till.clock.now();
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
    till.books.write(payment);
    if (requestId) byRequest.set(requestId, payment);
    return json(200, orderOf(till, payment));
  }

  function show({ parts: [id = ''] }: Call): Answer {
    const payment = find(id);
    return payment ? json(200, orderOf(till, payment)) : missing();
  }

  function capture(call: Call): Answer {
    const payment = find(call.parts[0]!);
    if (!payment) return missing();
    const requestId = String(call.headers['paypal-request-id'] ?? '');
    if (payment.transactions.some((one) => isTaken(one) || one.verdict === 'pending')) {
      const isAgain = requestId && payment.details.captureId === requestId;
      return isAgain ? json(201, orderOf(till, payment)) : unprocessable('ORDER_ALREADY_CAPTURED');
    }
    const { agreed } = payment;
    if (!agreed) return unprocessable('ORDER_NOT_APPROVED');
    if (agreed.verdict === 'declined') {
      // The shopper may come back and choose another card.
      payment.agreed = undefined;
      till.books.write(payment);
      return unprocessable('INSTRUMENT_DECLINED');
    }
    const taken = { ...agreed, id: desk.transactionId(payment), at: till.clock.now() };
    payment.transactions.push(taken);
    payment.details.captureId = requestId;
    till.books.write(payment);
    tell(till, desk, payment, taken);
    return json(201, captureOf(till, payment));
  }

  /** What nobody paid is forgotten when its time is over. */
  function find(id: string): Payment | undefined {
    const payment = till.books.find('wallet', id);
    return payment && !isExpired(payment, till.clock.now()) ? payment : undefined;
  }

  const byRequest = new Map(
    till.books
      .all('wallet')
      .flatMap((payment) => (payment.details.requestId ? [[payment.details.requestId, payment]] : [])) as [
      string,
      Payment,
    ][],
  );

  return desk;
}
