import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../db.ts';
import { handOver, type PushSender } from './push-client.ts';
import { claimNextMessage, deleteMessage, deleteSubscriptionById, noteFailure } from './push-store.ts';

/** Messages about an order are useful for a day. */
const maxAgeSeconds = 24 * 60 * 60;
/** Seconds between attempts: half a minute, doubled each time, at most an hour. */
const pauses = [30, 60, 120, 240, 480, 960, 1920, 3600];

/**
 * Sends the message that is due first. A message with a newer one about the same order is dropped.
 * @returns false when no message is due
 */
export async function sendNextPush(db: Db, sender: PushSender, log: FastifyBaseLogger): Promise<boolean> {
  const message = await claimNextMessage(db, pauses);
  if (!message) return false;
  const { id, tries, topic, body, subscription_id } = message;
  const ttlSeconds = Math.ceil(maxAgeSeconds - message.waitedSeconds);
  if (message.outdated || ttlSeconds <= 0) {
    if (ttlSeconds <= 0) log.error({ push: id, tries }, 'abandoned an expired push message');
    await deleteMessage(db, message);
    return true;
  }
  const handed = await handOver(sender, message, { body, topic, ttlSeconds });
  if (handed.kind === 'later') {
    await noteFailure(db, id, handed.reason, handed.seconds);
    log.warn({ push: id, reason: handed.reason, tries }, 'push message not sent; will retry');
  } else if (handed.kind === 'gone') {
    await deleteSubscriptionById(db, subscription_id);
  } else {
    if (handed.kind === 'refused')
      log.error({ push: id, reason: handed.reason, tries }, 'a push service refused a message');
    await deleteMessage(db, message);
  }
  return true;
}
