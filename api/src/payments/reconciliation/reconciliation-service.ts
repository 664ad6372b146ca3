import type { ProviderCode } from '@fynbos/core/payments/providers.ts';
import { settle } from '../attempts/payment-settlement-service.ts';
import type { Booked, Evidence, Movement, PaymentProvider } from '../providers/payment-provider.ts';
import { type AttemptRow, findAttemptOf, getAttempt, shortLength } from '../records/attempt-store.ts';
import { type EntryRow, readCaptures, readEntriesBetween } from '../records/ledger-store.ts';
import { insertFinding } from '../records/payment-case-store.ts';
import type { PaymentContext } from '../records/payment-context.ts';
import { referenceOf } from '../records/payment-reference.ts';
import { findEntry, findRefundNamed, readAttemptsOfDay } from '../records/read-store.ts';
import type { ShopDay } from './shop-day.ts';

/** The reconciliation of a day with a provider; each count is a number of movements. */
export interface Matched {
  provider: ProviderCode;
  /** In both ledgers, with the same amount. */
  equal: number;
  /** Payments of our orders that were missed and are booked now. */
  booked: number;
  /** In both ledgers, with different amounts. */
  differing: number;
  /** In the provider's ledger only, without an order of ours. */
  onlyThere: number;
  /** In our ledger only. */
  onlyHere: number;
}

/** Limits concurrency: a night has many payments, and shoppers' queries share the rate limit. */
const atOnce = 4;
const hourMs = 3600 * 1000;
const dayMs = 24 * hourMs;
/** A movement close to midnight may be in our ledger on the other day. */
const margins = { before: dayMs, after: hourMs };

/**
 * Compares a provider's ledger with ours for a past day (spec payments 5). Missed money with a reference of ours
 * is booked through the settlement service; every other difference opens one payment case.
 * @throws ProviderUnreachable
 */
export async function reconcileProvider(
  payments: PaymentContext,
  provider: PaymentProvider,
  day: ShopDay,
): Promise<Matched> {
  const totals = { provider: provider.code, equal: 0, booked: 0, differing: 0, onlyThere: 0, onlyHere: 0 };
  const run = { payments, provider, day, totals };
  await (provider.list ? matchList(run) : matchByQuerying(run));
  return totals;
}

interface Match {
  payments: PaymentContext;
  provider: PaymentProvider;
  day: ShopDay;
  totals: Matched;
}

/** The provider and mode to compare: a live shop ignores test payments. */
const kindOf = ({ provider: { code }, payments: { mode } }: Match) => ({ code, mode });

async function matchList(run: Match): Promise<void> {
  const { payments, provider, day, totals } = run;
  const { from, to } = day;
  const endMs = Math.min(to.getTime() + margins.after, payments.now().getTime());
  // `reconcileProvider` calls this only for a provider that lists its movements.
  const listed = await provider.list!(new Date(from.getTime() - margins.before), new Date(endMs));
  for (const row of listed.filter(({ at }) => at >= from && at < to)) await matchRow(run, row);
  const listedKeys = new Set(listed.map(({ kind, transactionId }) => `${kind} ${transactionId}`));
  for (const entry of await readEntriesBetween(payments.db, kindOf(run), from, to)) {
    const kind = entry.kind === 'capture' ? 'payment' : 'refund';
    if (listedKeys.has(`${kind} ${entry.transaction_id}`) || isManual(entry)) continue;
    // Paid on an earlier day and booked on this one: the payment itself is queried.
    if (entry.kind === 'capture' && (await stillThere(run, entry))) totals.equal++;
    else await find(run, 'only_in_books', entry, movementOf(entry));
  }
}

/** A manual refund has our key instead of a provider id. */
const isManual = ({ kind, transaction_id }: EntryRow): boolean =>
  kind === 'refund_returned' || (kind === 'refund' && /^R[\dA-F]{15}$/.test(transaction_id));

async function matchRow(run: Match, row: Booked): Promise<void> {
  const { payments, provider, totals } = run;
  const { db } = payments;
  const kind = row.kind === 'payment' ? 'capture' : 'refund';
  const entry = await findEntry(db, provider.code, row.transactionId, kind);
  if (entry) return compare(run, entry, row);
  if (row.kind === 'refund') {
    const refund = await findRefundNamed(db, provider.code, row);
    // In progress: the refund service queries it.
    if (refund?.state === 'requested' || refund?.state === 'sent') return;
    return find(run, 'refund_without_order', refund, row);
  }
  const attempt = await attemptOf(payments, provider, row.reference);
  if (attempt && attempt.mode !== payments.mode)
    return find(run, 'wrong_mode', { ...attempt, attempt_id: attempt.id }, row);
  if (attempt && (await bookFound(payments, provider, attempt, row))) totals.booked++;
  else await find(run, 'money_without_order', attempt && { ...attempt, attempt_id: attempt.id }, row);
}

/** The attempt whose short reference a reference begins with, in any try. */
async function attemptOf({ db }: PaymentContext, { code }: PaymentProvider, reference: string | undefined) {
  const isOurs = reference !== undefined && reference.length === shortLength + 2;
  return isOurs ? findAttemptOf(db, code, { reference }) : undefined;
}

/**
 * Books money with our reference, in any try.
 * @returns whether it is in the ledger afterwards
 */
