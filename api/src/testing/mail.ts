import { setTimeout as pause } from 'node:timers/promises';
import type { Mail } from '@fynbos/sandbox/kept-mail.ts';
import { type MailSink, openMailSink } from '@fynbos/sandbox/mail-sink.ts';
import { temporaryFolder } from './folder.ts';

/** A mail server of the test's own, which keeps what it is given. */
export interface TestMail extends MailSink {
  /** Waits for the newest mail to this address, or for the newest that comes after `known` mails to it. */
  next(address: string, known?: number): Promise<Mail>;
  /** The mails to this address, newest first. */
  to(address: string): Promise<Mail[]>;
}

export async function openTestMail(): Promise<TestMail> {
  const { folder, remove } = await temporaryFolder();
  const sink = await openMailSink({ folder, port: 0, most: 2000 });
  const to = async (address: string) =>
    (await sink.mails()).filter(({ recipients }) => recipients.includes(address));
  return {
    ...sink,
    to,
    async next(address, known = 0) {
      for (;;) {
        const mails = await to(address);
        if (mails.length > known) return mails[0]!;
        await pause(20);
      }
    },
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
