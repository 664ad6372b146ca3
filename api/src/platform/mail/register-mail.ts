import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.ts';
import type { Db } from '../../db.ts';
import { smtpTransport } from './mail-transport.ts';
import { startMailWorker } from './mail-worker.ts';
import { saveShopAddress } from './shop-address-store.ts';
import { shopUrlOf } from './templates/mail-links.ts';

/** Stores the address for the links of mails, and starts the mail worker when a mail server is configured. */
export async function registerMail(
  app: FastifyInstance,
  { db, url, config }: { db: Db; url: string; config: Config },
): Promise<void> {
  await saveShopAddress(db, shopUrlOf(config));
  if (!config.smtpUrl) return;
  const transport = smtpTransport(config.smtpUrl, config.mailFrom);
  const mailWorker = startMailWorker({
    ...{ url, transport, timeoutScale: config.timeoutScale },
    log: app.log.child({ work: 'mail' }),
  });
  app.addHook('onClose', mailWorker.stop);
  await mailWorker.ready;
}
