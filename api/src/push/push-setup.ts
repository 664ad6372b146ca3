import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import type { Ctx } from '../context.ts';
import type { Db } from '../db.ts';
import { hourly } from '../platform/jobs/hourly-job.ts';
import { startOutboxWorker } from '../platform/jobs/outbox-worker.ts';
import { handOver, type PushSender } from './push-client.ts';
import { forgetOldPush } from './push-service.ts';
import {
  claimNextMessage,
  deleteMessage,
  deleteSubscriptionById,
  noteFailure,
  pushChannel,
} from './push-store.ts';
import { pushRoutes } from './routes.ts';

/** Returns the shop's sender identity for push services; undefined without keys. */
function senderOf(config: Config): PushSender | undefined {
  const { pushPublicKey: publicKey, pushPrivateKey: privateKey, pushSubject: subject } = config;
  if (!publicKey || !privateKey || !subject) return undefined;
  return { publicKey, privateKey, subject, services: config.pushServices };
}

/** Opens push messages: their endpoints and the outbox. */
export async function registerPush(app: FastifyInstance, ctx: Ctx): Promise<void> {
  const { url } = ctx;
  const sender = senderOf(ctx.config);
  await pushRoutes(app, ctx, sender);
  hourly(app, () => forgetOldPush(ctx.db, ctx.now()));
  if (!sender) return;
  const log = app.log.child({ work: 'push' });
  const next = () => sendNextPush(ctx.db, sender, log);
  const outbox = startOutboxWorker({ url, channel: pushChannel, next, log });
  app.addHook('onClose', outbox.stop);
  await outbox.ready;
}

/** Messages about an order are useful for a day. */
const maxAgeSeconds = 24 * 60 * 60;
/** Seconds between attempts: half a minute, doubled each time, at most an hour. */
const pauses = [30, 60, 120, 240, 480, 960, 1920, 3600];

/**
 * Sends the message that is due first. A message with a newer one about the same order is dropped.
 * @returns false when no message is due
 */
async function sendNextPush(db: Db, sender: PushSender, log: FastifyBaseLogger): Promise<boolean> {
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
