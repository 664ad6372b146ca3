import type { ProviderCode } from '@fynbos/core/payments/providers.ts';
import { type EntryRow, readCaptures, readEntriesBetween } from './money-store.ts';
import type { Provider, Till } from './payments.ts';
import type { Booked, Evidence, Movement } from './providers/provider.ts';
import { findEntry, findRefundNamed, readAttemptsOfDay } from './read-store.ts';
import { referenceOf } from './reference.ts';
import { insertFinding } from './review-store.ts';
import { settle } from './settle-service.ts';
import type { ShopDay } from './shop-day.ts';
import { type AttemptRow, findAttemptById, findAttemptOf, shortLength } from './store.ts';

/** How a provider's books and ours compare for a day; each count is a number of movements. */
export interface Matched {
  provider: ProviderCode;
  /** In both, with the same amount. */
  equal: number;
  /** Money of ours that nobody had heard of: it came into the books now. */
  booked: number;
  /** In both, with another amount. */
  differing: number;
  /** The provider has it, and it belongs to none of our orders. */
  onlyThere: number;
  /** We have it, and the provider has not. */
  onlyHere: number;
}

/** A night's payments are many, and shoppers ask their provider meanwhile. */
const atOnce = 4;
const hourMs = 3600 * 1000;
const dayMs = 24 * hourMs;
/** What a provider booked a little before or after midnight may be in our books on the other day. */
const margins = { before: dayMs, after: hourMs };

/**
 * Compares a provider's books with ours for a closed day (payments 5). Money under letters of ours that was missed is
 * booked by the one place that books; whatever else does not agree is put before a person, once.
 *
 * @throws ProviderUnreachable
 */
export async function matchProvider(payments: Till, provider: Provider, day: ShopDay): Promise<Matched> {
  const matched = { provider: provider.code, equal: 0, booked: 0, differing: 0, onlyThere: 0, onlyHere: 0 };
  const match = { payments, provider, day, matched };
  await (provider.list ? matchList(match) : matchByAsking(match));
  return matched;
}

interface Match {
  payments: Till;
  provider: Provider;
  day: ShopDay;
  matched: Matched;
}

/** Whose payments are compared: a shop that takes real money knows nothing of pretended. */
const kindOf = ({ provider: { code }, payments: { mode } }: Match) => ({ code, mode });

async function matchList(match: Match): Promise<void> {
  const { payments, provider, day, matched } = match;
  const { from, to } = day;
  const until = Math.min(to.getTime() + margins.after, payments.now().getTime());
  const listed = await provider.list!(new Date(from.getTime() - margins.before), new Date(until));
  for (const row of listed.filter(({ at }) => at >= from && at < to)) await matchRow(match, row);
  const there = new Set(listed.map(({ kind, transactionId }) => `${kind} ${transactionId}`));
  for (const entry of await readEntriesBetween(payments.db, kindOf(match), from, to)) {
    const kind = entry.kind === 'capture' ? 'payment' : 'refund';
    if (there.has(`${kind} ${entry.transaction_id}`) || isByHand(entry)) continue;
    // Paid on a day before, and heard of on this one: the payment itself is asked for.
    if (entry.kind === 'capture' && (await stillThere(match, entry))) matched.equal++;
    else await find(match, 'only_in_books', entry, movementOf(entry));
  }
}

/** What somebody gave back on the provider's own pages has our name, and none of the provider's. */
const isByHand = ({ kind, transaction_id }: EntryRow): boolean =>
  kind === 'refund_returned' || (kind === 'refund' && /^R[\dA-F]{15}$/.test(transaction_id));

async function matchRow(match: Match, row: Booked): Promise<void> {
  const { payments, provider, matched } = match;
  const { db } = payments;
  const kind = row.kind === 'payment' ? 'capture' : 'refund';
  const entry = await findEntry(db, provider.code, row.transactionId, kind);
  if (entry) return compare(match, entry, row);
  if (row.kind === 'refund') {
    const refund = await findRefundNamed(db, provider.code, row);
    // On its way: whoever sends refunds asks for it.
    if (refund?.state === 'requested' || refund?.state === 'sent') return;
    return find(match, 'refund_without_order', refund, row);
  }
  const attempt = await attemptOf(payments, provider, row.reference);
  if (attempt && (await bookFound(payments, provider, attempt, row))) matched.booked++;
  else await find(match, 'money_without_order', attempt && { ...attempt, attempt_id: attempt.id }, row);
}

/** Whose letters a reference begins with, whichever try it was. */
async function attemptOf({ db }: Till, { code }: Provider, reference: string | undefined) {
  const isOurs = reference !== undefined && reference.length === shortLength + 2;
  return isOurs ? findAttemptOf(db, code, { reference }) : undefined;
}

