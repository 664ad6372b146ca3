import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Problem, type ProblemCode } from '@fynbos/core/problem.ts';
import type { FastifyInstance } from 'fastify';
import { careful } from '../careful-answers.ts';
import type { IsTrusted } from '../operation/trusted-caller.ts';
import { machineOf } from './client-address.ts';

/**
 * How long somebody may take to say what they want, and how many lines they may hold open. All numbers are far from what
 * an honest line does: a slow one sends its headers in a second, its hundred kilobytes in ten.
 */
const headersMs = 10_000;
const requestMs = 30_000;
/** Longer than proxies keep their lines to us, so that none finds one closed as it sends; of others' lines there are many. */
const idleMs = { ofProxies: 72_000, ofVisitors: 15_000 };
/** A line that carries nothing at all while it is answered; no answer of ours takes as long to be made. */
const silentMs = 100_000;
/** As the server closes: whoever has not said by then what they want ends without an answer. */
export const lastWordsMs = 2000;
/** How often lines are looked at; they last so much longer than they may. */
const lookMs = 2000;

/**
 * Lines of one machine to one process. A mobile network puts hundreds of shoppers behind one address, a browser opens six;
 * behind a proxy of the operator's nobody is counted here.
 */
const mostLines = 1000;

/** For the HTTP server: who does not come to the point is shown out. @param isBehindProxy whether visitors come through one of the operator's */
export const patientOptions = (isBehindProxy: boolean) => ({
  requestTimeout: requestMs,
  keepAliveTimeout: isBehindProxy ? idleMs.ofProxies : idleMs.ofVisitors,
  connectionTimeout: silentMs,
  http: { headersTimeout: headersMs, connectionsCheckingInterval: lookMs },
  clientErrorHandler: answerUnreadable,
});

const unreadable: Record<string, ProblemCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'body_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'too_slow',
};

/** Answers what is no HTTP, or does not end, in the form of every refusal; nothing after it on this line can be trusted. */
function answerUnreadable({ code = '' }: NodeJS.ErrnoException, socket: Socket): void {
  // Whoever is being answered already must not find a second head in it.
  const { _httpMessage: answer } = socket as Socket & { _httpMessage?: ServerResponse | null };
  if (code === 'ECONNRESET' || !socket.writable || answer?.headersSent) return void socket.destroy();
  const problem = new Problem(Object.hasOwn(unreadable, code) ? unreadable[code]! : 'malformed_body');
  const meta = { problem: problem.code, retry: false, requestId: crypto.randomUUID() };
  const body = JSON.stringify({ code: problem.status, result: problem.message, meta });
  const head = [
    `HTTP/1.1 ${problem.status} Refused`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    ...Object.entries(careful).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

/**
 * Refuses a request with two hosts: proxies and we could believe different ones (RFC 9112, 3.2).
 */
export function refuseTwoHosts(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw: { rawHeaders } }, _reply, done) => {
    let hosts = 0;
    for (let at = 0; at < rawHeaders.length; at += 2) if (isHost(rawHeaders[at]!)) hosts += 1;
    done(hosts > 1 ? new Problem('malformed_body', {}, [twoHosts]) : undefined);
  });
}

const twoHosts = { field: 'headers/host', message: 'is there twice' };
const isHost = (name: string): boolean => name.length === 4 && name.toLowerCase() === 'host';

const sayAgainMs = 60_000;

/**
 * Turns away whoever holds too many lines already, and says so once a minute.
 *
 * @param isProxy whether who calls is a proxy of the operator's, through which everybody comes
 */
export function limitLines({ server, log }: FastifyInstance, isProxy: IsTrusted, most = mostLines): void {
  const lines = new Map<string, number>();
  let saidAt = Number.NEGATIVE_INFINITY;
  const say = (from: string | undefined) => {
    if (performance.now() - saidAt < sayAgainMs) return;
    saidAt = performance.now();
    log.warn({ from, most }, 'a machine holds as many connections as it may; more are closed');
  };
  server.on('connection', (socket: Socket) => {
    if (isProxy({ socket, headers: {} } as IncomingMessage)) return;
    const machine = machineOf(socket.remoteAddress ?? '');
    const held = (lines.get(machine) ?? 0) + 1;
    if (held > most) {
      say(socket.remoteAddress);
      return void socket.resetAndDestroy();
    }
    lines.set(machine, held);
    socket.once('close', () => {
      const left = lines.get(machine)! - 1;
      if (left > 0) lines.set(machine, left);
      else lines.delete(machine);
    });
  });
}

/**
 * Ends the lines of a server that closes. By itself it waits for the last of them, and its clocks stand still by then: one that
 * never carried anything ends at once, one that is being answered with its answer, one that does not come to the point soon
 * after.
 */
export function endLines(app: FastifyInstance): void {
  const answering = new Map<Socket, ServerResponse | undefined>();
  let isClosing = false;
  app.server.on('connection', (socket: Socket) => {
    answering.set(socket, undefined);
    socket.once('close', () => answering.delete(socket));
  });
  app.server.on('request', ({ socket }: IncomingMessage, answer: ServerResponse) => {
    answering.set(socket, answer);
    answer.once('close', () => {
      if (answering.get(socket) !== answer) return;
      answering.set(socket, undefined);
      // Its head may have gone out before, and have said that the line stays.
      if (isClosing) socket.destroySoon();
    });
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    for (const [socket, answer] of answering)
      if (answer) answer.shouldKeepAlive = false;
      else if (socket.bytesRead === 0) socket.destroy();
    setTimeout(() => {
      for (const [socket, answer] of answering) if (!answer?.req.complete) socket.destroy();
    }, lastWordsMs).unref();
  });
}
