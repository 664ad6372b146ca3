import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type KeptMail, type Mail, openKeptMail } from './kept-mail.ts';
import { arrivedScript, framed, listPage, mailPage, missingPage } from './mail-pages.ts';
import { receiveMail } from './receive-mail.ts';

/** Takes all mail of a shop, sends none of it on, and shows it on a page of this machine. */
export interface MailSink {
  /** Where the shop gives its mail to. */
  smtpUrl: string;
  /** Where a person reads it. */
  pageUrl: string;
  /** Newest first. */
  mails(): readonly Mail[];
  close(): Promise<void>;
}

interface Options {
  folder: string;
  /** The port of the page; 0, or one that is in use, becomes a free one. */
  port: number;
  /** How many mails are kept. */
  most?: number;
}

export async function openMailSink({ folder, port, most }: Options): Promise<MailSink> {
  const kept = await openKeptMail(folder, most);
  const waiting = new Set<ServerResponse>();
  const receiver = await receiveMail(async (raw, recipients) => {
    await kept.keep(raw, recipients);
    for (const reader of waiting) reader.write('data: new\n\n');
  });
  const server = createServer((request, response) => {
    const place = new URL(request.url ?? '/', 'http://localhost').pathname;
    if (!isLocal(request.headers.host)) return void answer(response, 403, 'text/plain', 'Not from here.');
    if (place === '/arrived') return void follow(response, waiting);
    const posted = request.method === 'POST';
    if (posted && !isOwn(request.headers.origin, request.headers.host)) {
      return void answer(response, 403, 'text/plain', 'Not from here.');
    }
    show(posted ? `POST ${place}` : place, kept, response).catch(() => response.destroy());
  });
  await listen(server, port).catch(() => listen(server, 0));
  return {
    smtpUrl: receiver.url,
    pageUrl: `http://localhost:${(server.address() as AddressInfo).port}`,
    mails: kept.all,
    async close() {
      await receiver.close();
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function show(place: string, kept: KeptMail, response: ServerResponse): Promise<void> {
  const html = 'text/html; charset=utf-8';
  if (place === '/') return answer(response, 200, html, listPage(kept.all()));
  if (place === '/arrived.js') return answer(response, 200, 'text/javascript', arrivedScript);
  if (place === '/mails.json') {
    return answer(response, 200, 'application/json', JSON.stringify(kept.all()));
  }
  if (place === 'POST /empty') {
    await kept.empty();
    response.writeHead(303, { location: '/' }).end();
    return;
  }
  const [, id = '', form] = /^\/mail\/([\w-]+)(\/html)?$/.exec(place) ?? [];
  const mail = kept.find(id);
  if (!mail) return answer(response, 404, html, missingPage);
  return form
    ? answer(response, 200, html, framed(mail), framePolicy)
    : answer(response, 200, html, mailPage(mail));
}

const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'self'; connect-src 'self'; img-src data:; frame-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";
/** A mail runs nothing and fetches nothing, wherever it is opened. */
const framePolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:";

function answer(
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

/** Another site's name that leads to this machine must not read the mails (DNS rebinding). */
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
