import { connect } from '../db.ts';
import { queueMail } from '../mail/service.ts';

/** A process that puts a mail on its way and is killed before anybody sends it: `queue-mail.ts DATABASE ADDRESS`. */
const [, , url = '', to = ''] = process.argv;
const db = connect(url, 1);
await db
  .transaction()
  .execute((trx) => queueMail(trx, { template: 'newsletterGoodbye', to, locale: 'en-US', values: {} }));
process.send?.('queued');
setInterval(() => {}, 1000);
