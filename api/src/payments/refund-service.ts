import { randomBytes } from 'node:crypto';
import { scaleCents } from '@fynbos/core/money.ts';
import { Problem } from '@fynbos/core/problem.ts';
import type { Db } from '../db.ts';
import { bookMoney, type HeldOrder, holdPending } from '../orders/pending-service.ts';
import {
  claimDueRefunds,
  insertEntry,
  insertRefund,
  lockRefund,
  type RefundRow,
  readCaptures,
  readEntries,
  readRefunds,
  updateRefund,
} from './money-store.ts';
import type { Payments } from './payments.ts';
import {
  ProviderRefused,
  ProviderUnreachable,
  type RefundEvidence,
  type Refunding,
} from './providers/provider.ts';
import { referenceOf } from './reference.ts';
import { type AttemptRow, findAttemptById, insertReview, lockAttempt, updateAttempt } from './store.ts';

/** What goes back of a movement, in the order's currency, and who said so. */
interface Back {
  transactionId: string;
  /** Cents. */
  value: number;
  reason: string;
  by: string;
}

/** What of an order's money is given back, or is on its way back, in cents. */
export async function reservedOf(db: Db, orderId: number): Promise<number> {
  const refunds = await readRefunds(db, orderId);
  return sumOf(refunds.filter(isReserved));
}

/** A refund that came to nothing may be tried again with another. */
const isReserved = ({ state }: RefundRow): boolean => state !== 'failed' && state !== 'returned';
const sumOf = (refunds: readonly { value_cents: number }[]): number =>
  refunds.reduce((sum, { value_cents }) => sum + value_cents, 0);

/**
 * Reserves money to be given back, within the caller's transaction that holds order and attempt, so that all refunds
 * together never come to more than what came in, however many are asked for at once. It is sent afterwards.
 *
 * @throws Problem refund_too_high
 */
export async function reserveRefund(
  { db, now, providers }: Pick<Payments, 'db' | 'now' | 'providers'>,
  order: Pick<HeldOrder, 'id'>,
  attempt: AttemptRow,
  { transactionId, value, reason, by }: Back,
): Promise<void> {
  const capture = (await readCaptures(db, attempt.id)).find(
    ({ transaction_id }) => transaction_id === transactionId,
  );
  const before = (await readRefunds(db, order.id)).filter(
    (one) => isReserved(one) && one.transaction_id === transactionId,
  );
  if (!capture || value <= 0 || sumOf(before) + value > capture.value_cents)
    throw new Problem('refund_too_high');
  // Parts are rounded together, so that all of them come to the whole in both currencies, and never to more.
  const charge_cents =
    scaleCents(sumOf(before) + value, capture.charge_cents, capture.value_cents) -
    before.reduce((sum, one) => sum + one.charge_cents, 0);
  if (charge_cents <= 0) throw new Problem('refund_too_high');
  const isManual = providers.get(attempt.provider)?.traits.refund === 'manual';
  await insertRefund(db, {
    ...{ attempt_id: attempt.id, order_id: order.id, transaction_id: transactionId, reason, by },
    ...{ value_cents: value, charge_cents, charge_currency: capture.charge_currency },
    key: `R${randomBytes(8).toString('hex').slice(0, 15).toUpperCase()}`,
    state: isManual ? 'manual' : 'requested',
    next_ask_at: isManual ? null : now(),
    created_at: now(),
  });
  if (isManual)
    await insertReview(db, {
      ...{ attempt_id: attempt.id, order_id: order.id, reason: 'refund_by_hand', opened_at: now() },
      details: { transactionId, cents: charge_cents, currency: capture.charge_currency },
    });
}

/**
 * Gives money of an order back, the newest payment first.
 *
 * @param value cents in the order's currency; all that is left where it is undefined
 * @returns what is going back, in cents
 * @throws Problem refund_too_high
 */
