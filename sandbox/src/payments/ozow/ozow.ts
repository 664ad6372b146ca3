import { randomBytes, randomUUID } from 'node:crypto';
import { hostedRoutes } from '../hosted-pages/hosted-page-routes.ts';
import { type Call, json, jsonOf, type Route, type SandboxResponse } from '../http-exchange.ts';
import {
  centsOf,
  decimal,
  isExpired,
  newPayment,
  type Payment,
  type Transaction,
  type Verdict,
} from '../payment.ts';
import {
  type Desk,
  type Handler,
  isLagging,
  isWebAddress,
  type SandboxContext,
  type Simulator,
  usualActs,
} from '../provider-simulator.ts';
import { hourly, minutes } from '../retry-delays.ts';
import { isSame, ozowHash } from '../signatures.ts';
import { ozowKeys } from './ozow-keys.ts';
import { ozowRefunds } from './ozow-refunds.ts';

const { siteCode, apiKey, privateKey } = ozowKeys;
const sessionMs = 30 * 60_000;
/** Ozow returns at most this many rows for one reference. */
const maxRows = 10;

/** Instant EFT as Ozow does it (spec payments 2.5). */
export const ozow: Simulator = {
  code: 'local-a',
  settings: (url) => ({
    OZOW_URL: `${url}/ozow`,
    OZOW_SITE_CODE: siteCode,
    OZOW_API_KEY: apiKey,
    OZOW_PRIVATE_KEY: privateKey,
  }),
  // An estimate: Ozow documents none.
  retryDelays: [...minutes(1, 5, 15), ...hourly(24)],
  open: openDesk,
};

function openDesk(context: SandboxContext): Desk {
  const desk: Desk = {
    code: 'local-a',
    title: 'Ozow',
    prefix: '/ozow',
    acts: [...usualActs, 'pay_twice', 'other_currency', 'review'],
    paysTwice: true,
    review: 'pending',
    agreesOnly: false,
    recordsAbandoned: true,
    sendsWebHook: (about) => about !== 'agreement' && 'verdict' in about,
    // The bank's page opens the first transaction.
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
    returnTarget(payment, result) {
      const decided = payment.transactions.at(-1);
      if (result === 'stay') return undefined;
      const { success, failure, cancel } = payment.links;
      const url = { success, failure, cancel }[result];
      const left = {
        id: payment.details.transactionId!,
        verdict: 'cancelled' as const,
        at: context.clock.now(),
        ...amountOf(payment),
      };
      return url ? { method: 'POST', url, fields: outcome(payment, decided ?? left) } : undefined;
    },
    routes: [
      { method: 'POST', path: /^\/postpaymentrequest$/i, on: 'create', handle: guarded(context, create) },
      {
        method: 'GET',
        path: /^\/GetTransactionByReference$/i,
        on: 'query',
        handle: guarded(context, byReference),
      },
      ...ozowRefunds(context, guarded),
      ...hostedRoutes({
        context,
        desk: () => desk,
        path: /^\/([\w-]{36})\/Secure$/,
        find: ({ parts: [id = ''] }) => context.ledger.find('local-a', id),
      }),
    ],
  };

  return desk;
}

function guarded(context: SandboxContext, next: Handler): Route['handle'] {
  return (call) =>
    isSame(String(call.headers.apikey ?? ''), apiKey)
      ? next(context, call)
      : json(401, { errorMessage: 'Unauthorized' });
}

function create(context: SandboxContext, call: Call): SandboxResponse {
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
  const now = context.clock.now();
  const id = randomUUID();
  const payment = newPayment(now, sessionMs, {
    provider: 'local-a',
    id,
    reference: body.transactionReference,
    cents,
    currency: body.currencyCode,
    links: {
      success: body.successUrl,
      cancel: body.cancelUrl,
      failure: body.errorUrl,
      notify: body.notifyUrl ?? '',
    },
    details: { transactionId: randomUUID() },
  });
  context.ledger.write(payment);
  return json(200, { paymentRequestId: id, url: `${context.url}/ozow/${id}/Secure`, errorMessage: '' });
}

function byReference(context: SandboxContext, { url }: Call): SandboxResponse {
  if (url.searchParams.get('siteCode') !== siteCode) return json(400, { errorMessage: 'Unknown site' });
  const reference = url.searchParams.get('transactionReference') ?? '';
  const rows = context.ledger
    .ofReference('local-a', reference)
    .flatMap((payment) => rowsOf(context, payment));
  return json(200, rows.slice(-maxRows));
}

function rowsOf(context: SandboxContext, payment: Payment) {
  const begun = { id: payment.details.transactionId!, at: payment.at, ...amountOf(payment) };
  const isLeft = isExpired(payment, context.clock.now());
  // No row exists until a shopper has opened the page.
  const first: Transaction[] = payment.begun ? [{ ...begun, verdict: isLeft ? 'abandoned' : 'pending' }] : [];
  const transactions = payment.transactions.length > 0 ? payment.transactions : first;
  const lagging = isLagging(context, payment);
  return transactions.map(({ id, verdict, cents, currency, at }, index) => ({
    transactionId: id,
    merchantCode: 'sandbox-ozow-merchant',
    siteCode,
    transactionReference: payment.reference,
    currencyCode: currency,
    amount: cents / 100,
    // `Pending` while the bank has not responded; `PendingInvestigation` while it reviews the payment.
    status:
      payment.transactions.length === 0 && !isLeft ? 'Pending' : lagging ? 'Pending' : statuses[verdict],
    statusMessage: messages[verdict],
    createdDate: new Date(payment.at + index).toISOString(),
    paymentDate: verdict === 'paid' ? new Date(at).toISOString() : null,
    isTest: true,
  }));
}

/** In signing order; the private key follows. */
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

const statuses: Record<Verdict, string> = {
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

/** The signed fields of the notification and of the return to the shop. */
function outcome(
  payment: Payment,
  { id, verdict, cents, currency }: Transaction,
  { site = siteCode, secret = privateKey, isTest = true, message = '' } = {},
): Record<string, string> {
  const fields: Record<string, string> = {
    SiteCode: site,
    TransactionId: id,
    TransactionReference: payment.reference,
    Amount: decimal(cents),
    Status: statuses[verdict],
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
