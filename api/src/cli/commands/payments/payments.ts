import { parseDecimal } from '@fynbos/core/money.ts';
import { type AttemptState, attemptStates, isAttemptState } from '@fynbos/core/payments/payment-attempt.ts';
import {
  isProviderCode,
  type ProviderCode,
  payOnDelivery,
  providerCodes,
} from '@fynbos/core/payments/providers.ts';
import { Problem } from '@fynbos/core/problem.ts';
import { getPayableOrder } from '../../../orders/placement/payable-order-service.ts';
import { queryProvider, sessionOf } from '../../../payments/attempts/payment-query-service.ts';
import { settle } from '../../../payments/attempts/payment-settlement-service.ts';
import {
  findMeant,
  findRefundByKey,
  listPayments,
  type Meant,
  readWholePayment,
  refundableCents,
  refundsOf,
} from '../../../payments/payment-lookup-service.ts';
import { attachMoney, findMoney } from '../../../payments/reconciliation/money-assignment-service.ts';
import { matchDay } from '../../../payments/reconciliation/nightly-reconciliation-service.ts';
import {
  acceptPayment,
  closeReview,
  readOpenCases,
} from '../../../payments/reconciliation/payment-case-service.ts';
import { dayBefore, shopDay } from '../../../payments/reconciliation/shop-day.ts';
import type { PaymentContext } from '../../../payments/records/payment-context.ts';
import { referenceOf } from '../../../payments/records/payment-reference.ts';
import { bookManualRefund, isForHand } from '../../../payments/refunds/manual-refund-service.ts';
import { disputedOf, refundOrder } from '../../../payments/refunds/refund-service.ts';
import { UserFacingError } from '../../../platform/errors/user-facing-error.ts';
import { money } from '../../format/money-format.ts';
import {
  describeAttempt,
  describeNight,
  describeOrderStatus,
  describePayments,
  describeReview,
} from '../../format/payment-format.ts';
import { describeRefund, disputedRefundError, sendAndReport } from '../../format/refund-format.ts';
import { readShopTime } from '../../format/shop-time.ts';
import {
  type AdminCommands,
  InvalidArgsError,
  takeCommandArgs,
  takeCommandOptions,
} from '../admin-command.ts';
import { orReportUnreachable, providerOf } from './payment-providers.ts';

const maxListed = 100;
const maxTextLength = 200;

/** `npm run admin -- payments …` */
export const paymentCommands: AdminCommands = {
  list: {
    args: '[--state STATE] [--provider PROVIDER] [--since DATE]',
    does: `list the newest payments, at most ${maxListed}`,
    async run({ db, payments }, args) {
      const { plain, options } = takeCommandOptions(args, ['state', 'provider', 'since']);
      takeCommandArgs(plain, 0);
      const attempts = await listPayments(db, {
        state: options.state === undefined ? undefined : readState(options.state),
        provider: options.provider === undefined ? undefined : readCode(options.provider),
        since: options.since === undefined ? undefined : readShopTime(options.since),
        limit: maxListed,
      });
      const lines: string[] = [];
      for (const attempt of attempts) {
        const { number } = await getPayableOrder(db, attempt.order_id);
        lines.push(describeAttempt(attempt, number, payments.mode));
      }
      return [...lines, attempts.length === 1 ? '1 payment' : `${attempts.length} payments`];
    },
  },
  show: {
    args: 'NUMBER|REFERENCE',
    does: 'show all payments of an order: attempts, provider responses, ledger entries, refunds and cases',
    async run({ db }, args) {
      const { order } = await find(db, takeCommandArgs(args, 1)[0]);
      return describePayments(await readWholePayment(db, order));
    },
  },
  query: {
    args: 'NUMBER|REFERENCE',
    does: 'query the provider for the current state and apply it',
    mails: true,
    run: async ({ payments }, args) => query(payments, await find(payments.db, takeCommandArgs(args, 1)[0])),
  },
  attach: {
    args: 'PROVIDER ID NUMBER [AMOUNT]',
    does: 'book money without an order on an order; ID is the provider’s id',
    mails: true,
    run: ({ payments }, args) => attach(payments, args),
  },
  refund: {
    args: 'NUMBER [AMOUNT] [--reason TEXT]',
    does: 'refund an order in full or in part',
    mails: true,
    run: ({ payments }, args) => refund(payments, args),
  },
  'record-refund': {
    args: 'NUMBER|KEY',
    does: 'record a refund that you made manually on the provider’s own pages',
    mails: true,
    run: ({ payments }, args) => recordRefund(payments, takeCommandArgs(args, 1)[0]),
  },
  cases: {
    args: '',
    does: 'list open payment cases, oldest first',
    async run({ db }, args) {
      takeCommandArgs(args, 0);
      const reviews = await readOpenCases(db);
      const lines: string[] = [];
      for (const review of reviews) {
        const order = review.order_id === null ? undefined : await getPayableOrder(db, review.order_id);
        lines.push(describeReview(review, order?.number));
      }
      return [...lines, reviews.length === 1 ? '1 payment case' : `${reviews.length} payment cases`];
    },
  },
  close: {
    args: 'ID [--note TEXT]',
    does: 'close a payment case that is settled',
    async run({ payments }, args) {
      const { plain, options } = takeCommandOptions(args, ['note']);
      const id = takeCommandArgs(plain, 1)[0];
      const note = readText(options.note ?? '', 'note');
      const closed = /^\d{1,15}$/.test(id) ? await closeReview(payments, Number(id), note) : undefined;
      if (!closed) throw new UserFacingError(`There is no open case ${id}. Nothing was changed.`);
      return [`${id} (${closed.reason}) is closed.`];
    },
  },
  accept: {
    args: 'NUMBER',
    does: 'place an order whose payment is under review or below its total',
    mails: true,
    async run({ payments }, args) {
      const { order } = await find(payments.db, takeCommandArgs(args, 1)[0]);
      const before = await acceptPayment(payments, order.id);
      return [`The order ${order.number} is placed now (before: ${before.state}); the customer is notified.`];
    },
  },
  reconcile: {
    args: '[DAY]',
    does: 'compare a closed day with the providers’ records; the default is yesterday',
    mails: true,
    run: ({ payments }, args) => reconcile(payments, args),
  },
};

