import { emailFault } from '@fynbos/core/accounts/fields.ts';
import { Problem } from '@fynbos/core/problem.ts';
import type { Db } from '../db.ts';
import type { Letter, Template } from './letter.ts';
import { render } from './render.ts';
import { countMail, deleteGivenUpMail, insertMail, type MailAbout, readNotOnce } from './store.ts';

/**
 * Puts a mail on its way: it is written in the caller's transaction and sent once that is committed, by whichever
 * process comes first. Without a commit nothing is sent.
 *
 * @throws Problem invalid_input when an address is none, or a header would break into a second line
 */
export async function queueMail<Name extends Template>(db: Db, letter: Letter<Name>): Promise<void> {
  const { subject, html, text } = render(letter as unknown as Letter);
  checkAddress(letter.to, 'to');
  if (letter.replyTo !== undefined) checkAddress(letter.replyTo, 'replyTo');
  checkHeader(subject, 'subject');
  const headers = JSON.stringify(headersOf(letter as unknown as Letter));
  await insertMail(
    db,
    { recipient: letter.to, subject, html, text, headers },
    aboutOf(letter as unknown as Letter),
  );
}

/** The order a mail is about, if it is about one. */
function aboutOf({ template, values }: Letter): MailAbout | undefined {
  const { number } = values as { number?: string };
  return number === undefined ? undefined : { template, number };
}

/** Those of these orders that were not told by exactly one such mail, sent or waiting, and by how many they were. */
export const notToldOnce = (db: Db, template: Template, numbers: readonly string[]) =>
  readNotOnce(db, template, numbers);

/** How many mails wait to be sent and for how long, and how many were given up in the last month. */
export const mailStanding = (db: Db) => countMail(db);

/** Forgets why mails were given up a month ago. */
export const forgetFailedMail = (db: Db): Promise<void> => deleteGivenUpMail(db, 30);

/** What a mail program is told beside the text: who to answer, and how to leave a newsletter (RFC 2369). */
function headersOf({ replyTo, values }: Letter): Record<string, string> {
  const { endLink } = values as { endLink?: string };
  return {
    ...(replyTo ? { 'reply-to': replyTo } : {}),
    ...(endLink ? { 'list-unsubscribe': `<${endLink}>` } : {}),
  };
}

function checkAddress(address: string, field: string): void {
  if (emailFault(address) || address !== address.trim()) {
    throw new Problem('invalid_input', {}, [
      { field, message: 'is no e-mail address', fault: 'email_invalid' },
    ]);
  }
}

/** A line break in a header would begin a header of the writer's own: a second recipient, a second text. */
function checkHeader(value: string, field: string): void {
  if (/\p{Cc}|[\u2028\u2029]/u.test(value)) {
    throw new Problem('invalid_input', {}, [{ field, message: 'must be one line of text' }]);
  }
}
