import { attemptStates } from '@fynbos/core/payments/attempt.ts';
import { Problem } from '@fynbos/core/problem.ts';
import { findPayableOrder } from '../orders/pending-service.ts';
import type { Breakers } from './breakers.ts';
import type { Till } from './payments.ts';
import {
  type Evidence,
  type ProviderSession,
  type ProviderTraits,
  ProviderUnreachable,
} from './providers/provider.ts';
import { isTryOf, referenceOf } from './reference.ts';
import { isSettled, settle, type Via } from './settle-service.ts';
import { type AttemptRow, findAttemptById, insertReview, updateAttempt } from './store.ts';

/** What a web-hook calls a payment. */
export type Named = Partial<ProviderSession>;

/** Asks providers how payments stand: each payment once at a time, and no oftener than its provider allows. */
export interface Asking {
  /**
   * Asks, and settles what is said. Who looks while somebody else asks gets the same answer; a web-hook may tell of
   * what came too late for it, and is asked for afterwards.
   *
   * @param named what a web-hook calls it: where an answer never arrived nobody else knows
   * @returns the attempt as it is then; as it was, where the provider could not be asked
   */
  ask(attempt: AttemptRow, via: Via, named?: Named): Promise<Asked>;
}

/** An attempt, and whether the provider said how it stands. */
export type Asked = AttemptRow & { isAnswered: boolean };

export function openAsking(payments: Till, breakers: Breakers): Asking {
  const running = new Map<string, Promise<Asked>>();
  const waiting = new Map<string, Promise<Asked>>();
  const asks = new Map<string, number[]>();

  /** Whether a payment may be asked for now; the return page, web-hooks and the clock share what there is. */
  function mayAsk(attempt: AttemptRow, { id, reference }: ProviderSession, traits: ProviderTraits): boolean {
    const now = payments.now().getTime();
    const isSearch = id === undefined || (attempt.expires_at !== null && attempt.expires_at.getTime() <= now);
    const perMinute = (isSearch && traits.searchesPerMinute) || traits.asksPerMinute;
    const recent = (asks.get(reference) ?? []).filter((at) => at > now - 60_000);
    if (recent.length >= perMinute) return false;
    asks.set(reference, [...recent, now]);
    if (asks.size > mostRemembered) asks.delete(asks.keys().next().value!);
    return true;
  }

  async function askNow(attempt: AttemptRow, session: ProviderSession, via: Via): Promise<Asked> {
    const provider = payments.providers.get(attempt.provider);
    if (attempt.attempt_no === 0) return { ...attempt, isAnswered: false };
    if (!provider) return askLater(payments, attempt, true);
    if (session.id === undefined && !provider.traits.findsByReference)
      return { ...attempt, isAnswered: false };
    const isThere = breakers.isThere(provider.code);
    if (!isThere || !mayAsk(attempt, session, provider.traits)) return askLater(payments, attempt);
    const said = await breakers
      .watch(provider.code, () => questionOf(payments, attempt, session))
      .catch(onlyUnreachable);
    if (!said) return askLater(payments, attempt);
    // Of a try that nobody is waiting for, money counts and nothing else.
    const isDead = session.reference !== referenceOf(attempt);
    if (isDead && said.paid.length === 0) return { ...attempt, isAnswered: true };
    if (await isSettled(payments, attempt, said)) return { ...attempt, isAnswered: true };
    return { ...(await settle(payments, attempt.id, attempt.order_id, said, via)), isAnswered: true };
  }

  function start(attempt: AttemptRow, session: ProviderSession, via: Via): Promise<Asked> {
    const asked = askNow(attempt, session, via).finally(() => running.delete(session.reference));
    running.set(session.reference, asked);
    return asked;
  }

  /** Once for all who wait for it. */
  function askAfter(
    before: Promise<Asked>,
    { id }: AttemptRow,
    { reference }: ProviderSession,
    via: Via,
    named: Named,
  ): Promise<Asked> {
    const known = waiting.get(reference);
    if (known) return known;
    const next = before
      .catch(() => {})
      .then(async () => {
        waiting.delete(reference);
        return ask(await getAttempt(payments, id), via, named);
      });
    waiting.set(reference, next);
    return next;
  }

  async function ask(attempt: AttemptRow, via: Via, named: Named = {}): Promise<Asked> {
    const session = sessionOf(attempt, named);
    const now = running.get(session.reference);
    if (!now) return start(attempt, session, via);
    return via === 'web-hook' ? askAfter(now, attempt, session, via, named) : now;
  }

  return { ask };
}

/** The payment of an attempt at its provider, or that of an earlier try, where it is called so. */
export function sessionOf(attempt: AttemptRow, { id, reference }: Named = {}): ProviderSession {
  const current = referenceOf(attempt);
  if (reference !== undefined && reference !== current && isTryOf(attempt, reference))
    return { id, reference };
  return { id: attempt.provider_id ?? id, reference: current };
}

const mostRemembered = 10_000;
const soonMs = 10_000;
/** Where a person has to look after it, or the operator has to give the keys back. */
const seldomMs = 10 * 60_000;

/**
 * The question; and where the shopper agreed already, the money is taken, if the order still waits for it.
 *
 * @throws ProviderUnreachable
 */
export async function questionOf(
  payments: Till,
  attempt: AttemptRow,
  session: ProviderSession,
): Promise<Evidence> {
  const provider = payments.providers.get(attempt.provider)!;
  const said = await provider.query(session);
  if (said.outcome !== 'approved' || !provider.capture) return said;
  const order = await findPayableOrder(payments.db, attempt.order_id);
  return order?.state === 'pending_payment' ? provider.capture(session, session.reference) : said;
}

function onlyUnreachable(error: unknown): undefined {
  if (!(error instanceof ProviderUnreachable)) throw error;
}

const longMs = 60 * 60 * 1000;

/**
 * Nobody could be asked: it is done soon, whoever wanted to know. Where nobody answers for an hour after the shopper's
 * time was over, a person is told: the goods are held as long as nobody knows.
 *
 * @param isGone the shop has its provider no more: what is over anyway is left at that
 */
async function askLater({ db, now }: Till, attempt: AttemptRow, isGone = false): Promise<Asked> {
  const { open, status } = attemptStates[attempt.state];
  const at = now();
  if (isGone && !open) {
    if (attempt.next_poll_at !== null) await updateAttempt(db, attempt.id, { next_poll_at: null }, at);
    return { ...attempt, isAnswered: false };
  }
  const isLong = open && attempt.expires_at !== null && at.getTime() > attempt.expires_at.getTime() + longMs;
  const isSeldom = isLong || isGone;
  const next = new Date(at.getTime() + (isSeldom ? seldomMs : soonMs));
  if (status !== 'paid' && (isSeldom || attempt.next_poll_at === null || attempt.next_poll_at > next))
    await updateAttempt(db, attempt.id, { next_poll_at: next }, at);
  if (isLong)
    await insertReview(db, {
      ...{ attempt_id: attempt.id, order_id: attempt.order_id, reason: 'unanswered', opened_at: at },
      details: { provider: attempt.provider },
    });
  return { ...attempt, isAnswered: false };
}

/** An attempt by its row. @throws Problem payment_not_found */
export async function getAttempt({ db }: Till, id: number): Promise<AttemptRow> {
  const attempt = await findAttemptById(db, id);
  if (!attempt) throw new Problem('payment_not_found');
  return attempt;
}
