import { randomBytes, randomUUID } from 'node:crypto';
import { type Desk, isLagging, isWebAddress, type Till } from './desk.ts';
import { type Answer, type Call, json, jsonOf } from './exchange.ts';
import { hostedRoutes } from './hosted-routes.ts';
import { keys } from './keys.ts';
import { ozowRefunds } from './local-a-refunds.ts';
import { centsOf, decimal, isExpired, type Payment, type Transaction, type Verdict } from './payment.ts';
import { isSame, ozowHash } from './signatures.ts';

const { siteCode, apiKey, privateKey } = keys['local-a'];
const sessionMs = 30 * 60_000;
/** Ozow never shows more of one reference. */
const mostRows = 10;

/** Instant EFT, as Ozow does it (payments 2.5). */
export function localADesk(till: Till): Desk {
  const desk: Desk = {
    code: 'local-a',
    title: 'Ozow',
    prefix: '/ozow',
    acts: [
      'pay',
      'decline',
      'cancel',
      'pay_no_return',
      'expire',
      'pay_twice',
      'underpay',
      'overpay',
      'other_currency',
      'review',
    ],
    paysTwice: true,
    review: 'pending',
    agreesOnly: false,
    tells: (about) => about !== 'agreement' && 'verdict' in about,
    // The bank's page opens the first one.
    transactionId: ({ transactions, details }) =>
      transactions.length === 0 ? details.transactionId! : randomUUID(),
    sign(payment, { about, key = 'own', live = false, padding = 0 }) {
      const url = payment.links.notify;
      if (!url || about === 'agreement' || !('verdict' in about)) return undefined;
      const fields = outcome(payment, about, {
        site: key === 'other' ? 'sandbox-ozow-other-site' : siteCode,
        secret: { own: privateKey, other: 'sandbox-ozow-other-key', random: randomBytes(8).toString('hex') }[
          key
        ],
        isTest: !live,
        message: 'x'.repeat(padding),
      });
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      return { url, headers, body: new URLSearchParams(fields).toString() };
    },
    wayBack(payment, way) {
      const decided = payment.transactions.at(-1);
      if (way === 'stay') return undefined;
      const { success, failure, cancel } = payment.links;
      const url = { success, failure, cancel }[way];
      const left = {
        id: payment.details.transactionId!,
        verdict: 'cancelled' as const,
        at: till.clock.now(),
        ...amountOf(payment),
      };
      return url ? { method: 'POST', url, fields: outcome(payment, decided ?? left) } : undefined;
    },
    routes: [
      { method: 'POST', path: /^\/postpaymentrequest$/i, on: 'create', answer: guarded(create) },
      { method: 'GET', path: /^\/GetTransactionByReference$/i, on: 'query', answer: guarded(byReference) },
      ...ozowRefunds(till, guarded),
      ...hostedRoutes({
        till,
        desk: () => desk,
        path: /^\/([\w-]{36})\/Secure$/,
        find: ({ parts: [id = ''] }) => till.books.find('local-a', id),
      }),
    ],
  };

  function guarded(next: (call: Call) => Answer): (call: Call) => Answer {
    return (call) =>
      isSame(String(call.headers.apikey ?? ''), apiKey)
        ? next(call)
        : json(401, { errorMessage: 'Unauthorized' });
  }

  function create(call: Call): Answer {
    const body = jsonOf(call);
    const isTest = String(body.isTest ?? false);
    const amount = typeof body.amount === 'number' ? body.amount.toFixed(2) : String(body.amount);
    const signed = [
      ...signedFields.map((name) => (name === 'amount' ? amount : String(body[name] ?? ''))),
      isTest,
    ];
    if (
      body.siteCode !== siteCode ||
      !isSame(String(body.hashCheck).toLowerCase(), ozowHash(signed, privateKey))
    ) {
      return json(400, { paymentRequestId: null, url: null, errorMessage: 'HashCheck value mismatch' });
    }
    const refusal = refusalOf(body, isTest);
    const cents = centsOf(amount);
    if (refusal || !cents) {
      return json(400, { paymentRequestId: null, url: null, errorMessage: refusal ?? 'Invalid amount' });
    }
    const now = till.clock.now();
    const id = randomUUID();
    till.books.write({
      provider: 'local-a',
      id,
      reference: body.transactionReference,
      cents,
      currency: body.currencyCode,
      at: now,
      expiresAt: now + sessionMs,
      begun: false,
      transactions: [],
      refunds: [],
      links: {
        success: body.successUrl,
        cancel: body.cancelUrl,
        failure: body.errorUrl,
        notify: body.notifyUrl ?? '',
      },
      details: { transactionId: randomUUID() },
    });
    return json(200, { paymentRequestId: id, url: `${till.url}/ozow/${id}/Secure`, errorMessage: '' });
  }

  function byReference({ url }: Call): Answer {
    if (url.searchParams.get('siteCode') !== siteCode) return json(400, { errorMessage: 'Unknown site' });
    const reference = url.searchParams.get('transactionReference') ?? '';
    const rows = till.books.ofReference('local-a', reference).flatMap(rowsOf);
    return json(200, rows.slice(-mostRows));
  }

  function rowsOf(payment: Payment) {
    const begun = { id: payment.details.transactionId!, at: payment.at, ...amountOf(payment) };
    const isLeft = isExpired(payment, till.clock.now());
    // Until a shopper has come there is none.
    const first: Transaction[] = payment.begun
      ? [{ ...begun, verdict: isLeft ? 'abandoned' : 'pending' }]
      : [];
    const transactions = payment.transactions.length > 0 ? payment.transactions : first;
    const lagging = isLagging(till, payment);
    return transactions.map(({ id, verdict, cents, currency, at }, index) => ({
      transactionId: id,
      merchantCode: 'sandbox-ozow-merchant',
      siteCode,
      transactionReference: payment.reference,
      currencyCode: currency,
      amount: cents / 100,
      // Whose bank has not answered is under way; whom the bank looks at is looked at.
      status: payment.transactions.length === 0 && !isLeft ? 'Pending' : lagging ? 'Pending' : words[verdict],
      statusMessage: messages[verdict],
      createdDate: new Date(payment.at + index).toISOString(),
      paymentDate: verdict === 'paid' ? new Date(at).toISOString() : null,
      isTest: true,
    }));
  }

  return desk;
}

