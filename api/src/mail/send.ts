import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../db.ts';
import { deleteMail, giveUpMail, mayTalkLong, postponeMail, takeNextMail } from './store.ts';
import type { Transport } from './transport.ts';

/** A mail server that is down for a night must not cost a customer a mail. */
const longestWaitSeconds = 24 * 60 * 60;
const firstPauseSeconds = 30;
const longestPauseSeconds = 60 * 60;

/**
 * Sends the mail that is due first. It stays locked meanwhile: another process takes the next one, and if this one
 * dies, the mail waits as before.
 *
 * @returns whether there was one; false when nothing is due
 */
export function sendNext(db: Db, transport: Transport, log: FastifyBaseLogger): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const mail = await takeNextMail(trx);
    if (!mail) return false;
    await mayTalkLong(trx);
    const failure = await transport.send(mail);
    if (!failure) await deleteMail(trx, mail.id);
    else if (failure.final || mail.waitedSeconds > longestWaitSeconds) {
      await giveUpMail(trx, mail.id, failure.reason);
      log.error(
        { mail: mail.id, reason: failure.reason, tries: mail.attempt_no + 1 },
        'gave up sending a mail',
      );
    } else {
      await postponeMail(trx, mail.id, failure.reason, pauseAfter(mail.attempt_no));
      log.warn(
        { mail: mail.id, reason: failure.reason, tries: mail.attempt_no + 1 },
        'could not send a mail yet',
      );
    }
    return true;
  });
}

/** Half a minute, then twice as long each time, an hour at most. @param tries how many came before */
export const pauseAfter = (tries: number): number =>
  Math.min(firstPauseSeconds * 2 ** Math.min(tries, 20), longestPauseSeconds);
