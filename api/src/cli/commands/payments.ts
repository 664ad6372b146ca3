import { parseDecimal } from '@fynbos/core/money.ts';
import { type AttemptState, attemptStates } from '@fynbos/core/payments/payment-attempt.ts';
import { isProviderCode, type ProviderCode, providerCodes } from '@fynbos/core/payments/providers.ts';
import { Problem } from '@fynbos/core/problem.ts';
import { findPayableOrder } from '../../orders/placement/pending-order-service.ts';
import { queryProvider, sessionOf } from '../../payments/attempts/payment-query-service.ts';
import { settle } from '../../payments/attempts/payment-settlement-service.ts';
import {
  findMeant,
  findRefundByKey,
  listPayments,
  type Meant,
  readWhole,
  refundableCents,
  refundsOf,
} from '../../payments/payment-lookup-service.ts';
import { ProviderUnreachable } from '../../payments/providers/payment-provider.ts';
import { companies } from '../../payments/providers/provider-companies.ts';
import { attachMoney, findMoney } from '../../payments/reconciliation/money-assignment-service.ts';
import { matchDay } from '../../payments/reconciliation/nightly-reconciliation-service.ts';
import {
  acceptPayment,
  closeReview,
  openReviews,
} from '../../payments/reconciliation/payment-case-service.ts';
import { dayBefore, shopDay } from '../../payments/reconciliation/shop-day.ts';
import type { PaymentContext, Provider } from '../../payments/records/payment-context.ts';
import { referenceOf } from '../../payments/records/payment-reference.ts';
import { bookManualRefund, isForHand } from '../../payments/refunds/manual-refund-service.ts';
import { refundOrder } from '../../payments/refunds/refund-service.ts';
import { UserFacingError } from '../../platform/errors/user-facing-error.ts';
import { money } from '../format/money-format.ts';
import {
  describeAttempt,
  describeNight,
  describeOrderStatus,
  describePayments,
  describeReview,
} from '../format/payment-format.ts';
import { describeRefund, sendAndReport } from '../format/refund-format.ts';
import { readShopTime } from '../format/shop-time.ts';
import { type AdminCommands, InvalidArgsError, takeArgs, takeOptions } from './admin-command.ts';

const maxListed = 100;
const maxTextLength = 200;

/** `npm run admin -- payments …` */
export const paymentCommands: AdminCommands = {
  list: {
    args: '[--state STATE] [--provider PROVIDER] [--since DATE]',
    does: `list the newest payments, at most ${maxListed}`,
    async run({ db }, args) {
      const { plain, options } = takeOptions(args, ['state', 'provider', 'since']);
      takeArgs(plain, 0);
      const attempts = await listPayments(db, {
        state: options.state === undefined ? undefined : readState(options.state),
        provider: options.provider === undefined ? undefined : readCode(options.provider),
        since: options.since === undefined ? undefined : readShopTime(options.since),
        limit: maxListed,
      });
      const lines: string[] = [];
      for (const attempt of attempts) {
        const { number } = (await findPayableOrder(db, attempt.order_id))!;
        lines.push(describeAttempt(attempt, number));
      }
      return [...lines, attempts.length === 1 ? '1 payment' : `${attempts.length} payments`];
    },
  },
  show: {
    args: 'NUMBER|REFERENCE',
    does: 'show all payments of an order: attempts, provider responses, ledger entries, refunds and cases',
    async run({ db }, args) {
      const { order } = await find(db, takeArgs(args, 1)[0]!);
      return describePayments(await readWhole(db, order));
    },
  },
  query: {
    args: 'NUMBER|REFERENCE',
    does: 'query the provider for the current state and apply it',
    run: async ({ payments }, args) => query(payments, await find(payments.db, takeArgs(args, 1)[0]!)),
  },
  attach: {
    args: 'PROVIDER ID NUMBER [AMOUNT]',
    does: 'book money without an order on an order; ID is the provider’s id',
    run: ({ payments }, args) => attach(payments, args),
  },
  refund: {
    args: 'NUMBER [AMOUNT] [--reason TEXT]',
    does: 'refund an order in full or in part',
    run: ({ payments }, args) => refund(payments, args),
  },
  'record-refund': {
    args: 'NUMBER|KEY',
    does: 'record a refund that you made manually on the provider’s own pages',
    run: ({ payments }, args) => recordRefund(payments, takeArgs(args, 1)[0]!),
  },
  cases: {
    args: '',
    does: 'list open payment cases, oldest first',
    async run({ db }, args) {
      takeArgs(args, 0);
      const reviews = await openReviews(db);
      const lines: string[] = [];
      for (const review of reviews) {
        const order = review.order_id === null ? undefined : await findPayableOrder(db, review.order_id);
        lines.push(describeReview(review, order?.number));
      }
      return [...lines, reviews.length === 1 ? '1 payment case' : `${reviews.length} payment cases`];
    },
  },
  close: {
    args: 'ID [--note TEXT]',
    does: 'close a payment case that is settled',
    async run({ payments }, args) {
      const { plain, options } = takeOptions(args, ['note']);
      const id = takeArgs(plain, 1)[0]!;
      const note = readText(options.note ?? '', 'note');
      const closed = /^\d{1,15}$/.test(id) ? await closeReview(payments, Number(id), note) : undefined;
      if (!closed) throw new UserFacingError(`There is no open case ${id}. Nothing was changed.`);
      return [`${id} (${closed.reason}) is closed.`];
    },
  },
  accept: {
    args: 'NUMBER',
    does: 'place an order whose payment is under review or below its total',
    async run({ payments }, args) {
      const { order } = await find(payments.db, takeArgs(args, 1)[0]!);
      const before = await acceptPayment(payments, order.id);
      return [`The order ${order.number} is placed now (before: ${before.state}); the customer is notified.`];
    },
  },
  reconcile: {
    args: '[DAY]',
    does: 'compare a closed day with the providers’ records; the default is yesterday',
    run: ({ payments }, args) => reconcile(payments, args),
  },
};