/** In the order in which they are signed; the private key follows. */
const signedFields = [
  'siteCode',
  'countryCode',
  'currencyCode',
  'amount',
  'transactionReference',
  'bankReference',
  'optional1',
  'optional2',
  'optional3',
  'optional4',
  'optional5',
  'customer',
  'cancelUrl',
  'errorUrl',
  'successUrl',
  'notifyUrl',
];

function refusalOf(body: Record<string, unknown>, isTest: string): string | undefined {
  if (isTest !== 'true') return 'The sandbox takes test payments only';
  if (body.countryCode !== 'ZA' || body.currencyCode !== 'ZAR') return 'Only ZA and ZAR are supported';
  if (!/^.{1,50}$/.test(String(body.transactionReference ?? ''))) return 'Invalid TransactionReference';
  if (!/^[\w -]{1,20}$/.test(String(body.bankReference ?? ''))) return 'Invalid BankReference';
  const isWeb = [body.successUrl, body.cancelUrl, body.errorUrl].every(isWebAddress);
  return isWeb ? undefined : 'Invalid return URL';
}

const words: Record<Verdict, string> = {
  paid: 'Complete',
  review: 'Complete',
  pending: 'PendingInvestigation',
  declined: 'Error',
  unauthenticated: 'Error',
  cancelled: 'Cancelled',
  abandoned: 'Abandoned',
};

const messages: Record<Verdict, string> = {
  paid: 'Test transaction completed',
  review: 'Test transaction completed',
  pending: 'The bank has not confirmed yet',
  declined: 'The bank declined',
  unauthenticated: 'The bank declined',
  cancelled: 'Cancelled by the shopper',
  abandoned: 'The shopper left',
};

const amountOf = ({ cents, currency }: Payment) => ({ cents, currency });

/** The fields of the notification and of the way back, signed. */
function outcome(
  payment: Payment,
  { id, verdict, cents, currency }: Transaction,
  { site = siteCode as string, secret = privateKey as string, isTest = true, message = '' } = {},
): Record<string, string> {
  const fields: Record<string, string> = {
    SiteCode: site,
    TransactionId: id,
    TransactionReference: payment.reference,
    Amount: decimal(cents),
    Status: words[verdict],
    Optional1: '',
    Optional2: '',
    Optional3: '',
    Optional4: '',
    Optional5: '',
    CurrencyCode: currency,
    IsTest: String(isTest),
    StatusMessage: message || messages[verdict],
  };
  return { ...fields, Hash: ozowHash(Object.values(fields), secret) };
}