async function bookFound(
  payments: PaymentContext,
  provider: PaymentProvider,
  attempt: AttemptRow,
  row: Movement & { reference?: string | undefined },
): Promise<boolean> {
  const reference = row.reference ?? referenceOf(attempt);
  const isLatest = reference === referenceOf(attempt);
  const id = isLatest ? (attempt.provider_id ?? undefined) : undefined;
  const queried = await provider.query({ id, reference });
  const { transactionId, charge } = row;
  const isThere = queried.paid.some((movement) => movement.transactionId === transactionId);
  // Only the list contains a link that was paid twice, or an attempt whose id is lost.
  const listed: Evidence = {
    ...queried,
    outcome: 'paid',
    paid: [{ transactionId, charge }],
    mode: payments.mode,
    code: 'listed',
  };
  const evidence = { ...(isThere ? queried : listed), id: undefined, reference: referenceOf(attempt) };
  await settle(payments, attempt, evidence, 'match');
  return (await findEntry(payments.db, provider.code, row.transactionId, 'capture')) !== undefined;
}

/** Queries every payment of the day, in each of its tries, for a provider without a list. */
async function matchByQuerying(run: Match): Promise<void> {
  const { payments, day } = run;
  const attempts = await readAttemptsOfDay(payments.db, kindOf(run), day.from, day.to);
  for (let from = 0; from < attempts.length; from += atOnce) {
    const few = attempts.slice(from, from + atOnce);
    const results = await Promise.allSettled(few.map((attempt) => matchAttempt(run, attempt)));
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  }
}

async function matchAttempt(run: Match, attempt: AttemptRow): Promise<void> {
  const { payments } = run;
  const before = await namesOf(payments, attempt);
  const movements: Movement[] = [];
  for (let attemptNo = 1; attemptNo <= attempt.attempt_no; attemptNo++)
    movements.push(...(await queryTry(run, attempt, attemptNo)));
  const after = await namesOf(payments, attempt);
  const isNew = ({ transactionId }: Movement) => !before.has(transactionId);
  const booked = movements.filter((movement) => isNew(movement) && after.has(movement.transactionId));
  run.totals.booked += booked.length;
  for (const movement of movements.filter(({ transactionId }) => !after.has(transactionId)))
    await find(run, 'money_without_order', { ...attempt, attempt_id: attempt.id }, movement);
  await compareOld(
    run,
    attempt,
    new Map(movements.map((movement) => [movement.transactionId, movement])),
    before,
  );
}

const namesOf = async ({ db }: PaymentContext, { id }: AttemptRow): Promise<Set<string>> =>
  new Set((await readCaptures(db, id)).map(({ transaction_id }) => transaction_id));

/**
 * Queries one try of a payment, and settles the result.
 * @returns the captured movements
 */
async function queryTry(
  { payments, provider }: Match,
  attempt: AttemptRow,
  attemptNo: number,
): Promise<readonly Movement[]> {
  const isLatest = attemptNo === attempt.attempt_no;
  const id = isLatest ? (attempt.provider_id ?? undefined) : undefined;
  if (id === undefined && !provider.traits.findsByReference) return [];
  const evidence = await provider.query({
    id,
    reference: referenceOf({ ...attempt, attempt_no: attemptNo }),
  });
  const asLatest = isLatest ? evidence : { ...evidence, id: undefined, reference: referenceOf(attempt) };
  // An unpaid older try does not decide the payment.
  if (isLatest || evidence.paid.length > 0) await settle(payments, attempt, asLatest, 'match');
  return evidence.paid;
}

async function compareOld(
  run: Match,
  attempt: AttemptRow,
  providerMovements: ReadonlyMap<string, Movement>,
  before: ReadonlySet<string>,
): Promise<void> {
  const { payments, day } = run;
  for (const entry of await readCaptures(payments.db, attempt.id)) {
    const movement = providerMovements.get(entry.transaction_id);
    if (movement && before.has(entry.transaction_id)) await compare(run, entry, movement);
    else if (!movement && entry.occurred_at >= day.from && entry.occurred_at < day.to)
      await find(run, 'only_in_books', entry, movementOf(entry));
  }
}

async function compare(run: Match, entry: EntryRow, movement: Movement): Promise<void> {
  const { cents, currency } = movement.charge;
  if (entry.charge_cents === cents && entry.charge_currency === currency) run.totals.equal++;
  else await find(run, 'amount_differs', entry, { ...movement, booked: movementOf(entry) });
}

async function stillThere({ payments, provider }: Match, entry: EntryRow): Promise<boolean> {
  const attempt = await getAttempt(payments.db, entry.attempt_id);
  const evidence = await provider.query({
    id: attempt.provider_id ?? undefined,
    reference: referenceOf(attempt),
  });
  return evidence.paid.some(
    ({ transactionId, charge }) =>
      transactionId === entry.transaction_id && charge.cents === entry.charge_cents,
  );
}

const movementOf = ({ transaction_id, charge_cents, charge_currency }: EntryRow): Movement => ({
  transactionId: transaction_id,
  charge: { cents: charge_cents, currency: charge_currency },
});

const counts = {
  only_in_books: 'onlyHere',
  amount_differs: 'differing',
  money_without_order: 'onlyThere',
  refund_without_order: 'onlyThere',
  wrong_mode: 'onlyThere',
} as const;

/** A movement at the provider, and the movement that the shop booked for it. */
interface FoundMovement extends Movement {
  reference?: string | undefined;
  booked?: Movement;
}

/** Counts a difference, and opens a payment case for it. */
async function find(
  { payments, provider, day, totals }: Match,
  reason: keyof typeof counts,
  about: { attempt_id: number; order_id: number } | undefined,
  { transactionId, charge, reference, booked }: FoundMovement,
): Promise<void> {
  totals[counts[reason]]++;
  await insertFinding(payments.db, {
    ...{ attempt_id: about?.attempt_id ?? null, order_id: about?.order_id ?? null, reason },
    details: {
      ...{ provider: provider.code, transactionId, day: day.name },
      ...{ cents: charge.cents, currency: charge.currency, reference },
      ...(booked && { ours: booked.charge.cents, oursIn: booked.charge.currency }),
    },
    opened_at: payments.now(),
  });
}
