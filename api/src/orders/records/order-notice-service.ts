import { shop } from '@fynbos/core/shop.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { NoticeState } from '../../config/config-values.ts';
import type { Db } from '../../db.ts';
import { startPeriodicJob } from '../../platform/jobs/periodic-job.ts';
import { findNotMailedOnce, queueMail } from '../../platform/mail/mail-service.ts';
import { lastEventBefore, type ReachedState, readReached } from './order-announcement-store.ts';
import { orderedOf } from './order-mail.ts';
import { findOrderByNumber, lockOrder } from './order-store.ts';

/** What the owner is told of, and the addresses. */
export interface OrderNotices {
  to: readonly string[];
  states: readonly NoticeState[];
}

const templates = {
  placed: 'noticePlaced',
  canceled: 'noticeCanceled',
  returned: 'noticeReturned',
} as const satisfies Record<NoticeState, string>;

/** Older events are not told of: the setting is new, or the shop was not running. */
const noticeWindowMs = 24 * 60 * 60 * 1000;
/** Longer than any transaction that moves an order: an event with a lower id may still be committed until then. */
const lateCommitMs = 2 * 60 * 1000;
const atOnce = 200;

/**
 * Opens the notices of this process. The orders themselves do not wait for notices: their events are read
 * afterwards, so an order that was placed before a crash is told of after it.
 * @returns a function that queues the notices of all new events, and returns the number of events
 */
export function openOrderNotices(
  db: Db,
  { to, states }: OrderNotices,
  now: () => Date,
): () => Promise<number> {
  let after: number | undefined;
  let done: { id: number; at: number }[] = [];
  return async () => {
    const at = now().getTime();
    after ??= await lastEventBefore(db, new Date(at - noticeWindowMs));
    const settled = done.filter((event) => event.at < at - lateCommitMs);
    after = Math.max(after, ...settled.map(({ id }) => id));
    done = done.filter(({ id }) => id > (after ?? 0));
    const except = done.map(({ id }) => id);
    const events = await readReached(db, states, { after, except, limit: atOnce });
    for (const event of events) {
      if (event.occurred_at.getTime() >= at - noticeWindowMs) await notice(db, event, to);
      done.push({ id: event.id, at });
    }
    return events.length;
  };
}

/**
 * Queues the notices of an event, once: the order is locked, and its mails record what they are about. Other
 * processes do the same.
 */
function notice(db: Db, { number, state }: ReachedState<NoticeState>, to: readonly string[]): Promise<void> {
  const template = templates[state];
  return db.transaction().execute(async (trx) => {
    await lockOrder(trx, number);
    const [counted] = await findNotMailedOnce(trx, template, [number]);
    const stored = counted?.times === 0 ? await findOrderByNumber(trx, number) : undefined;
    if (!stored) return;
    const locale = shop.defaultLocale;
    const order = await orderedOf(trx, { ...stored, number }, locale);
    const mail = { template, locale, values: { number }, order };
    for (const address of to) await queueMail(trx, { ...mail, to: address });
  });
}

/**
 * Sends notices while the shop runs.
 * @returns a function that stops it
 */
export function startOrderNotices(
  db: Db,
  notices: OrderNotices,
  { now, log, everyMs = 5000 }: { now: () => Date; log: FastifyBaseLogger; everyMs?: number },
): () => Promise<void> {
  // After a failure the events stay, and are read again.
  return startPeriodicJob(openOrderNotices(db, notices, now), {
    everyMs,
    log,
    failure: 'cannot send order notices yet',
  });
}
