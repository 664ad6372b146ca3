import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../../db.ts';
import { abandonMail, deleteMail, lockNextMail, postponeMail } from './mail-store.ts';
import type { Transport } from './mail-transport.ts';

/** A mail server may be down for a night without losing a customer's mail. */
const maxWaitSeconds = 24 * 60 * 60;
const firstPauseSeconds = 30;
const maxPauseSeconds = 60 * 60;

/**
 * Sends the next due mail. It stays locked meanwhile: another process takes the next one, and if this one
 * dies, the mail stays queued.
 * @param another called before the mail is sent, when other mails are due
 * @returns whether there was one; false when nothing is due
 */
export function sendNext(
  db: Db,
  transport: Transport,
  log: FastifyBaseLogger,
  another = () => {},
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const mail = await lockNextMail(trx);
    if (!mail) return false;
    if (mail.hasMore) another();
    const failure = await transport.send(mail);
    if (!failure) await deleteMail(trx, mail.id);
    else if (failure.final || mail.waitedSeconds > maxWaitSeconds) {
      await abandonMail(trx, mail.id, failure.reason);
      log.error(
        { mail: mail.id, reason: failure.reason, attempts: mail.attempt_no + 1 },
        'gave up sending a mail',
      );
    } else {
      await postponeMail(trx, mail.id, failure.reason, pauseAfter(mail.attempt_no));
      log.warn(
        { mail: mail.id, reason: failure.reason, attempts: mail.attempt_no + 1 },
        'could not send a mail yet',
      );
    }
    return true;
  });
}

/**
 * Half a minute, doubled each time, at most an hour.
 * @param attempts the number of earlier attempts
 */
export const pauseAfter = (attempts: number): number =>
  Math.min(firstPauseSeconds * 2 ** Math.min(attempts, 20), maxPauseSeconds);
