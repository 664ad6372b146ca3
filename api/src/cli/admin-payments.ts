import { parseDecimal } from '@fynbos/core/money.ts';
import { type AttemptState, attemptStates } from '@fynbos/core/payments/attempt.ts';
import { isProviderCode, type ProviderCode, providerCodes } from '@fynbos/core/payments/providers.ts';
import { Problem } from '@fynbos/core/problem.ts';
import { StartProblem } from '../database/start-problem.ts';
import { findPayableOrder } from '../orders/pending-service.ts';
import { questionOf, sessionOf } from '../payments/ask-service.ts';
import { attachMoney, findMoney } from '../payments/attach-service.ts';
import { bookByHand, isForHand } from '../payments/by-hand-service.ts';
import { companies } from '../payments/company.ts';
import {
  findMeant,
  findRefundByKey,
  listPayments,
  type Meant,
  readWhole,
  refundsOf,
} from '../payments/look-service.ts';
import { matchDay } from '../payments/match-night-service.ts';
import type { Provider, Till } from '../payments/payments.ts';
import { ProviderUnreachable } from '../payments/providers/provider.ts';
import { referenceOf } from '../payments/reference.ts';
import { refundOrder } from '../payments/refund-service.ts';
import { acceptPayment, closeReview, openReviews } from '../payments/review-service.ts';
import { settle } from '../payments/settle-service.ts';
import { dayBefore, shopDay } from '../payments/shop-day.ts';
import { type AdminCommands, takeOptions, takeWords, WrongWords } from './admin-command.ts';
import { money } from './money-text.ts';
import { describeNight, describePayments, describeReview } from './payment-text.ts';
import { sendAndTell, tellRefund } from './refund-text.ts';
import { readShopTime, shopTime } from './shop-time.ts';

const mostListed = 100;
const longestText = 200;

/** `npm run admin -- payments …` */
export const paymentCommands: AdminCommands = {
  list: {
    words: '[--state STATE] [--provider PROVIDER] [--since DATE]',
    does: `the newest payments, ${mostListed} at most`,
    async run({ db }, words) {
      const { plain, said } = takeOptions(words, ['state', 'provider', 'since']);
      takeWords(plain, 0);
      const attempts = await listPayments(db, {
        state: said.state === undefined ? undefined : readState(said.state),
        provider: said.provider === undefined ? undefined : readCode(said.provider),
        since: said.since === undefined ? undefined : readShopTime(said.since),
        limit: mostListed,
      });
      const lines: string[] = [];
      for (const attempt of attempts) {
        const { number } = (await findPayableOrder(db, attempt.order_id))!;
        const amount = money(attempt.charge_currency)(attempt.charge_cents).padStart(12);
        lines.push(
          `${referenceOf(attempt)}  ${number}  ${shopTime(attempt.created_at)}  ${attempt.provider.padEnd(11)}  ${attempt.state.padEnd(18)}  ${amount}${attempt.review ? '  to be looked at' : ''}`,
        );
      }
      return [...lines, attempts.length === 1 ? '1 payment' : `${attempts.length} payments`];
    },
  },
  show: {
    words: 'NUMBER|REFERENCE',
    does: 'all payments of an order: what was tried, heard, booked, given back and asked',
    async run({ db }, words) {
      const { order } = await find(db, takeWords(words, 1)[0]!);
      return describePayments(await readWhole(db, order));
    },
  },
  query: {
    words: 'NUMBER|REFERENCE',
    does: 'asks the provider how it stands now, and does what follows',
    run: async ({ payments }, words) => query(payments, await find(payments.db, takeWords(words, 1)[0]!)),
  },
  attach: {
    words: 'PROVIDER ID NUMBER [AMOUNT]',
    does: 'books money that came without an order on an order: ID as the provider names it',
    run: ({ payments }, words) => attach(payments, words),
  },
  refund: {
    words: 'NUMBER [AMOUNT] [--reason TEXT]',
    does: 'gives back what was paid for an order, all of it or a part',
    run: ({ payments }, words) => refund(payments, words),
  },
  refunded: {
    words: 'NUMBER|KEY',
    does: 'books what you gave back by hand, on the provider’s own pages',
    run: ({ payments }, words) => refunded(payments, takeWords(words, 1)[0]!),
  },
  reviews: {
    words: '',
    does: 'what somebody has to look at, oldest first',
    async run({ db }, words) {
      takeWords(words, 0);
      const reviews = await openReviews(db);
      const lines: string[] = [];
      for (const review of reviews) {
        const order = review.order_id === null ? undefined : await findPayableOrder(db, review.order_id);
        lines.push(describeReview(review, order?.number));
      }
      return [...lines, reviews.length === 1 ? '1 to look at' : `${reviews.length} to look at`];
    },
  },
  close: {
    words: 'ID [--note TEXT]',
    does: 'it was looked at, and is settled',
    async run({ payments }, words) {
      const { plain, said } = takeOptions(words, ['note']);
      const id = takeWords(plain, 1)[0]!;
      const note = readText(said.note ?? '', 'note');
      const closed = /^\d{1,15}$/.test(id) ? await closeReview(payments, Number(id), note) : undefined;
      if (!closed) throw new StartProblem(`No ${id} waits to be looked at. Nothing was changed.`);
      return [`${id} (${closed.reason}) is closed.`];
    },
  },
  accept: {
    words: 'NUMBER',
    does: 'places an order that the provider looks at once more, or that was paid too little for',
    async run({ payments }, words) {
      const { order } = await find(payments.db, takeWords(words, 1)[0]!);
      const before = await acceptPayment(payments, order.id);
      return [`The order ${order.number} is placed now (before: ${before.state}); the customer is told.`];
    },
  },
  match: {
    words: '[DAY]',
    does: 'compares a closed day with the providers’ books; yesterday, where none is said',
    run: ({ payments }, words) => match(payments, words),
  },
};

