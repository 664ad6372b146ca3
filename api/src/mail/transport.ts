import { createTransport } from 'nodemailer';
import { steps } from '../operation/steps.ts';

/** A mail as it is handed to the mail server. */
export interface Outgoing {
  id: number;
  recipient: string;
  subject: string;
  html: string;
  text: string;
  headers: Record<string, string>;
}

/** Why a mail was not taken, in words without addresses; final when asking again changes nothing. */
export interface Failure {
  reason: string;
  final: boolean;
}

export interface Transport {
  /** @returns nothing when the mail server took it */
  send(mail: Outgoing): Promise<Failure | undefined>;
  close(): void;
}

export interface Sender {
  name: string;
  address: string;
}

const patienceMs = 15_000;

/**
 * Sends by SMTP. A password is told to no server that will not encrypt, unless the address says `?requireTLS=false`.
 *
 * @param url `smtp://user:password@host:587`, or `smtps://`
 */
export function smtpTransport(url: string, from: Sender): Transport {
  const mailer = createTransport({
    url,
    // What the address says goes before what stands here.
    requireTLS: new URL(url).password !== '',
    pool: true,
    maxConnections: 1,
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: 2 * patienceMs,
    // A template is text: it never makes the shop read a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = from.address.split('@')[1];
  return {
    close: () => mailer.close(),
    async send({ id, recipient, subject, html, text, headers }) {
      try {
        const letter = {
          from,
          to: { name: '', address: recipient },
          // Addresses are never read out of text, so none can bring a second one along.
          envelope: { from: from.address, to: [recipient] },
          subject,
          html,
          text,
          headers: { 'auto-submitted': 'auto-generated', ...headers },
          // The same at every try, so that a mail sent twice by a crash can be told from two.
          messageId: `<mail-${id}@${domain}>`,
        };
        await steps.mail.tracePromise(() => mailer.sendMail(letter), { name: 'smtp send' });
        return undefined;
      } catch (error) {
        return failureOf(error);
      }
    },
  };
}

/** The server's words may name the recipient: only its code is kept. */
function failureOf(error: unknown): Failure {
  const { code = 'unknown', responseCode } = error as { code?: string; responseCode?: number };
  const aboutThisMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  return {
    reason: [code, responseCode].filter(Boolean).join(' '),
    final: aboutThisMail && responseCode !== undefined && responseCode >= 500,
  };
}
