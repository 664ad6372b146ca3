import type { Db } from '../db.ts';
import { bookMoney, type HeldOrder, holdPending } from '../orders/pending-service.ts';
import { retried } from '../orders/retried.ts';
import {
  claimDueRefunds,
  insertEntry,
  lockRefund,
  type RefundRow,
  readEntries,
  updateRefund,
} from './money-store.ts';
import type { Till } from './payments.ts';
import {
  ProviderRefused,
  ProviderUnreachable,
  type RefundEvidence,
  type Refunding,
} from './providers/provider.ts';
import { referenceOf } from './reference.ts';
import { tellRefund } from './refund-mail.ts';
import { askForHand } from './refund-service.ts';
import { type AttemptRow, findAttemptById, insertReview, lockAttempt, updateAttempt } from './store.ts';

const leaseMs = 60_000;
const dayMs = 24 * 3600 * 1000;
const watchedUntil = ({ created_at }: RefundRow) => new Date(created_at.getTime() + 10 * dayMs);
/** What is said of a refund that somebody did by hand: a provider has no more say in it. */
export const byHand = 'by hand';
/** How often it is asked for before a person looks. */
export const asksBeforePerson = 8;
const waitsMs = [5, 15, 60, 300, 900, 3600, 6 * 3600, 24 * 3600].map((seconds) => seconds * 1000);

/** Sends refunds that are due, and asks how those stand that were sent. @returns how many */
export async function sendRefunds(payments: Till, limit = 20): Promise<number> {
  const { db, now } = payments;
  const at = now();
  const due = await claimDueRefunds(db, payments.mode, {
    now: at,
    again: new Date(at.getTime() + leaseMs),
    limit,
  });
  // One that cannot be sent keeps nobody else waiting: it is due again by itself.
  const sent = await Promise.allSettled(due.map((refund) => send(payments, refund)));
  for (const [index, one] of sent.entries())
    if (one.status === 'rejected')
      payments.log.warn({ err: one.reason, refund: due[index]!.key }, 'a refund could not be sent');
  return due.length;
}

async function send(payments: Till, refund: RefundRow): Promise<void> {
  const attempt = (await findAttemptById(payments.db, refund.attempt_id))!;
  const provider = payments.providers.get(attempt.provider);
  if (!provider) return;
  if (!provider.refund) return leaveToPerson(payments, refund);
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
      refund.poll_count > 1 && provider.queryRefund
        ? await provider.queryRefund({ ...asked, id: refund.provider_id ?? undefined })
        : undefined;
    const isSent = refund.state !== 'requested';
    return found && (isSent || found.outcome !== 'not_found') ? found : provider.refund!(asked);
  });
  await settleRefund(payments, refund, said);
}

