import { randomBytes, randomUUID } from 'node:crypto';
import { hostedRoutes } from '../hosted-pages/hosted-page-routes.ts';
import { type Call, json, jsonOf, type SandboxResponse } from '../http-exchange.ts';
import {
  centsOf,
  decimal,
  decisive,
  isCharged,
  isExpired,
  leftOf,
  type Payment,
  type Verdict,
} from '../payment.ts';
import {
  type Desk,
  isBearer,
  isLagging,
  isWebAddress,
  type SandboxContext,
  withQuery,
} from '../provider-simulator.ts';
import { keys } from '../sandbox-keys.ts';
import { accessToken, isSame } from '../signatures.ts';

const sessionMs = 60 * 60_000;
const tokenSeconds = 86_400;
const limits = { minimumAmount: 50, maximumAmount: 20_000 };

/**
 * Payment in four instalments as Payflex does it (spec payments 2.4): no web-hooks, no lists, no search by
 * reference.
 */
export function instalmentsDesk(context: SandboxContext): Desk {
  const desk: Desk = {
    code: 'instalments',
    title: 'Payflex',
    prefix: '/payflex',
    acts: ['pay', 'decline', 'cancel', 'pay_no_return', 'expire', 'underpay', 'overpay'],
    paysTwice: false,
    review: 'pending',
    agreesOnly: false,
    sendsWebHook: () => false,
    transactionId: ({ id }) => id,
    sign: () => undefined,
    returnTarget({ links, details }, result) {
      if (result === 'stay') return undefined;
      const url = result === 'success' ? links.success : links.cancel;
      return { method: 'GET', url: withQuery(url, { token: details.token! }) };
    },
    routes: [
      // The real provider uses a separate host for this.
      { method: 'POST', path: /^-auth\/auth\/merchant$/, on: 'token', handle: letIn },
      { method: 'GET', path: /^\/configuration$/, on: 'limits', handle: guarded(() => json(200, limits)) },
      { method: 'POST', path: /^\/order\/productSelect$/, on: 'create', handle: guarded(create) },
      { method: 'GET', path: /^\/order\/([\w-]+)$/, on: 'query', handle: guarded(status) },
      { method: 'POST', path: /^\/order\/([\w-]+)\/refund$/, on: 'refund', handle: guarded(refund) },
      ...hostedRoutes({
        context,
        desk: () => desk,
        path: /^\/checkout$/,
        find: ({ url }) => {
          const [id = ''] = (url.searchParams.get('token') ?? '').split('.');
          const payment = context.ledger.find('instalments', id);
          return payment?.details.token === url.searchParams.get('token') ? payment : undefined;
        },
      }),
    ],
  };

  function guarded(next: (call: Call) => SandboxResponse): (call: Call) => SandboxResponse {
    return (call) =>
      isBearer(call, 'payflex', context.clock.now()) ? next(call) : json(401, { message: 'Unauthorized' });
  }

  function letIn(call: Call): SandboxResponse {
    const { client_id, client_secret, audience, grant_type } = jsonOf(call);
    const credentials = keys.instalments;
    const isOurs =
      client_id === credentials.clientId &&
      isSame(String(client_secret), credentials.clientSecret) &&
      audience === credentials.audience &&
      grant_type === 'client_credentials';
    if (!isOurs) return json(401, { error: 'access_denied', error_description: 'Unauthorized' });
    const token = accessToken('payflex', context.clock.now() + tokenSeconds * 1000);
    return json(200, { access_token: token, expires_in: tokenSeconds, token_type: 'Bearer' });
  }

  function create(call: Call): SandboxResponse {
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
    const now = context.clock.now();
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
    context.ledger.write(payment);
    return json(201, {
      token,
      orderId: id,
      expiryDateTime: new Date(payment.expiresAt).toISOString(),
      redirectUrl: `${context.url}/payflex/checkout?token=${token}`,
    });
  }

  function status({ parts: [id = ''] }: Call): SandboxResponse {
    const payment = context.ledger.find('instalments', id);
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
    if (isExpired(payment, context.clock.now())) return 'Abandoned';
    const decided = decisive(payment);
    if (!decided || isLagging(context, payment)) return payment.begun ? 'Initiated' : 'Created';
    return orderStatuses[decided.verdict];
  }

  function refund(call: Call): SandboxResponse {
    const payment = context.ledger.find('instalments', call.parts[0]!);
    if (!payment) return json(404, { errorCode: 'MRM404', message: 'No such order' });
    const { requestId, amount } = jsonOf(call);
    const earlier = payment.refunds.find(({ key }) => key === requestId);
    const refundResponse = (id: string, cents: number) =>
      json(201, { refundId: id, requestId, amount: decimal(cents), orderId: payment.id });
    const { refunds: plan, refundsOnce } = context.scenarios.of('instalments');
    // The vendor's plugin assumes this behaviour.
    if (earlier && refundsOnce) return no('MRM009', 'This requestId was used before');
    if (earlier) return refundResponse(earlier.id, earlier.cents);

    const cents = centsOf(amount);
    const paid = decisive(payment);
    const now = context.clock.now();
    if (plan === 'refuse' || plan === 'fail') return no('MRM007', 'Refunds are disabled');
    if (!paid || !isCharged(paid) || !cents || typeof requestId !== 'string' || !requestId) {
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
    context.ledger.write(payment);
    return refundResponse(id, cents);
  }

  return desk;
}

const orderStatuses: Record<Verdict, string> = {
  paid: 'Approved',
  review: 'Approved',
  pending: 'Initiated',
  declined: 'Declined',
  unauthenticated: 'Declined',
  cancelled: 'Cancelled',
  abandoned: 'Abandoned',
};

const no = (errorCode: string, message: string): SandboxResponse => json(400, { errorCode, message });