async function find(db: PaymentContext['db'], typed: string): Promise<Meant> {
  const meant = await findMeant(db, typed);
  if (!meant) throw new UserFacingError(`There is no order and no payment ${typed}.`);
  return meant;
}

async function query(payments: PaymentContext, { order, attempts }: Meant): Promise<string[]> {
  if (attempts.length === 0) return [`The order ${order.number} has no online payment.`];
  const lines: string[] = [];
  for (const attempt of attempts) {
    const name = `${referenceOf(attempt)}  ${attempt.provider}`;
    const provider = providerOf(payments, attempt.provider);
    const isSent =
      attempt.attempt_no > 0 && (attempt.provider_id !== null || provider.traits.findsByReference);
    if (!isSent) {
      lines.push(`${name}: no shopper was sent to the provider with it, so there is nothing to query.`);
      continue;
    }
    const response = await orReportUnreachable(
      provider,
      lines,
      queryProvider(payments, attempt, sessionOf(attempt)),
    );
    const now = await settle(payments, attempt.id, attempt.order_id, response, 'admin');
    const before = now.state === attempt.state ? 'as before' : `before: ${attempt.state}`;
    lines.push(
      `${name}: it says ${response.outcome} (${response.code}); the payment is ${now.state} (${before}).`,
    );
  }
  const after = (await findPayableOrder(payments.db, order.id))!;
  return [...lines, describeOrderStatus(after)];
}

function providerOf({ providers }: PaymentContext, code: ProviderCode): Provider {
  const provider = providers.get(code);
  if (!provider)
    throw new UserFacingError(
      `${code} has no keys configured, so it cannot be queried. Set its variables as for npm start, or start the shop with its sandbox. Nothing was changed.`,
    );
  return provider;
}

/** @param done lines already produced, printed before the error */
async function orReportUnreachable<Result>(
  { code }: Provider,
  done: readonly string[],
  request: Promise<Result>,
): Promise<Result> {
  return request.catch((cause: unknown) => {
    if (!(cause instanceof ProviderUnreachable)) throw cause;
    const nothing = done.length === 0 ? ' Nothing was changed.' : '';
    throw new UserFacingError(
      [...done, `${companies[code]} cannot be reached: ${cause.message}.${nothing}`].join('\n'),
      {
        cause,
      },
    );
  });
}

