import { connectDb } from '@fynbos/api/db.ts';
import { queueMail } from '@fynbos/api/platform/mail/mail-service.ts';

/** A process that queues a mail and is killed before the mail is sent: `queue-mail.ts DATABASE ADDRESS`. */
const [, , url = '', to = ''] = process.argv;
const db = connectDb(url, 1);
await db
  .transaction()
  .execute((trx) => queueMail(trx, { template: 'newsletterGoodbye', to, locale: 'en-US', values: {} }));
process.send?.('queued');
setInterval(() => {}, 1000);
