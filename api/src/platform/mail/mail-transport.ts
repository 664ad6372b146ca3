import { createTransport } from 'nodemailer';
import { steps } from '../diagnostics/diagnostics-channels.ts';
import { isRecord } from '../json/is-record.ts';

/** A mail as passed to the mail server. */
interface Outgoing {
  /** Random, and unique for ever. */
  message_id: string;
  recipient: string;
  subject: string;
  html: string;
  text: string;
  headers: Record<string, string>;
}

/** Why a mail was rejected, without addresses; final when a retry is useless. */
interface Failure {
  reason: string;
  final: boolean;
}

export interface Transport {
  /** @returns undefined when the mail server accepted it */
  send(mail: Outgoing): Promise<Failure | undefined>;
  close(): void;
}

export interface MailSender {
  name: string;
  address: string;
}

const timeoutMs = 15_000;
/** Mails that are sent at the same time, so that they leave as fast as orders arrive. */
export const maxMailConnections = 4;

/**
 * Sends by SMTP. A password is only sent encrypted, unless the URL contains `?requireTLS=false`.
 * @param url `smtp://user:password@host:587`, or `smtps://`
 */
export function smtpTransport(url: string, from: MailSender): Transport {
  const mailer = createTransport({
    url,
    // Options in the URL override the ones here.
    requireTLS: new URL(url).password !== '',
    pool: true,
    maxConnections: maxMailConnections,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: 2 * timeoutMs,
    // A template is text: it never makes the shop read a file or a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = from.address.split('@')[1];
  return {
    close: () => mailer.close(),
    async send({ message_id, recipient, subject, html, text, headers }) {
      try {
        const message = {
          from,
          to: { name: '', address: recipient },
          // Addresses are never parsed from text, so none can add a second one.
          envelope: { from: from.address, to: [recipient] },
          subject,
          html,
          text,
          headers: { 'auto-submitted': 'auto-generated', ...headers },
          // The same for every attempt, so that a mail sent twice after a crash can be recognised.
          messageId: `<${message_id}@${domain}>`,
        };
        await steps.mail.tracePromise(() => mailer.sendMail(message), { name: 'smtp send' });
        return undefined;
      } catch (error) {
        return failureOf(error);
      }
    },
  };
}

/** The server's message may contain the recipient: only its code is stored. */
function failureOf(error: unknown): Failure {
  const { code = 'unknown', responseCode } = isRecord(error) ? error : {};
  const aboutThisMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  return {
    reason: [code, responseCode].filter(Boolean).join(' '),
    final: aboutThisMail && typeof responseCode === 'number' && responseCode >= 500,
  };
}