/** It was reserved where nobody knew that this provider gives nothing back by itself. */
function leaveToPerson(payments: Till, { id, order_id }: RefundRow): Promise<void> {
  const leave = async (db: Db) => {
    await holdPending(db, order_id);
    const held = await lockRefund(db, id);
    if (held.state !== 'requested') return;
    const at = payments.now();
    await updateRefund(db, id, { state: 'manual', next_poll_at: null, updated_at: at });
    await askForHand(db, held, at);
  };
  return retried(() => payments.db.transaction().execute(leave));
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
export function settleRefund(payments: Till, refund: RefundRow, said: RefundEvidence): Promise<void> {
  const settleIt = async (db: Db) => {
    const order = (await holdPending(db, refund.order_id))!;
    const attempt = await lockAttempt(db, refund.attempt_id);
    const held = await lockRefund(db, refund.id);
    const at = payments.now();
    const before = held.state;
    const provider_id = said.id ?? held.provider_id;
    const put = (state: RefundRow['state'], next: Date | null) =>
      updateRefund(db, held.id, {
        ...{ state, provider_id, next_poll_at: next, updated_at: at },
        last_code: said.code.slice(0, 100),
      });
    if (before === 'failed' || before === 'returned' || held.last_code === byHand) return;
    // A bank may send it back days later.
    const isAsync = payments.providers.get(attempt.provider)?.traits.refund === 'async';
    const isWatched = isAsync && at < watchedUntil(held);
    const later = isWatched ? new Date(at.getTime() + dayMs) : null;
    if (said.outcome === 'succeeded' && before !== 'succeeded') {
      await put('succeeded', later);
      await bookRefund({ ...payments, db }, order, attempt, { ...held, provider_id });
      // What takes days was told when it was accepted.
      if (!(isAsync && before === 'sent')) await tellRefund(db, payments.orders.viewUrls, order, held);
    } else if (said.outcome === 'failed' && before !== 'succeeded') {
      await put('failed', null);
      await askPerson(db, held, 'refund_failed', said.code, at);
    } else if (said.outcome === 'returned' || said.outcome === 'failed') {
      await put('returned', null);
      if (before === 'succeeded') await bookReturn({ ...payments, db }, order, attempt, held);
      await askPerson(db, held, 'refund_returned', said.code, at);
    } else if (before !== 'succeeded') {
      const wait = waitsMs[Math.min(held.poll_count, waitsMs.length - 1)]!;
      // Nobody knows, again and again: it is asked for on, and a person asks the provider.
      if (held.poll_count === asksBeforePerson) await askPerson(db, held, 'refund_unclear', said.code, at);
      const isAccepted = said.outcome === 'accepted';
      await put(isAccepted ? 'sent' : before, new Date(at.getTime() + wait));
      if (isAccepted && isAsync && before === 'requested')
        await tellRefund(db, payments.orders.viewUrls, order, held);
    } else await put(before, later);
  };
  return retried(() => payments.db.transaction().execute(settleIt));
}

/** The money is back with the shopper. */
export async function bookRefund(
  { db, now }: Pick<Till, 'db' | 'now'>,
  order: Pick<HeldOrder, 'id' | 'number'>,
  attempt: AttemptRow,
  refund: RefundRow,
): Promise<void> {
  const { provider } = attempt;
  await insertEntry(db, {
    ...{ attempt_id: attempt.id, order_id: order.id, kind: 'refund', provider },
    transaction_id: refund.provider_id ?? refund.key,
    ...{ debit: `order:${order.number}`, credit: `provider:${provider}`, occurred_at: now() },
    ...{ charge_cents: refund.charge_cents, charge_currency: refund.charge_currency },
    value_cents: refund.value_cents,
  });
  await bookMoney(db, order.id, { refunded: refund.value_cents });
  await restate(db, attempt, now());
}

/** It went out and came back: the shop has it again, and the shopper has not. */
async function bookReturn(
  { db, now }: Pick<Till, 'db' | 'now'>,
  order: Pick<HeldOrder, 'id' | 'number'>,
  attempt: AttemptRow,
  refund: RefundRow,
): Promise<void> {
  const { provider } = attempt;
  await insertEntry(db, {
    ...{ attempt_id: attempt.id, order_id: order.id, kind: 'refund_returned', provider },
    transaction_id: refund.provider_id ?? refund.key,
    ...{ debit: `provider:${provider}`, credit: `order:${order.number}`, occurred_at: now() },
    ...{ charge_cents: refund.charge_cents, charge_currency: refund.charge_currency },
    value_cents: refund.value_cents,
  });
  await bookMoney(db, order.id, { refunded: -refund.value_cents });
  await restate(db, attempt, now());
}

/** Whether all of an attempt's money went back, a part of it, or nothing. */
async function restate(db: Db, attempt: AttemptRow, at: Date): Promise<void> {
  const entries = (await readEntries(db, attempt.order_id)).filter((one) => one.attempt_id === attempt.id);
  const sum = (kind: string) =>
    entries.filter((one) => one.kind === kind).reduce((cents, { value_cents }) => cents + value_cents, 0);
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
