import { randomBytes, randomUUID } from 'node:crypto';
import { type Desk, isBearer, isLagging, isWebAddress, type Till, withQuery } from './desk.ts';
import { type Answer, type Call, json, jsonOf } from './exchange.ts';
import { hostedRoutes } from './hosted-routes.ts';
import { keys } from './keys.ts';
import {
  centsOf,
  decimal,
  decisive,
  isExpired,
  isTaken,
  leftOf,
  type Payment,
  type Verdict,
} from './payment.ts';
import { accessToken, isSame } from './signatures.ts';

const sessionMs = 60 * 60_000;
const tokenSeconds = 86_400;
const limits = { minimumAmount: 50, maximumAmount: 20_000 };

/** Paying in four parts, as Payflex does it (payments 2.4): no web-hooks, no lists, no search by reference. */
export function instalmentsDesk(till: Till): Desk {
  const desk: Desk = {
    code: 'instalments',
    title: 'Payflex',
    prefix: '/payflex',
    acts: ['pay', 'decline', 'cancel', 'pay_no_return', 'expire', 'underpay', 'overpay'],
    paysTwice: false,
    review: 'pending',
    agreesOnly: false,
    tells: () => false,
    transactionId: ({ id }) => id,
    sign: () => undefined,
    wayBack({ links, details }, way) {
      if (way === 'stay') return undefined;
      const url = way === 'success' ? links.success : links.cancel;
      return { method: 'GET', url: withQuery(url, { token: details.token! }) };
    },
    routes: [
      // Its own host, in truth.
      { method: 'POST', path: /^-auth\/auth\/merchant$/, on: 'token', answer: letIn },
      { method: 'GET', path: /^\/configuration$/, on: 'limits', answer: guarded(() => json(200, limits)) },
      { method: 'POST', path: /^\/order\/productSelect$/, on: 'create', answer: guarded(create) },
      { method: 'GET', path: /^\/order\/([\w-]+)$/, on: 'query', answer: guarded(status) },
      { method: 'POST', path: /^\/order\/([\w-]+)\/refund$/, on: 'refund', answer: guarded(refund) },
      ...hostedRoutes({
        till,
        desk: () => desk,
        path: /^\/checkout$/,
        find: ({ url }) => {
          const [id = ''] = (url.searchParams.get('token') ?? '').split('.');
          const payment = till.books.find('instalments', id);
          return payment?.details.token === url.searchParams.get('token') ? payment : undefined;
        },
      }),
    ],
  };

  function guarded(next: (call: Call) => Answer): (call: Call) => Answer {
    return (call) =>
      isBearer(call, 'payflex', till.clock.now()) ? next(call) : json(401, { message: 'Unauthorized' });
  }

  function letIn(call: Call): Answer {
    const { client_id, client_secret, audience, grant_type } = jsonOf(call);
    const own = keys.instalments;
    const isOurs =
      client_id === own.clientId &&
      isSame(String(client_secret), own.clientSecret) &&
      audience === own.audience &&
      grant_type === 'client_credentials';
    if (!isOurs) return json(401, { error: 'access_denied', error_description: 'Unauthorized' });
    const token = accessToken('payflex', till.clock.now() + tokenSeconds * 1000);
    return json(200, { access_token: token, expires_in: tokenSeconds, token_type: 'Bearer' });
  }

  function create(call: Call): Answer {
    const { amount, merchant = {}, merchantReference } = jsonOf(call);
    const cents = centsOf(amount);
    const { redirectConfirmUrl, redirectCancelUrl } = merchant;
    if (!isWebAddress(redirectConfirmUrl) || !isWebAddress(redirectCancelUrl)) {
      return no('CRM006', 'Redirect URLs must be absolute');
    }
    if (!cents || cents < limits.minimumAmount * 100 || cents > limits.maximumAmount * 100) {
      return no('MPT001', 'The amount is outside of the limits');
    }
    if (typeof merchantReference !== 'string' || !merchantReference) return no('MRM001', 'No reference');
    const now = till.clock.now();
    const id = randomUUID();
    const token = `${id}.${randomBytes(12).toString('hex')}`;
    const payment: Payment = {
      provider: 'instalments',
      id,
      reference: merchantReference,
      cents,
      currency: 'ZAR',
      at: now,
      expiresAt: now + sessionMs,
      begun: false,
      transactions: [],
      refunds: [],
      links: {
        success: redirectConfirmUrl,
        cancel: redirectCancelUrl,
        failure: redirectCancelUrl,
        notify: '',
      },
      details: { token },
    };
    till.books.write(payment);
    return json(201, {
      token,
      orderId: id,
      expiryDateTime: new Date(payment.expiresAt).toISOString(),
      redirectUrl: `${till.url}/payflex/checkout?token=${token}`,
    });
  }

  function status({ parts: [id = ''] }: Call): Answer {
    const payment = till.books.find('instalments', id);
    if (!payment) return json(404, { errorCode: 'MRM404', message: 'No such order' });
    const { cents } = decisive(payment) ?? payment;
    return json(200, {
      orderId: id,
      orderStatus: wordFor(payment),
      amount: decimal(cents),
      merchantReference: payment.reference,
      token: payment.details.token,
    });
  }

  function wordFor(payment: Payment): string {
    if (isExpired(payment, till.clock.now())) return 'Abandoned';
    const decided = decisive(payment);
    if (!decided || isLagging(till, payment)) return payment.begun ? 'Initiated' : 'Created';
    return words[decided.verdict];
  }

  function refund(call: Call): Answer {
    const payment = till.books.find('instalments', call.parts[0]!);
    if (!payment) return json(404, { errorCode: 'MRM404', message: 'No such order' });
    const { requestId, amount } = jsonOf(call);
    const again = payment.refunds.find(({ key }) => key === requestId);
    const refundAnswer = (id: string, cents: number) =>
      json(201, { refundId: id, requestId, amount: decimal(cents), orderId: payment.id });
    const { refunds: plan, refundsOnce } = till.scenarios.of('instalments');
    // The vendor's plugin believes that this is what happens.
    if (again && refundsOnce) return no('MRM009', 'This requestId was used before');
    if (again) return refundAnswer(again.id, again.cents);

    const cents = centsOf(amount);
    const paid = decisive(payment);
    const now = till.clock.now();
    if (plan === 'refuse' || plan === 'fail') return no('MRM007', 'Refunds are disabled');
    if (!paid || !isTaken(paid) || !cents || typeof requestId !== 'string' || !requestId) {
      return no('MRM002', 'This order cannot be refunded');
    }
    if (cents > leftOf(payment, paid, now)) return no('MRM003', 'More than the order has left');
    const id = randomUUID();
    const { currency } = paid;
    payment.refunds.push({
      id,
      key: requestId,
      transactionId: paid.id,
      cents,
      currency,
      at: now,
      plan: 'sync',
      settlesAt: now,
    });
    till.books.write(payment);
    return refundAnswer(id, cents);
  }

  return desk;
}

const words: Record<Verdict, string> = {
  paid: 'Approved',
  review: 'Approved',
  pending: 'Initiated',
  declined: 'Declined',
  unauthenticated: 'Declined',
  cancelled: 'Cancelled',
  abandoned: 'Abandoned',
};

const no = (errorCode: string, message: string): Answer => json(400, { errorCode, message });