async function find(db: Till['db'], typed: string): Promise<Meant> {
  const meant = await findMeant(db, typed);
  if (!meant) throw new StartProblem(`There is no order and no payment ${typed}.`);
  return meant;
}

async function query(payments: Till, { order, attempts }: Meant): Promise<string[]> {
  if (attempts.length === 0) return [`The order ${order.number} was never to be paid online.`];
  const lines: string[] = [];
  for (const attempt of attempts) {
    const name = `${referenceOf(attempt)}  ${attempt.provider}`;
    const provider = providerOf(payments, attempt.provider);
    const isSent =
      attempt.attempt_no > 0 && (attempt.provider_id !== null || provider.traits.findsByReference);
    if (!isSent) {
      lines.push(`${name}: nobody was sent there with it, so there is nothing to ask.`);
      continue;
    }
    const said = await orSaid(provider, lines, questionOf(payments, attempt, sessionOf(attempt)));
    const now = await settle(payments, attempt.id, attempt.order_id, said, 'admin');
    const before = now.state === attempt.state ? 'as before' : `before: ${attempt.state}`;
    lines.push(`${name}: it says ${said.outcome} (${said.code}); the payment is ${now.state} (${before}).`);
  }
  const after = (await findPayableOrder(payments.db, order.id))!;
  return [...lines, standing(after)];
}

const standing = ({ number, state, currency, captured_cents, refunded_cents }: Meant['order']): string => {
  const price = money(currency);
  return `The order ${number} is ${state}, paid ${price(captured_cents)}, given back ${price(refunded_cents)}.`;
};

function providerOf({ providers }: Till, code: ProviderCode): Provider {
  const provider = providers.get(code);
  if (!provider)
    throw new StartProblem(
      `${code} has no keys here, so it cannot be asked: set its variables as for npm start, or start the shop with its sandbox. Nothing was changed.`,
    );
  return provider;
}

/** @param done what was done before, which is told too */
async function orSaid<Answer>(
  { code }: Provider,
  done: readonly string[],
  asked: Promise<Answer>,
): Promise<Answer> {
  return asked.catch((cause: unknown) => {
    if (!(cause instanceof ProviderUnreachable)) throw cause;
    const nothing = done.length === 0 ? ' Nothing was changed.' : '';
    throw new StartProblem(
      [...done, `${companies[code]} cannot be reached: ${cause.message}.${nothing}`].join('\n'),
      {
        cause,
      },
    );
  });
}

async function attach(payments: Till, words: readonly string[]): Promise<string[]> {
  if (words.length !== 3 && words.length !== 4) throw new WrongWords();
  const [code, name, typed, amount] = words as [string, string, string, string | undefined];
  const provider = providerOf(payments, readCode(code));
  const confirmed = amount === undefined ? undefined : readAmount(amount);
  const { order } = await find(payments.db, typed);
  const found = await orSaid(provider, [], findMoney(payments, provider, name));
  const after = await attachMoney(payments, provider, found, order.id, confirmed);
  const { transactionId, charge } = found.movement;
  return [
    `${money(charge.currency)(charge.cents)} (${transactionId}) is booked on the order ${order.number}.`,
    standing(after),
  ];
}

