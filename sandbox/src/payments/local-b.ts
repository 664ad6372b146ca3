import { randomBytes } from 'node:crypto';
import { type Desk, isLagging, isWebAddress, type Till } from './desk.ts';
import { type Answer, type Call, json, jsonOf } from './exchange.ts';
import { hostedRoutes } from './hosted-routes.ts';
import { keys } from './keys.ts';
import { decisive, isExpired, isTaken, type Payment, type Verdict } from './payment.ts';
import { ikhokhaSign, isSame } from './signatures.ts';

const { appId, appSecret } = keys['local-b'];
const sessionMs = 30 * 60_000;
const base = '/public-api/v1/api';

/** Pay links, as iKhokha makes them (payments 2.8): its call-back names no amount, and it gives nothing back. */
export function localBDesk(till: Till): Desk {
  const desk: Desk = {
    code: 'local-b',
    title: 'iKhokha',
    prefix: '/ikhokha',
    acts: ['pay', 'decline', 'cancel', 'pay_no_return', 'expire', 'pay_twice', 'underpay', 'overpay'],
    paysTwice: true,
    review: 'pending',
    agreesOnly: false,
    tells: (about) =>
      about !== 'agreement' && 'verdict' in about && ['paid', 'declined'].includes(about.verdict),
    // Its answers about a link name no transaction: the first one goes by the link's name.
    transactionId: ({ id, transactions }) =>
      transactions.some(isTaken) ? `${id}-${transactions.length + 1}` : id,
    sign(payment, { about, key = 'own', padding = 0 }) {
      const url = payment.links.notify;
      if (!url || about === 'agreement' || !('verdict' in about)) return undefined;
      const body = JSON.stringify({
        paylinkID: payment.id,
        status: isTaken(about) ? 'SUCCESS' : 'FAILURE',
        externalTransactionID: payment.reference,
        responseCode: isTaken(about) ? '00' : '05',
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
    wayBack({ links }, way) {
      return way === 'stay' ? undefined : { method: 'GET', url: links[way] };
    },
    routes: [
      { method: 'POST', path: new RegExp(`^${base}/payment$`), on: 'create', answer: guarded(create) },
      {
        method: 'GET',
        path: new RegExp(`^${base}/getStatus/external$`),
        on: 'query',
        answer: guarded(byReference),
      },
      {
        method: 'GET',
        path: new RegExp(`^${base}/getStatus/([\\w-]+)$`),
        on: 'query',
        answer: guarded(byId),
      },
      { method: 'GET', path: new RegExp(`^${base}/payments/history$`), on: 'list', answer: guarded(history) },
      ...hostedRoutes({
        till,
        desk: () => desk,
        path: /^\/pay\/([\w-]+)$/,
        find: ({ parts: [id = ''] }) => till.books.find('local-b', id),
      }),
    ],
  };

  /** The path is signed as it was called, the question after it is not. */
  function guarded(next: (call: Call) => Answer): (call: Call) => Answer {
    return (call) => {
      const expected = ikhokhaSign(call.url.pathname, call.body, appSecret);
      const isOurs =
        call.headers['ik-appid'] === appId && isSame(String(call.headers['ik-sign']).toLowerCase(), expected);
      return isOurs
        ? next(call)
        : json(401, { responseCode: '99', message: 'Invalid credentials or signature' });
    };
  }

  function create(call: Call): Answer {
    const { amount, currency, externalTransactionID, urls = {} } = jsonOf(call);
    const { callbackUrl, successPageUrl, failurePageUrl, cancelUrl } = urls;
    const isComplete =
      Number.isInteger(amount) &&
      amount > 0 &&
      currency === 'ZAR' &&
      typeof externalTransactionID === 'string';
    if (!isComplete || ![successPageUrl, failurePageUrl, cancelUrl].every(isWebAddress)) {
      return json(400, { responseCode: '01', message: 'Invalid request' });
    }
    const now = till.clock.now();
    const id = randomBytes(8).toString('hex');
    till.books.write({
      provider: 'local-b',
      id,
      reference: externalTransactionID,
      cents: amount,
      currency,
      at: now,
      expiresAt: now + sessionMs,
      begun: false,
      transactions: [],
      refunds: [],
      links: {
        success: successPageUrl,
        failure: failurePageUrl,
        cancel: cancelUrl,
        notify: isWebAddress(callbackUrl) ? callbackUrl : '',
      },
      details: {},
    });
    return json(200, {
      responseCode: '00',
      message: 'Payment link created successfully',
      paylinkUrl: `${till.url}/ikhokha/pay/${id}`,
      paylinkID: id,
      externalTransactionID,
    });
  }

  function byId({ parts: [id = ''] }: Call): Answer {
    return status(till.books.find('local-b', id));
  }

  function byReference({ url }: Call): Answer {
    const all = till.books.ofReference('local-b', url.searchParams.get('externalReference') ?? '');
    return status(all.find(({ transactions }) => transactions.some(isTaken)) ?? all.at(-1));
  }

  function status(payment: Payment | undefined): Answer {
    if (!payment) return json(404, { responseCode: '04', message: 'Payment not found' });
    const decided = decisive(payment);
    const { cents, currency } = decided ?? payment;
    const isLeft = isExpired(payment, till.clock.now());
    return json(200, {
      paylinkID: payment.id,
      externalTransactionID: payment.reference,
      status: isLeft ? 'EXPIRED' : !decided || isLagging(till, payment) ? 'UNPAID' : words[decided.verdict],
      amount: cents,
      currency,
      createdAt: new Date(payment.at).toISOString(),
    });
  }

  function history({ url }: Call): Answer {
    const [from, to] = ['startDate', 'endDate'].map((name) => url.searchParams.get(name) ?? '') as [
      string,
      string,
    ];
    if (![from, to].every((day) => /^\d{4}-\d\d-\d\d$/.test(day))) {
      return json(400, { responseCode: '01', message: 'Invalid dates' });
    }
    const payments = till.books.all('local-b').flatMap((payment) =>
      payment.transactions.map(({ id, verdict, cents, at }) => ({
        paylinkID: payment.id,
        externalTransactionID: payment.reference,
        transactionId: id,
        amount: cents,
        status: words[verdict],
        createdAt: new Date(at).toISOString(),
      })),
    );
    const isWithin = ({ createdAt }: { createdAt: string }) =>
      createdAt >= from && createdAt.slice(0, 10) <= to;
    return json(200, { payments: payments.filter(isWithin) });
  }

  return desk;
}

const words: Record<Verdict, string> = {
  paid: 'PAID',
  review: 'PAID',
  pending: 'UNPAID',
  declined: 'FAILURE',
  unauthenticated: 'FAILURE',
  cancelled: 'CANCELLED',
  abandoned: 'EXPIRED',
};
