import { randomBytes } from 'node:crypto';
import { hostedRoutes } from '../hosted-pages/hosted-page-routes.ts';
import { type Call, json, jsonOf, type Route, type SandboxResponse } from '../http-exchange.ts';
import { decisive, isCharged, isExpired, newPayment, type Payment, type Verdict } from '../payment.ts';
import {
  type Desk,
  type Handler,
  isLagging,
  isWebAddress,
  type SandboxContext,
  type Simulator,
  usualActs,
} from '../provider-simulator.ts';
import { minutes } from '../retry-delays.ts';
import { ikhokhaSign, isSame } from '../signatures.ts';

/** Credentials of the sandbox merchant. They are valid nowhere else. */
const appId = 'sandbox-ikhokha-app';
const appSecret = 'sandbox-ikhokha-secret';
const sessionMs = 30 * 60_000;
const base = '/public-api/v1/api';

/**
 * Pay links as iKhokha makes them (spec payments 2.8): the call-back contains no amount, and there are no
 * refunds.
 */
export const ikhokha: Simulator = {
  code: 'local-b',
  settings: (url) => ({
    IKHOKHA_URL: `${url}/ikhokha${base}`,
    IKHOKHA_APP_ID: appId,
    IKHOKHA_APP_SECRET: appSecret,
    IKHOKHA_ENTITY_ID: 'sandbox-ikhokha-entity',
  }),
  // An estimate: iKhokha documents none.
  retryDelays: minutes(1, 5, 15, 60),
  open: openDesk,
};

function openDesk(context: SandboxContext): Desk {
  const desk: Desk = {
    code: 'local-b',
    title: 'iKhokha',
    prefix: '/ikhokha',
    acts: [...usualActs, 'pay_twice'],
    paysTwice: true,
    review: 'pending',
    agreesOnly: false,
    sendsWebHook: (about) =>
      about !== 'agreement' && 'verdict' in about && ['paid', 'declined'].includes(about.verdict),
    // Status responses contain no transaction id, so the first transaction has the id of the link.
    transactionId: ({ id, transactions }) =>
      transactions.some(isCharged) ? `${id}-${transactions.length + 1}` : id,
    sign(payment, { about, key = 'own', padding = 0 }) {
      const url = payment.links.notify;
      if (!url || about === 'agreement' || !('verdict' in about)) return undefined;
      const body = JSON.stringify({
        paylinkID: payment.id,
        status: isCharged(about) ? 'SUCCESS' : 'FAILURE',
        externalTransactionID: payment.reference,
        responseCode: isCharged(about) ? '00' : '05',
        ...(padding && { padding: 'x'.repeat(padding) }),
      });
      const secret = {
        own: appSecret,
        other: 'sandbox-ikhokha-other-secret',
        random: randomBytes(8).toString('hex'),
      }[key];
      const headers = {
        'content-type': 'application/json',
        'ik-appid': key === 'other' ? 'sandbox-ikhokha-other-app' : appId,
        'ik-sign': ikhokhaSign(new URL(url).pathname, body, secret),
      };
      return { url, headers, body };
    },
    returnTarget({ links }, result) {
      return result === 'stay' ? undefined : { method: 'GET', url: links[result] };
    },
    routes: [
      {
        method: 'POST',
        path: new RegExp(`^${base}/payment$`),
        on: 'create',
        handle: guarded(context, create),
      },
      {
        method: 'GET',
        path: new RegExp(`^${base}/getStatus/external$`),
        on: 'query',
        handle: guarded(context, byReference),
      },
      {
        method: 'GET',
        path: new RegExp(`^${base}/getStatus/([\\w-]+)$`),
        on: 'query',
        handle: guarded(context, byId),
      },
      {
        method: 'GET',
        path: new RegExp(`^${base}/payments/history$`),
        on: 'list',
        handle: guarded(context, history),
      },
      ...hostedRoutes({
        context,
        desk: () => desk,
        path: /^\/pay\/([\w-]+)$/,
        find: ({ parts: [id = ''] }) => context.ledger.find('local-b', id),
      }),
    ],
  };

  return desk;
}