export function refundOrder(
  payments: Pick<Payments, 'db' | 'now' | 'providers'>,
  orderId: number,
  { value, reason, by }: { value: number | undefined; reason: string; by: string },
): Promise<number> {
  return payments.db
    .transaction()
    .execute((trx) => refundWithin({ ...payments, db: trx }, orderId, { value, reason, by }));
}

/** As `refundOrder`, within the caller's transaction. */
export async function refundWithin(
  payments: Pick<Payments, 'db' | 'now' | 'providers'>,
  orderId: number,
  { value, reason, by }: { value: number | undefined; reason: string; by: string },
): Promise<number> {
  const { db } = payments;
  const order = (await holdPending(db, orderId))!;
  const reserved = (await readRefunds(db, orderId)).filter(isReserved);
  const captures = (await readEntries(db, orderId)).filter(({ kind }) => kind === 'capture').toReversed();
  let left = value ?? sumOf(captures) - sumOf(reserved);
  const wanted = left;
  for (const { attempt_id, transaction_id, value_cents } of captures) {
    const gone = sumOf(reserved.filter((one) => one.transaction_id === transaction_id));
    const part = Math.min(left, value_cents - gone);
    if (part <= 0) continue;
    const attempt = await lockAttempt(db, attempt_id);
    await reserveRefund(payments, order, attempt, { transactionId: transaction_id, value: part, reason, by });
    left -= part;
  }
  if (left > 0) throw new Problem('refund_too_high');
  return wanted;
}

const leaseMs = 60_000;
const dayMs = 24 * 3600 * 1000;
const watchedUntil = ({ created_at }: RefundRow) => new Date(created_at.getTime() + 10 * dayMs);
const waitsMs = [5, 15, 60, 300, 900, 3600, 6 * 3600, 24 * 3600].map((seconds) => seconds * 1000);

/** Sends refunds that are due, and asks how those stand that were sent. @returns how many */
export async function sendRefunds(payments: Payments, limit = 20): Promise<number> {
  const { db, now } = payments;
  const due = await claimDueRefunds(db, now(), new Date(now().getTime() + leaseMs), limit);
  await Promise.all(due.map((refund) => send(payments, refund)));
  return due.length;
}

async function send(payments: Payments, refund: RefundRow): Promise<void> {
  const attempt = (await findAttemptById(payments.db, refund.attempt_id))!;
  const provider = payments.providers.get(attempt.provider);
  if (!provider?.refund) return;
  const asked: Refunding = {
    key: refund.key,
    session: { id: attempt.provider_id ?? undefined, reference: referenceOf(attempt) },
    transactionId: refund.transaction_id,
    charge: { cents: refund.charge_cents, currency: refund.charge_currency },
    reason: refund.reason,
  };
  const said = await answerOf(async () => {
    // Whoever was not answered asks first: the money may have gone back already.
    const found =
      refund.asked > 1 && provider.queryRefund
        ? await provider.queryRefund({ ...asked, id: refund.provider_id ?? undefined })
        : undefined;
    const isSent = refund.state !== 'requested';
    return found && (isSent || found.outcome !== 'not_found') ? found : provider.refund!(asked);
  });
  await settleRefund(payments, refund, said);
}

async function answerOf(ask: () => Promise<RefundEvidence>): Promise<RefundEvidence> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ProviderRefused) return { outcome: 'failed', id: undefined, code: error.code };
    if (error instanceof ProviderUnreachable)
      return { outcome: 'unknown', id: undefined, code: error.message };
    throw error;
  }
}