async function find(db: PaymentContext['db'], typed: string): Promise<Meant> {
  const meant = await findMeant(db, typed);
  if (!meant) throw new UserFacingError(`There is no order and no payment ${typed}.`);
  return meant;
}

async function query(payments: PaymentContext, { order, attempts: all }: Meant): Promise<string[]> {
  const attempts = all.filter(({ provider }) => provider !== payOnDelivery);
  if (attempts.length === 0) return [`The order ${order.number} has no online payment.`];
  const lines: string[] = [];
  for (const attempt of attempts) {
    const name = `${referenceOf(attempt)}  ${attempt.provider}`;
    if (attempt.mode !== payments.mode) {
      lines.push(
        `${name}: it is a ${attempt.mode} payment, and PAYMENTS is ${payments.mode} here: not queried.`,
      );
      continue;
    }
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
    const now = await settle(payments, attempt, response, 'admin');
    const before = now.state === attempt.state ? 'as before' : `before: ${attempt.state}`;
    lines.push(
      `${name}: it says ${response.outcome} (${response.code}); the payment is ${now.state} (${before}).`,
    );
  }
  const after = await getPayableOrder(payments.db, order.id);
  return [...lines, describeOrderStatus(after)];
}

async function attach(payments: PaymentContext, args: readonly string[]): Promise<string[]> {
  const [code, name, typed, amount, ...more] = args;
  if (code === undefined || name === undefined || typed === undefined || more.length > 0)
    throw new InvalidArgsError();
  const provider = providerOf(payments, readCode(code));
  const confirmed = amount === undefined ? undefined : readAmount(amount);
  const { order } = await find(payments.db, typed);
  const foundMoney = await orReportUnreachable(provider, [], findMoney(payments, provider, name));
  const after = await attachMoney(payments, provider, foundMoney, { orderId: order.id, confirmed });
  const { transactionId, charge } = foundMoney.movement;
  return [
    `${money(charge.currency)(charge.cents)} (${transactionId}) is booked on the order ${order.number}.`,
    describeOrderStatus(after),
  ];
}

async function refund(payments: PaymentContext, args: readonly string[]): Promise<string[]> {
  const { plain, options } = takeCommandOptions(args, ['reason']);
  const [typed, amount, ...more] = plain;
  if (typed === undefined || more.length > 0) throw new InvalidArgsError();
  const value = amount === undefined ? undefined : readAmount(amount);
  const reason = readText(options.reason ?? 'operator', 'reason');
  const { order } = await find(payments.db, typed);
  const before = (await refundsOf(payments.db, order.id)).length;
  const price = money(order.currency);
  const going = await refundOrder(payments, order.id, { value, reason, by: 'operator' }).catch(
    async (cause: unknown) => {
      if (!(cause instanceof Problem) || cause.code !== 'refund_too_high') throw cause;
      const left = await refundableCents(payments.db, order);
      const disputed = await disputedOf(payments.db, order.id);
      if (disputed > 0) throw disputedRefundError(order, disputed, cause);
      throw new UserFacingError(
        `${price(value ?? 0)} is more than the ${price(left)} of the order ${order.number} that is paid and not refunded yet, or being refunded. Nothing was changed.`,
        { cause },
      );
    },
  );
  const disputed = going === 0 ? await disputedOf(payments.db, order.id) : 0;
  if (disputed > 0) throw disputedRefundError(order, disputed);
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
  const [typed, ...more] = args;
  if (more.length > 0) throw new InvalidArgsError();
  const day = typed === undefined ? dayBefore(payments.now()) : shopDay(typed);
  if (!day) throw new UserFacingError(`"${typed}" is no day: write 2026-11-20.`);
  if (day.to > payments.now())
    throw new UserFacingError(`The ${day.name} is not over: only closed days are compared.`);
  const nights = await matchDay(payments, day);
  if (nights.length === 0) return ['No provider keys are configured, so nothing was compared.'];
  return nights.map((night) => describeNight(day.name, night));
}

function readState(text: string): AttemptState {
  if (isAttemptState(text)) return text;
  throw new UserFacingError(`"${text}" is no state: ${Object.keys(attemptStates).join(', ')}.`);
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