/** The path is signed as requested, without the query string. */
function guarded(context: SandboxContext, next: Handler): Route['handle'] {
  return (call) => {
    const expected = ikhokhaSign(call.url.pathname, call.body, appSecret);
    const isOurs =
      call.headers['ik-appid'] === appId && isSame(String(call.headers['ik-sign']).toLowerCase(), expected);
    return isOurs
      ? next(context, call)
      : json(401, { responseCode: '99', message: 'Invalid credentials or signature' });
  };
}

function create(context: SandboxContext, call: Call): SandboxResponse {
  const { amount, currency, externalTransactionID, urls = {} } = jsonOf(call);
  const { callbackUrl, successPageUrl, failurePageUrl, cancelUrl } = urls;
  const isComplete =
    Number.isInteger(amount) && amount > 0 && currency === 'ZAR' && typeof externalTransactionID === 'string';
  if (!isComplete || ![successPageUrl, failurePageUrl, cancelUrl].every(isWebAddress)) {
    return json(400, { responseCode: '01', message: 'Invalid request' });
  }
  const now = context.clock.now();
  const id = randomBytes(8).toString('hex');
  const payment = newPayment(now, sessionMs, {
    provider: 'local-b',
    id,
    reference: externalTransactionID,
    cents: amount,
    currency,
    links: {
      success: successPageUrl,
      failure: failurePageUrl,
      cancel: cancelUrl,
      notify: isWebAddress(callbackUrl) ? callbackUrl : '',
    },
    details: {},
  });
  context.ledger.write(payment);
  return json(200, {
    responseCode: '00',
    message: 'Payment link created successfully',
    paylinkUrl: `${context.url}/ikhokha/pay/${id}`,
    paylinkID: id,
    externalTransactionID,
  });
}

function byId(context: SandboxContext, { parts: [id = ''] }: Call): SandboxResponse {
  return status(context, context.ledger.find('local-b', id));
}

function byReference(context: SandboxContext, { url }: Call): SandboxResponse {
  const all = context.ledger.ofReference('local-b', url.searchParams.get('externalReference') ?? '');
  return status(context, all.find(({ transactions }) => transactions.some(isCharged)) ?? all.at(-1));
}

function status(context: SandboxContext, payment: Payment | undefined): SandboxResponse {
  if (!payment) return json(404, { responseCode: '04', message: 'Payment not found' });
  const decided = decisive(payment);
  const { cents, currency } = decided ?? payment;
  const isLeft = isExpired(payment, context.clock.now());
  return json(200, {
    paylinkID: payment.id,
    externalTransactionID: payment.reference,
    status: isLeft
      ? 'EXPIRED'
      : !decided || isLagging(context, payment)
        ? 'UNPAID'
        : statuses[decided.verdict],
    amount: cents,
    currency,
    createdAt: new Date(payment.at).toISOString(),
  });
}

function history(context: SandboxContext, { url }: Call): SandboxResponse {
  const [from, to] = ['startDate', 'endDate'].map((name) => url.searchParams.get(name) ?? '') as [
    string,
    string,
  ];
  if (![from, to].every((day) => /^\d{4}-\d\d-\d\d$/.test(day))) {
    return json(400, { responseCode: '01', message: 'Invalid dates' });
  }
  const payments = context.ledger.all('local-b').flatMap((payment) =>
    payment.transactions.map(({ id, verdict, cents, at }) => ({
      paylinkID: payment.id,
      externalTransactionID: payment.reference,
      transactionId: id,
      amount: cents,
      status: statuses[verdict],
      createdAt: new Date(at).toISOString(),
    })),
  );
  const isWithin = ({ createdAt }: { createdAt: string }) =>
    createdAt >= from && createdAt.slice(0, 10) <= to;
  return json(200, { payments: payments.filter(isWithin) });
}

const statuses: Record<Verdict, string> = {
  paid: 'PAID',
  review: 'PAID',
  pending: 'UNPAID',
  declined: 'FAILURE',
  unauthenticated: 'FAILURE',
  cancelled: 'CANCELLED',
  abandoned: 'EXPIRED',
};