/** What a provider says of a refund comes into the books, in one transaction. */
export function settleRefund(payments: Payments, refund: RefundRow, said: RefundEvidence): Promise<void> {
  return payments.db.transaction().execute(async (db) => {
    const order = (await holdPending(db, refund.order_id))!;
    const attempt = await lockAttempt(db, refund.attempt_id);
    const held = await lockRefund(db, refund.id);
    const at = payments.now();
    const before = held.state;
    const provider_id = said.id ?? held.provider_id;
    const put = (state: RefundRow['state'], next: Date | null) =>
      updateRefund(db, held.id, {
        ...{ state, provider_id, next_ask_at: next, updated_at: at },
        last_code: said.code.slice(0, 100),
      });
    if (before === 'failed' || before === 'returned') return;
    // A bank may send it back days later.
    const isWatched =
      payments.providers.get(attempt.provider)?.traits.refund === 'async' && at < watchedUntil(held);
    const later = isWatched ? new Date(at.getTime() + dayMs) : null;
    if (said.outcome === 'succeeded' && before !== 'succeeded') {
      await put('succeeded', later);
      await bookRefund({ ...payments, db }, order, attempt, { ...held, provider_id });
    } else if (said.outcome === 'failed' && before !== 'succeeded') {
      await put('failed', null);
      await askPerson(db, held, 'refund_failed', said.code, at);
    } else if (said.outcome === 'returned' || said.outcome === 'failed') {
      await put('returned', null);
      if (before === 'succeeded') await bookReturn({ ...payments, db }, order, attempt, held);
      await askPerson(db, held, 'refund_returned', said.code, at);
    } else if (before !== 'succeeded') {
      const wait = waitsMs[Math.min(held.asked, waitsMs.length - 1)]!;
      // Nobody knows, again and again: it is asked for on, and a person asks the provider.
      if (held.asked === waitsMs.length) await askPerson(db, held, 'refund_unclear', said.code, at);
      await put(said.outcome === 'accepted' ? 'sent' : before, new Date(at.getTime() + wait));
    } else await put(before, later);
  });
}

/** The money is back with the shopper. */
export async function bookRefund(
  { db, now }: Pick<Payments, 'db' | 'now'>,
  order: Pick<HeldOrder, 'id' | 'number'>,
  attempt: AttemptRow,
  refund: RefundRow,
): Promise<void> {
  const { provider } = attempt;
  await insertEntry(db, {
    ...{ attempt_id: attempt.id, order_id: order.id, kind: 'refund', provider },
    transaction_id: refund.provider_id ?? refund.key,
    ...{ debit: `order:${order.number}`, credit: `provider:${provider}`, at: now() },
    ...{ charge_cents: refund.charge_cents, charge_currency: refund.charge_currency },
    value_cents: refund.value_cents,
  });
  await bookMoney(db, order.id, { refunded: refund.value_cents });
  await restate(db, attempt, now());
}

/** It went out and came back: the shop has it again, and the shopper has not. */
async function bookReturn(
  { db, now }: Pick<Payments, 'db' | 'now'>,
  order: Pick<HeldOrder, 'id' | 'number'>,
  attempt: AttemptRow,
  refund: RefundRow,
): Promise<void> {
  const { provider } = attempt;
  await insertEntry(db, {
    ...{ attempt_id: attempt.id, order_id: order.id, kind: 'refund_returned', provider },
    transaction_id: refund.provider_id ?? refund.key,
    ...{ debit: `provider:${provider}`, credit: `order:${order.number}`, at: now() },
    ...{ charge_cents: refund.charge_cents, charge_currency: refund.charge_currency },
    value_cents: refund.value_cents,
  });
  await bookMoney(db, order.id, { refunded: -refund.value_cents });
  await restate(db, attempt, now());
}

/** Whether all of an attempt's money went back, a part of it, or nothing. */
async function restate(db: Db, attempt: AttemptRow, at: Date): Promise<void> {
  const entries = (await readEntries(db, attempt.order_id)).filter((one) => one.attempt_id === attempt.id);
  const sum = (kind: string) => sumOf(entries.filter((one) => one.kind === kind));
  const back = sum('refund') - sum('refund_returned');
  const state = back === 0 ? 'paid' : back >= sum('capture') ? 'refunded' : 'partially_refunded';
  await updateAttempt(db, attempt.id, { state }, at);
}

function askPerson(db: Db, refund: RefundRow, reason: string, code: string, at: Date): Promise<void> {
  return insertReview(db, {
    ...{ attempt_id: refund.attempt_id, order_id: refund.order_id, reason, opened_at: at },
    details: { refund: refund.key, code },
  });
}