async function refund(payments: Till, words: readonly string[]): Promise<string[]> {
  const { plain, said } = takeOptions(words, ['reason']);
  if (plain.length !== 1 && plain.length !== 2) throw new WrongWords();
  const [typed, amount] = plain as [string, string | undefined];
  const value = amount === undefined ? undefined : readAmount(amount);
  const reason = readText(said.reason ?? 'operator', 'reason');
  const { order } = await find(payments.db, typed);
  const before = (await refundsOf(payments.db, order.id)).length;
  const price = money(order.currency);
  const going = await refundOrder(payments, order.id, { value, reason, by: 'operator' }).catch(
    async (cause: unknown) => {
      if (!(cause instanceof Problem) || cause.code !== 'refund_too_high') throw cause;
      const left = await leftOf(payments, order);
      throw new StartProblem(
        `${price(value ?? 0)} is more than the ${price(left)} that was paid for the order ${order.number} and is not given back, or on its way back. Nothing was changed.`,
        { cause },
      );
    },
  );
  if (going === 0)
    throw new StartProblem(`Nothing is left to give back of the order ${order.number}. Nothing was changed.`);
  return [
    `${price(going)} of the order ${order.number} goes back.`,
    ...(await sendAndTell(payments, order.id, before)),
  ];
}

async function leftOf({ db }: Till, order: Meant['order']): Promise<number> {
  const reserved = (await refundsOf(db, order.id))
    .filter(({ state }) => state !== 'failed' && state !== 'returned')
    .reduce((sum, { value_cents }) => sum + value_cents, 0);
  return order.captured_cents - reserved;
}

async function refunded(payments: Till, typed: string): Promise<string[]> {
  const { db } = payments;
  const one = await findRefundByKey(db, typed);
  const orderId = one?.order_id ?? (await find(db, typed)).order.id;
  const all = await refundsOf(db, orderId);
  const wanted = all.filter((refund) => (one ? refund.id === one.id : refund.state === 'manual'));
  if (wanted.length === 0) {
    const failed = all.filter(isForHand).map(({ key }) => key);
    const hint = failed.length > 0 ? ` Say which one came to nothing: ${failed.join(', ')}.` : '';
    throw new StartProblem(`No refund of ${typed} waits to be done by hand.${hint} Nothing was changed.`);
  }
  for (const waiting of wanted) await bookByHand(payments, waiting);
  const after = await refundsOf(db, orderId);
  return after.filter(({ id }) => wanted.some((one) => one.id === id)).map((refund) => tellRefund(refund));
}

async function match(payments: Till, words: readonly string[]): Promise<string[]> {
  if (words.length > 1) throw new WrongWords();
  const day = words.length === 0 ? dayBefore(payments.now()) : shopDay(words[0]!);
  if (!day) throw new StartProblem(`"${words[0]}" is no day: write 2026-11-20.`);
  if (day.to > payments.now())
    throw new StartProblem(`The ${day.name} is not over: only closed days are compared.`);
  const nights = await matchDay(payments, day);
  if (nights.length === 0) return ['No provider has its keys here, so nothing was compared.'];
  return nights.map((night) => describeNight(day.name, night));
}

function readState(text: string): AttemptState {
  const known = Object.keys(attemptStates) as AttemptState[];
  const state = known.find((one) => one === text);
  if (!state) throw new StartProblem(`"${text}" is no state: ${known.join(', ')}.`);
  return state;
}

function readCode(text: string): ProviderCode {
  if (!isProviderCode(text)) throw new StartProblem(`"${text}" is no provider: ${providerCodes.join(', ')}.`);
  return text;
}

function readAmount(text: string): number {
  const cents = parseDecimal(text, 2);
  if (!cents || cents < 0)
    throw new StartProblem(`"${text}" is no amount: write 120.00. Nothing was changed.`);
  return cents;
}

function readText(text: string, name: string): string {
  if (text.length > longestText)
    throw new StartProblem(`A ${name} has ${longestText} letters at most. Nothing was changed.`);
  return text;
}