async function attach(payments: PaymentContext, args: readonly string[]): Promise<string[]> {
  if (args.length !== 3 && args.length !== 4) throw new InvalidArgsError();
  const [code, name, typed, amount] = args as [string, string, string, string | undefined];
  const provider = providerOf(payments, readCode(code));
  const confirmed = amount === undefined ? undefined : readAmount(amount);
  const { order } = await find(payments.db, typed);
  const foundMoney = await orReportUnreachable(provider, [], findMoney(payments, provider, name));
  const after = await attachMoney(payments, provider, foundMoney, order.id, confirmed);
  const { transactionId, charge } = foundMoney.movement;
  return [
    `${money(charge.currency)(charge.cents)} (${transactionId}) is booked on the order ${order.number}.`,
    describeOrderStatus(after),
  ];
}

async function refund(payments: PaymentContext, args: readonly string[]): Promise<string[]> {
  const { plain, options } = takeOptions(args, ['reason']);
  if (plain.length !== 1 && plain.length !== 2) throw new InvalidArgsError();
  const [typed, amount] = plain as [string, string | undefined];
  const value = amount === undefined ? undefined : readAmount(amount);
  const reason = readText(options.reason ?? 'operator', 'reason');
  const { order } = await find(payments.db, typed);
  const before = (await refundsOf(payments.db, order.id)).length;
  const price = money(order.currency);
  const going = await refundOrder(payments, order.id, { value, reason, by: 'operator' }).catch(
    async (cause: unknown) => {
      if (!(cause instanceof Problem) || cause.code !== 'refund_too_high') throw cause;
      const left = await refundableCents(payments.db, order);
      throw new UserFacingError(
        `${price(value ?? 0)} is more than the ${price(left)} that was paid for the order ${order.number} and is not given back, or on its way back. Nothing was changed.`,
        { cause },
      );
    },
  );
  if (going === 0)
    throw new UserFacingError(`Nothing is left to refund of the order ${order.number}. Nothing was changed.`);
  return [
    `Refunding ${price(going)} of the order ${order.number}.`,
    ...(await sendAndReport(payments, order.id, before)),
  ];
}

async function recordRefund(payments: PaymentContext, typed: string): Promise<string[]> {
  const { db } = payments;
  const namedRefund = await findRefundByKey(db, typed);
  const orderId = namedRefund?.order_id ?? (await find(db, typed)).order.id;
  const all = await refundsOf(db, orderId);
  const selected = all.filter((refund) =>
    namedRefund ? refund.id === namedRefund.id : refund.state === 'manual',
  );
  if (selected.length === 0) {
    const failed = all.filter(isForHand).map(({ key }) => key);
    const hint = failed.length > 0 ? ` Name the failed refund: ${failed.join(', ')}.` : '';
    throw new UserFacingError(
      `No refund of ${typed} is waiting to be made manually.${hint} Nothing was changed.`,
    );
  }
  for (const waiting of selected) await bookManualRefund(payments, waiting);
  const after = await refundsOf(db, orderId);
  return after
    .filter(({ id }) => selected.some((candidate) => candidate.id === id))
    .map((refund) => describeRefund(refund));
}

async function reconcile(payments: PaymentContext, args: readonly string[]): Promise<string[]> {
  if (args.length > 1) throw new InvalidArgsError();
  const day = args.length === 0 ? dayBefore(payments.now()) : shopDay(args[0]!);
  if (!day) throw new UserFacingError(`"${args[0]}" is no day: write 2026-11-20.`);
  if (day.to > payments.now())
    throw new UserFacingError(`The ${day.name} is not over: only closed days are compared.`);
  const nights = await matchDay(payments, day);
  if (nights.length === 0) return ['No provider keys are configured, so nothing was compared.'];
  return nights.map((night) => describeNight(day.name, night));
}

function readState(text: string): AttemptState {
  const known = Object.keys(attemptStates) as AttemptState[];
  const state = known.find((candidate) => candidate === text);
  if (!state) throw new UserFacingError(`"${text}" is no state: ${known.join(', ')}.`);
  return state;
}

function readCode(text: string): ProviderCode {
  if (!isProviderCode(text))
    throw new UserFacingError(`"${text}" is no provider: ${providerCodes.join(', ')}.`);
  return text;
}

function readAmount(text: string): number {
  const cents = parseDecimal(text, 2);
  if (!cents || cents < 0)
    throw new UserFacingError(`"${text}" is no amount: write 120.00. Nothing was changed.`);
  return cents;
}

function readText(text: string, name: string): string {
  if (text.length > maxTextLength)
    throw new UserFacingError(`A ${name} can have at most ${maxTextLength} characters. Nothing was changed.`);
  return text;
}