/** Books money that came in under our letters, in whichever try. @returns whether it is in the books then */
async function bookFound(
  payments: Till,
  provider: Provider,
  attempt: AttemptRow,
  row: Movement & { reference?: string | undefined },
): Promise<boolean> {
  const reference = row.reference ?? referenceOf(attempt);
  const isLatest = reference === referenceOf(attempt);
  const id = isLatest ? (attempt.provider_id ?? undefined) : undefined;
  const asked = await provider.query({ id, reference });
  const { transactionId, charge } = row;
  const isThere = asked.paid.some((one) => one.transactionId === transactionId);
  // A link that was paid twice, a try whose name is lost: only the list knows them.
  const listed: Evidence = {
    ...asked,
    outcome: 'paid',
    paid: [{ transactionId, charge }],
    mode: payments.mode,
    code: 'listed',
  };
  const said = { ...(isThere ? asked : listed), id: undefined, reference: referenceOf(attempt) };
  await settle(payments, attempt.id, attempt.order_id, said, 'match');
  return (await findEntry(payments.db, provider.code, row.transactionId, 'capture')) !== undefined;
}

/** A provider without a list is asked for each payment the day is about, in each of its tries. */
async function matchByAsking(match: Match): Promise<void> {
  const { payments, day } = match;
  const attempts = await readAttemptsOfDay(payments.db, kindOf(match), day.from, day.to);
  for (let from = 0; from < attempts.length; from += atOnce) {
    const few = attempts.slice(from, from + atOnce);
    const asked = await Promise.allSettled(few.map((attempt) => matchAttempt(match, attempt)));
    for (const one of asked) if (one.status === 'rejected') throw one.reason;
  }
}

async function matchAttempt(match: Match, attempt: AttemptRow): Promise<void> {
  const { payments } = match;
  const before = await namesOf(payments, attempt);
  const found: Movement[] = [];
  for (let tries = 1; tries <= attempt.attempt_no; tries++)
    found.push(...(await askTry(match, attempt, tries)));
  const after = await namesOf(payments, attempt);
  const isNew = ({ transactionId }: Movement) => !before.has(transactionId);
  const booked = found.filter((one) => isNew(one) && after.has(one.transactionId));
  match.matched.booked += booked.length;
  for (const movement of found.filter(({ transactionId }) => !after.has(transactionId)))
    await find(match, 'money_without_order', { ...attempt, attempt_id: attempt.id }, movement);
  await compareOld(match, attempt, new Map(found.map((one) => [one.transactionId, one])), before);
}

const namesOf = async ({ db }: Till, { id }: AttemptRow): Promise<Set<string>> =>
  new Set((await readCaptures(db, id)).map(({ transaction_id }) => transaction_id));

/** Asks for a try of a payment, and settles what is said. @returns what was paid by it */
async function askTry(
  { payments, provider }: Match,
  attempt: AttemptRow,
  tries: number,
): Promise<readonly Movement[]> {
  const isLatest = tries === attempt.attempt_no;
  const id = isLatest ? (attempt.provider_id ?? undefined) : undefined;
  if (id === undefined && !provider.traits.findsByReference) return [];
  const said = await provider.query({ id, reference: referenceOf({ ...attempt, attempt_no: tries }) });
  const asLatest = isLatest ? said : { ...said, id: undefined, reference: referenceOf(attempt) };
  // That nobody paid an older try says nothing of the payment.
  if (isLatest || said.paid.length > 0)
    await settle(payments, attempt.id, attempt.order_id, asLatest, 'match');
  return said.paid;
}

async function compareOld(
  match: Match,
  attempt: AttemptRow,
  there: ReadonlyMap<string, Movement>,
  before: ReadonlySet<string>,
): Promise<void> {
  const { payments, day } = match;
  for (const entry of await readCaptures(payments.db, attempt.id)) {
    const movement = there.get(entry.transaction_id);
    if (movement && before.has(entry.transaction_id)) await compare(match, entry, movement);
    else if (!movement && entry.occurred_at >= day.from && entry.occurred_at < day.to)
      await find(match, 'only_in_books', entry, movementOf(entry));
  }
}

async function compare(match: Match, entry: EntryRow, movement: Movement): Promise<void> {
  const { cents, currency } = movement.charge;
  if (entry.charge_cents === cents && entry.charge_currency === currency) match.matched.equal++;
  else await find(match, 'amount_differs', entry, movement, movementOf(entry));
}

async function stillThere({ payments, provider }: Match, entry: EntryRow): Promise<boolean> {
  const attempt = (await findAttemptById(payments.db, entry.attempt_id))!;
  const said = await provider.query({
    id: attempt.provider_id ?? undefined,
    reference: referenceOf(attempt),
  });
  return said.paid.some(
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
} as const;

/** Counts what does not agree, and asks a person about it. */
async function find(
  { payments, provider, day, matched }: Match,
  reason: keyof typeof counts,
  about: { attempt_id: number; order_id: number } | undefined,
  { transactionId, charge, ...row }: Movement & { reference?: string | undefined; at?: Date },
  ours?: Movement,
): Promise<void> {
  matched[counts[reason]]++;
  await insertFinding(payments.db, {
    ...{ attempt_id: about?.attempt_id ?? null, order_id: about?.order_id ?? null, reason },
    details: {
      ...{ provider: provider.code, transactionId, day: day.name },
      ...{ cents: charge.cents, currency: charge.currency, reference: row.reference },
      ...(ours && { ours: ours.charge.cents, oursIn: ours.charge.currency }),
    },
    opened_at: payments.now(),
  });
}
