import { retryLimit } from '@fynbos/core/retry-limit.ts';
import type { ApiProblem, ProblemView } from '../api/api-problem.ts';
import type { Outbox, OutboxEntry } from './outbox.ts';

/** It is not sent automatically any more: the shopper retries or discards it. */
export const needsYou = ({ attempts = 0 }: OutboxEntry): boolean => attempts >= retryLimit;

/**
 * Records a failed attempt.
 * @param count how many attempts it counts as: all of them where a retry cannot succeed
 */
export function attempted<Snapshot, Entry extends OutboxEntry>(
  outbox: Outbox<Snapshot, Entry>,
  { id, problem, now }: { id: string; problem: ProblemView; now: number },
  count = 1,
): Outbox<Snapshot, Entry> {
  return changed(outbox, id, ({ attempts = 0 }) => ({
    attempts: attempts + count,
    problem,
    updated_at: now,
  }));
}

/** Resets the attempts because the shopper wants a retry. */
export function withAttemptsReset<Snapshot, Entry extends OutboxEntry>(
  outbox: Outbox<Snapshot, Entry>,
  { id, now }: { id: string; now: number },
): Outbox<Snapshot, Entry> {
  return changed(outbox, id, () => ({ attempts: 0, problem: undefined, updated_at: now }));
}

function changed<Snapshot, Entry extends OutboxEntry>(
  outbox: Outbox<Snapshot, Entry>,
  id: string,
  change: (entry: Entry) => Partial<OutboxEntry>,
): Outbox<Snapshot, Entry> {
  if (!outbox.entries.some((entry) => entry.id === id)) return outbox;
  return {
    ...outbox,
    entries: outbox.entries.map((entry) => (entry.id === id ? { ...entry, ...change(entry) } : entry)),
  };
}

/** Statuses below 500 after which the same call may succeed: timeout, too early, too many requests. */
const passing = new Set([408, 425, 429]);

/** Whether the failure may be temporary: the shop was not reached or is busy. */
export function isRetryable({ status }: Pick<ApiProblem, 'status'>): boolean {
  return status >= 500 || passing.has(status);
}

/**
 * No response, a response that is not from the shop (captive portal, gateway), or a shop without its
 * database.
 */
const unanswered =
  /^(unreachable|timeout|bad_content_type|network_sign_in|wrong_format|unavailable|not_ready)$/;

/**
 * Whether the shop was reached and failed. Only that counts as an attempt (spec D25); a dead connection
 * does not.
 */
export function isShopProblem({ status, code }: Pick<ApiProblem, 'status' | 'code'>): boolean {
  return status >= 500 && !unanswered.test(code);
}
