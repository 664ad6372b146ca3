import { setTimeout as pause } from 'node:timers/promises';
import { type MailSink, openMailSink } from '@fynbos/sandbox/mail/mail-sink.ts';
import type { Mail } from '@fynbos/sandbox/mail/mailbox.ts';
import { temporaryFolder } from '../processes/temporary-folder.ts';

/** A mail server for one test, which stores every mail it receives. */
export interface TestMail extends MailSink {
  /** Waits for a mail to this address that is not in `known`. */
  next(address: string, known?: readonly Mail[]): Promise<Mail>;
  /** Waits for a mail to this address with this subject that is not in `known`. */
  about(subject: string, address: string, known?: readonly Mail[]): Promise<Mail>;
  /** The mails to this address, newest first. */
  to(address: string): Mail[];
}

export async function openTestMail(): Promise<TestMail> {
  const { folder, remove } = await temporaryFolder();
  const sink = await openMailSink({ folder, port: 0, maxMails: 2000 });
  const to = (address: string) => sink.mails().filter(({ recipients }) => recipients.includes(address));
  const wait = async (address: string, matches: (mail: Mail) => boolean) => {
    for (;;) {
      const message = to(address).find(matches);
      if (message) return message;
      await pause(10);
    }
  };
  return {
    ...sink,
    to,
    next: (address, known = []) => wait(address, (mail) => !known.includes(mail)),
    about: (subject, address, known = []) =>
      wait(address, (mail) => mail.subject === subject && !known.includes(mail)),
    async close() {
      await sink.close();
      await remove();
    },
  };
}

/** The secret of the first link in a mail that carries one. */
export function linkIn({ text }: Mail): string {
  const link = /[?&]link=([^&\s]+)/.exec(text)?.[1];
  if (!link) throw new Error(`There is no link in the mail: ${text}`);
  return decodeURIComponent(link);
}
