import { validateEmail } from '@fynbos/core/accounts/field-rules.ts';
import { cleanCode } from '@fynbos/core/clean-text.ts';
import { oneClick } from '@fynbos/core/newsletter/one-click.ts';
import { Problem } from '@fynbos/core/problem.ts';
import type { Db } from '../../db.ts';
import { countMail, deleteAbandonedMail, insertMail, type MailAbout, readNotOnce } from './mail-store.ts';
import { renderMail } from './templates/mail-renderer.ts';
import { type AnyMail, type MailMessage, shapeOf, type Template } from './templates/mail-templates.ts';

/**
 * Queues a mail: it is written in the caller's transaction and sent after the commit by any process.
 * Without a commit nothing is sent.
 * @param announced `after commit`: the caller notifies the workers then; they also look every few seconds
 * @throws Problem invalid_input when an address is invalid, or a header contains a line break
 */
export async function queueMail<Name extends Template>(
  db: Db,
  mail: MailMessage<Name>,
  announced: 'at commit' | 'after commit' = 'at commit',
): Promise<void> {
  const { subject, html, text } = renderMail(mail);
  checkAddress(mail.to, 'to');
  if (mail.replyTo !== undefined) checkAddress(mail.replyTo, 'replyTo');
  checkHeader(subject, 'subject');
  const headers = JSON.stringify(headersOf(mail));
  const isAnnounced = announced === 'at commit';
  await insertMail(db, { recipient: mail.to, subject, html, text, headers }, aboutOf(mail), isAnnounced);
}

/** Returns the order a mail is about, if any. */
function aboutOf({ template, values: { number } }: AnyMail): MailAbout | undefined {
  return number === undefined ? undefined : { template, number: String(number) };
}

/** Finds the orders without exactly one mail of this template, sent or queued, with the number of mails. */
export const findNotMailedOnce = (db: Db, template: Template, numbers: readonly string[]) =>
  readNotOnce(db, template, numbers);

/** Counts queued mails with their age, and the mails given up in the last month. */
export const mailStatus = (db: Db) => countMail(db);

/** Deletes mails given up more than a month ago. */
export const forgetFailedMail = (db: Db): Promise<void> => deleteAbandonedMail(db, 30);

/**
 * Headers for mail programs: the reply address, and how to leave a newsletter, by its page (RFC 2369) or by one
 * POST (RFC 8058).
 */
function headersOf({ template, replyTo, values }: AnyMail): Record<string, string> {
  const { end } = shapeOf(template);
  return {
    ...(replyTo ? { 'reply-to': replyTo } : {}),
    ...(end && {
      'list-unsubscribe': `<${values[end]}>`,
      'list-unsubscribe-post': `${oneClick.field}=${oneClick.value}`,
    }),
  };
}

function checkAddress(address: string, field: string): void {
  if (validateEmail(address) || address !== cleanCode(address)) {
    throw new Problem('invalid_input', {}, [
      { field, message: 'is not an e-mail address', fault: 'email_invalid' },
    ]);
  }
}

/** A line break in a header would start another header: a second recipient, a second text. */
function checkHeader(value: string, field: string): void {
  if (/\p{Cc}|[\u2028\u2029]/u.test(value)) {
    throw new Problem('invalid_input', {}, [{ field, message: 'must be one line of text' }]);
  }
}
