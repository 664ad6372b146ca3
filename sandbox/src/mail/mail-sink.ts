import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { arrivedScript, framed, listPage, mailPage, missingPage } from './mail-pages.ts';
import { type Mail, type Mailbox, openMailbox } from './mailbox.ts';
import { receiveMail } from './smtp-receiver.ts';

/** Accepts all mail of a shop, delivers none of it, and shows it on a local page. */
export interface MailSink {
  /** SMTP address for the shop. */
  smtpUrl: string;
  /** Address of the mail page. */
  pageUrl: string;
  /** Newest first. */
  mails(): readonly Mail[];
  close(): Promise<void>;
}

interface Options {
  folder: string;
  /** The port of the page; 0, or a port in use, becomes a free one. */
  port: number;
  /** Number of mails to retain. */
  maxMails?: number;
}

export async function openMailSink({ folder, port, maxMails }: Options): Promise<MailSink> {
  const mailbox = await openMailbox(folder, maxMails);
  const waiting = new Set<ServerResponse>();
  const receiver = await receiveMail(async (raw, recipients) => {
    await mailbox.save(raw, recipients);
    for (const reader of waiting) reader.write('data: new\n\n');
  });
  const server = createServer((request, response) => {
    const place = new URL(request.url ?? '/', 'http://localhost').pathname;
    if (!isLocal(request.headers.host))
      return void respond(response, 403, 'text/plain', 'Only local requests are accepted.');
    if (place === '/arrived') return void follow(response, waiting);
    const posted = request.method === 'POST';
    if (posted && !isOwn(request.headers.origin, request.headers.host)) {
      return void respond(response, 403, 'text/plain', 'Only local requests are accepted.');
    }
    show(posted ? `POST ${place}` : place, mailbox, response).catch(() => response.destroy());
  });
  await listen(server, port).catch(() => listen(server, 0));
  return {
    smtpUrl: receiver.url,
    pageUrl: `http://localhost:${(server.address() as AddressInfo).port}`,
    mails: mailbox.all,
    async close() {
      await receiver.close();
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function show(place: string, mailbox: Mailbox, response: ServerResponse): Promise<void> {
  const html = 'text/html; charset=utf-8';
  if (place === '/') return respond(response, 200, html, listPage(mailbox.all()));
  if (place === '/arrived.js') return respond(response, 200, 'text/javascript', arrivedScript);
  if (place === '/mails.json') {
    return respond(response, 200, 'application/json', JSON.stringify(mailbox.all()));
  }
  if (place === 'POST /empty') {
    await mailbox.empty();
    response.writeHead(303, { location: '/' }).end();
    return;
  }
  const [, id = '', form] = /^\/mail\/([\w-]+)(\/html)?$/.exec(place) ?? [];
  const mail = mailbox.find(id);
  if (!mail) return respond(response, 404, html, missingPage);
  return form
    ? respond(response, 200, html, framed(mail), framePolicy)
    : respond(response, 200, html, mailPage(mail));
}

const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'self'; connect-src 'self'; img-src data:; frame-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";
/** A mail runs no script and fetches nothing, wherever it is opened. */
const framePolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:";

function respond(
  response: ServerResponse,
  status: number,
  type: string,
  body: string,
  policy = pagePolicy,
): void {
  response
    .writeHead(status, {
      'content-type': type,
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
    .end(body);
}

function follow(response: ServerResponse, waiting: Set<ServerResponse>): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  response.write(': hello\n\n');
  waiting.add(response);
  response.on('close', () => waiting.delete(response));
}

/** A foreign host name that resolves to this computer must not read the mails (DNS rebinding). */
const isLocal = (host: string | undefined) => /^(localhost|127\.0\.0\.1)(:\d+)?$/.test(host ?? '');
const isOwn = (origin: string | undefined, host: string | undefined) => origin === `http://${host}`;

function listen(server: Server, port: number): Promise<void> {
  return new Promise((listening, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', failed);
      listening();
    });
  });
}
