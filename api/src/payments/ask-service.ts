import { attemptStates } from '@fynbos/core/payments/attempt.ts';
import { Problem } from '@fynbos/core/problem.ts';
import { findPayableOrder } from '../orders/pending-service.ts';
import type { Breakers } from './breakers.ts';
import type { Payments } from './payments.ts';
import { type Evidence, ProviderUnreachable } from './providers/provider.ts';
import { referenceOf } from './reference.ts';
import { settle, type Via } from './settle-service.ts';
import { type AttemptRow, findAttemptById, updateAttempt } from './store.ts';

/** Asks providers how payments stand: each payment once at a time, and no oftener than its provider allows. */
export interface Asking {
  /**
   * Asks, and settles what is said. Who asks while somebody else does gets the same answer.
   *
   * @returns the attempt as it is then; as it was, where the provider could not be asked
   */
  ask(attempt: AttemptRow, via: Via): Promise<AttemptRow>;
}

export function openAsking(payments: Payments, breakers: Breakers): Asking {
  const running = new Map<number, Promise<AttemptRow>>();
  const asks = new Map<number, number[]>();

  /** Whether a payment may be asked for now; the return page, web-hooks and the clock share what there is. */
  function mayAsk(attempt: AttemptRow, perMinute: number): boolean {
    const now = payments.now().getTime();
    const recent = (asks.get(attempt.id) ?? []).filter((at) => at > now - 60_000);
    if (recent.length >= perMinute) return false;
    asks.set(attempt.id, [...recent, now]);
    if (asks.size > mostRemembered) asks.delete(asks.keys().next().value!);
    return true;
  }

  async function ask(attempt: AttemptRow, via: Via): Promise<AttemptRow> {
    const provider = payments.providers.get(attempt.provider);
    if (!provider || attempt.tries === 0) return attempt;
    if (attempt.provider_id === null && !provider.traits.findsByReference) return attempt;
    const isThere = breakers.isThere(provider.code);
    if (!isThere || !mayAsk(attempt, provider.traits.asksPerMinute)) return askLater(payments, attempt);
    const said = await breakers
      .watch(provider.code, () => questionOf(payments, attempt))
      .catch(onlyUnreachable);
    if (!said) return askLater(payments, attempt);
    return settle(payments, attempt.id, attempt.order_id, said, via);
  }

  return {
    ask(attempt, via) {
      const now = running.get(attempt.id);
      if (now) return now;
      const asked = ask(attempt, via).finally(() => running.delete(attempt.id));
      running.set(attempt.id, asked);
      return asked;
    },
  };
}

const mostRemembered = 10_000;
const soonMs = 10_000;

/** The question; and where the shopper agreed already, the money is taken, if the order still waits for it. */
async function questionOf(payments: Payments, attempt: AttemptRow): Promise<Evidence> {
  const provider = payments.providers.get(attempt.provider)!;
  const session = { id: attempt.provider_id ?? undefined, reference: referenceOf(attempt) };
  const said = await provider.query(session);
  if (said.outcome !== 'approved' || !provider.capture) return said;
  const order = await findPayableOrder(payments.db, attempt.order_id);
  return order?.state === 'pending_payment' ? provider.capture(session, referenceOf(attempt)) : said;
}

function onlyUnreachable(error: unknown): undefined {
  if (!(error instanceof ProviderUnreachable)) throw error;
}

/** Nobody could be asked: it is done soon, whoever wanted to know. */
async function askLater(payments: Payments, attempt: AttemptRow): Promise<AttemptRow> {
  if (attemptStates[attempt.state].status === 'paid') return attempt;
  const soon = new Date(payments.now().getTime() + soonMs);
  if (attempt.next_ask_at === null || attempt.next_ask_at > soon)
    await updateAttempt(payments.db, attempt.id, { next_ask_at: soon }, payments.now());
  return attempt;
}

/** An attempt by its row. @throws Problem payment_not_found */
export async function getAttempt({ db }: Payments, id: number): Promise<AttemptRow> {
  const attempt = await findAttemptById(db, id);
  if (!attempt) throw new Problem('payment_not_found');
  return attempt;
}
