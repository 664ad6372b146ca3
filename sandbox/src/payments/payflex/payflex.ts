import { randomBytes, randomUUID } from 'node:crypto';
import { hostedRoutes } from '../hosted-pages/hosted-page-routes.ts';
import { type Call, json, jsonOf, type Route, type SandboxResponse } from '../http-exchange.ts';
import {
  centsOf,
  decimal,
  decisive,
  isCharged,
  isExpired,
  leftOf,
  newPayment,
  type Payment,
  type Verdict,
} from '../payment.ts';
import {
  type Desk,
  type Handler,
  isBearer,
  isLagging,
  isWebAddress,
  type SandboxContext,
  type Simulator,
  usualActs,
  withQuery,
} from '../provider-simulator.ts';
import { accessToken, isSame } from '../signatures.ts';

const sessionMs = 60 * 60_000;
const tokenSeconds = 86_400;
const limits = { minimumAmount: 50, maximumAmount: 20_000 };

/** Credentials of the sandbox merchant. They are valid nowhere else. */
const keys = {
  clientId: 'sandbox-payflex-client',
  clientSecret: 'sandbox-payflex-secret',
  audience: 'sandbox-payflex-audience',
};

/**
 * Payment in four instalments as Payflex does it (spec payments 2.4): no web-hooks, no lists, no search by
 * reference.
 */
export const payflex: Simulator = {
  code: 'instalments',
  settings: (url) => ({
    PAYFLEX_URL: `${url}/payflex`,
    PAYFLEX_AUTH_URL: `${url}/payflex-auth`,
    PAYFLEX_CLIENT_ID: keys.clientId,
    PAYFLEX_CLIENT_SECRET: keys.clientSecret,
    PAYFLEX_AUDIENCE: keys.audience,
  }),
  retryDelays: [],
  open: openDesk,
};

function openDesk(context: SandboxContext): Desk {
  const desk: Desk = {
    code: 'instalments',
    title: 'Payflex',
    prefix: '/payflex',
    acts: usualActs,
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
      {
        method: 'POST',
        path: /^-auth\/auth\/merchant$/,
        on: 'token',
        handle: (call) => letIn(context, call),
      },
      {
        method: 'GET',
        path: /^\/configuration$/,
        on: 'limits',
        handle: guarded(context, () => json(200, limits)),
      },
      { method: 'POST', path: /^\/order\/productSelect$/, on: 'create', handle: guarded(context, create) },
      { method: 'GET', path: /^\/order\/([\w-]+)$/, on: 'query', handle: guarded(context, status) },
      { method: 'POST', path: /^\/order\/([\w-]+)\/refund$/, on: 'refund', handle: guarded(context, refund) },
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

  return desk;
}

function guarded(context: SandboxContext, next: Handler): Route['handle'] {
  return (call) =>
    isBearer(call, 'payflex', context.clock.now())
      ? next(context, call)
      : json(401, { message: 'Unauthorized' });
}

function letIn(context: SandboxContext, call: Call): SandboxResponse {
  const { client_id, client_secret, audience, grant_type } = jsonOf(call);
  const isOurs =
    client_id === keys.clientId &&
    isSame(String(client_secret), keys.clientSecret) &&
    audience === keys.audience &&
    grant_type === 'client_credentials';
  if (!isOurs) return json(401, { error: 'access_denied', error_description: 'Unauthorized' });
  const token = accessToken('payflex', context.clock.now() + tokenSeconds * 1000);
  return json(200, { access_token: token, expires_in: tokenSeconds, token_type: 'Bearer' });
}

function create(context: SandboxContext, call: Call): SandboxResponse {
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
  const payment = newPayment(now, sessionMs, {
    provider: 'instalments',
    id,
    reference: merchantReference,
    cents,
    currency: 'ZAR',
    links: {
      success: redirectConfirmUrl,
      cancel: redirectCancelUrl,
      failure: redirectCancelUrl,
      notify: '',
    },
    details: { token },
  });
  context.ledger.write(payment);
  return json(201, {
    token,
    orderId: id,
    expiryDateTime: new Date(payment.expiresAt).toISOString(),
    redirectUrl: `${context.url}/payflex/checkout?token=${token}`,
  });
}

function status(context: SandboxContext, { parts: [id = ''] }: Call): SandboxResponse {
  const payment = context.ledger.find('instalments', id);
  if (!payment) return json(404, { errorCode: 'MRM404', message: 'No such order' });
  const { cents } = decisive(payment) ?? payment;
  return json(200, {
    orderId: id,
    orderStatus: wordFor(context, payment),
    amount: decimal(cents),
    merchantReference: payment.reference,
    token: payment.details.token,
  });
}

function wordFor(context: SandboxContext, payment: Payment): string {
  if (isExpired(payment, context.clock.now())) return 'Abandoned';
  const decided = decisive(payment);
  if (!decided || isLagging(context, payment)) return payment.begun ? 'Initiated' : 'Created';
  return orderStatuses[decided.verdict];
}

function refund(context: SandboxContext, call: Call): SandboxResponse {
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
