import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import type { Ctx } from '../context.ts';
import { hourly } from '../platform/jobs/hourly-job.ts';
import { sendWaiting } from '../platform/jobs/outbox-worker.ts';
import type { PushSender } from './push-client.ts';
import { sendNextPush } from './push-sender.ts';
import { forgetOldPush } from './push-service.ts';
import { pushChannel } from './push-store.ts';
import { pushRoutes } from './routes.ts';

/** Returns the shop's sender identity for push services; undefined without keys. */
function senderOf(config: Config): PushSender | undefined {
  const { pushPublicKey: publicKey, pushPrivateKey: privateKey, pushSubject: subject } = config;
  if (!publicKey || !privateKey || !subject) return undefined;
  return { publicKey, privateKey, subject, services: config.pushServices };
}

/**
 * Opens push messages: their endpoints and the outbox.
 * @param url of the database
 */
export async function openPush(
  app: FastifyInstance,
  ctx: Pick<Ctx, 'db' | 'now' | 'limits' | 'actors'>,
  config: Config,
  url: string,
): Promise<void> {
  const sender = senderOf(config);
  await pushRoutes(app, ctx, sender);
  hourly(app, () => forgetOldPush(ctx.db, ctx.now()));
  if (!sender) return;
  const log = app.log.child({ work: 'push' });
  const next = () => sendNextPush(ctx.db, sender, log);
  const outbox = sendWaiting({ url, channel: pushChannel, next, log });
  app.addHook('onClose', outbox.stop);
  await outbox.ready;
}
