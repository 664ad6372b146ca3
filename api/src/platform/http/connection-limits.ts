import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Problem, type ProblemCode } from '@fynbos/core/problem.ts';
import type { FastifyInstance } from 'fastify';
import type { IsTrusted } from '../observability/trusted-caller.ts';
import { clientIpOf } from '../rate-limit/client-ip.ts';
import { careful } from './security-headers.ts';

/**
 * Timeouts for slow clients and limits on open connections. All numbers are far from normal use: a slow
 * client sends its headers in a second, a body of 100 kB in ten.
 */
const headersMs = 10_000;
const requestMs = 30_000;
/**
 * Longer than proxies hold their connections, so that none finds one closed while sending; connections of
 * visitors are many.
 */
const idleMs = { ofProxies: 72_000, ofVisitors: 15_000 };
/** Timeout of a connection without any traffic during a response; no response takes as long to produce. */
const silentMs = 100_000;
/** Grace period for requests still being received at shutdown, in milliseconds. */
export const drainTimeoutMs = 2000;
/** Interval of connection checks; timeouts can be exceeded by as much. */
const checkIntervalMs = 2000;

/**
 * Maximum number of connections of one client IP to one process. A mobile network has hundreds of shoppers
 * behind one address, and a browser opens six. Behind an operator's proxy there is no limit.
 */
const maxConnections = 1000;

/**
 * Server options that time out slow clients.
 * @param isBehindProxy whether visitors come through an operator's proxy
 */
export const timeoutOptions = (isBehindProxy: boolean) => ({
  requestTimeout: requestMs,
  keepAliveTimeout: isBehindProxy ? idleMs.ofProxies : idleMs.ofVisitors,
  connectionTimeout: silentMs,
  http: { headersTimeout: headersMs, connectionsCheckingInterval: checkIntervalMs },
  clientErrorHandler: rejectUnreadable,
});

const unreadable: ReadonlyMap<string, ProblemCode> = new Map([
  ['HPE_HEADER_OVERFLOW', 'headers_too_large'],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 'body_too_large'],
  ['ERR_HTTP_REQUEST_TIMEOUT', 'too_slow'],
]);

/**
 * Responds to malformed or incomplete HTTP with a normal error body, then closes: later bytes on this
 * connection cannot be trusted.
 */
function rejectUnreadable({ code = '' }: NodeJS.ErrnoException, socket: Socket): void {
  // A response in progress must not contain a second set of headers. Node has no public field for it.
  const { _httpMessage: response } = socket as Socket & { _httpMessage?: ServerResponse | null };
  if (code === 'ECONNRESET' || !socket.writable || response?.headersSent) return void socket.destroy();
  const problem = new Problem(unreadable.get(code) ?? 'malformed_body');
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

/** Rejects a request with two hosts: a proxy and the shop could use different ones (RFC 9112, 3.2). */
export function refuseTwoHosts(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw: { rawHeaders } }, _reply, done) => {
    let hosts = 0;
    // `at` is below the length.
    for (let at = 0; at < rawHeaders.length; at += 2) if (isHost(rawHeaders[at]!)) hosts += 1;
    done(hosts > 1 ? new Problem('malformed_body', {}, [twoHosts]) : undefined);
  });
}

const twoHosts = { field: 'headers/host', message: 'occurs twice' };
const isHost = (name: string): boolean => name.length === 4 && name.toLowerCase() === 'host';

const warnIntervalMs = 60_000;

/**
 * Closes connections over the limit of a client IP, with one warning a minute.
 * @param isProxy whether the caller is an operator's proxy, which carries all visitors
 */
export function limitConnections(
  { server, log }: FastifyInstance,
  isProxy: IsTrusted,
  max = maxConnections,
): void {
  const connections = new Map<string, number>();
  let warnedAt = Number.NEGATIVE_INFINITY;
  const warn = (from: string | undefined) => {
    if (performance.now() - warnedAt < warnIntervalMs) return;
    warnedAt = performance.now();
    log.warn({ from, max }, 'connection limit reached for client IP; closing new connections');
  };
  server.on('connection', (socket: Socket) => {
    if (isProxy({ socket, headers: {} })) return;
    const clientIp = clientIpOf(socket.remoteAddress ?? '');
    const held = (connections.get(clientIp) ?? 0) + 1;
    if (held > max) {
      warn(socket.remoteAddress);
      return void socket.resetAndDestroy();
    }
    connections.set(clientIp, held);
    socket.once('close', () => {
      const left = (connections.get(clientIp) ?? 0) - 1;
      if (left > 0) connections.set(clientIp, left);
      else connections.delete(clientIp);
    });
  });
}

/**
 * Ends the connections of a closing server. By default it waits for the last one while its timeouts no
 * longer run. An unused connection ends at once, one with a pending response after that response, and an
 * incomplete request after the drain timeout.
 */
export function drainConnections(app: FastifyInstance): void {
  const responses = new Map<Socket, ServerResponse | undefined>();
  let isClosing = false;
  app.server.on('connection', (socket: Socket) => {
    responses.set(socket, undefined);
    socket.once('close', () => responses.delete(socket));
  });
  app.server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    responses.set(socket, response);
    response.once('close', () => {
      if (responses.get(socket) !== response) return;
      responses.set(socket, undefined);
      // Its headers may have been sent before, with keep-alive.
      if (isClosing) socket.destroySoon();
    });
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    for (const [socket, response] of responses)
      if (response) response.shouldKeepAlive = false;
      else if (socket.bytesRead === 0) socket.destroy();
    setTimeout(() => {
      for (const [socket, response] of responses) if (!response?.req.complete) socket.destroy();
    }, drainTimeoutMs).unref();
  });
}
