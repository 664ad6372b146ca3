import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pageOriginHeader } from '../app/platform/pages/page-origin-header.ts';
import { plainPagePolicy, retryAfterSeconds } from '../app/platform/pages/plain-page.ts';
import type { ClientFile } from './http/client-files.ts';
import { type Bodies, codingFor, unpacked } from './http/compression.ts';
import { fileSecurityPolicy } from './http/content-security-policy.ts';
import { pageKindHeader } from './page-cache/cache-tags.ts';
import type { Page } from './page-cache/page.ts';

const year = 31_536_000;
const week = 604_800;

/** Sent at once, except for the few clients that accept no compression. */
type Sent = FastifyReply | Promise<FastifyReply>;

/**
 * Sends a page. Browsers revalidate it every time, because it has no cache header, and get 304 when it is
 * unchanged (ETag).
 */
export function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page): Sent {
  reply.code(page.status).headers(page.headers);
  for (const cookie of page.cookies) reply.header('set-cookie', cookie);
  if (page.status === 503) reply.header('retry-after', retryAfterSeconds);
  reply.header('vary', 'accept-encoding, accept-language, cookie, save-data');
  return sendBodies(request, reply, page.bodies);
}

/**
 * Sends a file of the build; browsers cache a file with a hash in its name for a year, and an icon for a week.
 * Other sites may show the icons.
 */
export function sendFile(request: FastifyRequest, reply: FastifyReply, file: ClientFile): Sent {
  const isPicture = file.type.startsWith('image/');
  const aWhile = file.isWorker ? 'no-cache' : `public, max-age=${isPicture ? week : 3600}`;
  reply.code(200).headers({
    'content-type': file.type,
    'cache-control': file.immutable ? `public, max-age=${year}, immutable` : aWhile,
    'content-security-policy': fileSecurityPolicy,
    vary: 'accept-encoding',
    etag: file.etag,
    ...(isPicture && { 'cross-origin-resource-policy': 'cross-origin' }),
  });
  return sendBodies(request, reply, file.bodies);
}

function sendBodies(request: FastifyRequest, reply: FastifyReply, bodies: Bodies): Sent {
  if (isKnown(request.headers['if-none-match'], reply.getHeader('etag'))) {
    return reply.code(304).removeHeader('content-type').send();
  }
  const coding = codingFor(request.headers['accept-encoding'], bodies);
  const body = bodies[coding];
  if (!body) return unpacked(bodies).then((identity) => sendBody(request, reply, identity));
  if (coding !== 'identity') reply.header('content-encoding', coding);
  return sendBody(request, reply, body);
}

function sendBody(request: FastifyRequest, reply: FastifyReply, body: Buffer): FastifyReply {
  reply.header('content-length', body.length);
  return request.method === 'HEAD' ? reply.send() : reply.send(body);
}

function isKnown(ifNoneMatch: string | undefined, etag: unknown): boolean {
  if (!ifNoneMatch || typeof etag !== 'string') return false;
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/** Streams a response: feeds, downloads, redirects. */
export async function sendStream(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  reply.code(response.status);
  for (const [name, value] of response.headers)
    if (name !== 'set-cookie' && name !== pageKindHeader) reply.header(name, value);
  for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie);
  if (!response.body) return reply.send();
  // Node and the browser declare the same streams as different types.
  return reply.send(Readable.fromWeb(response.body as never));
}

/** Sends the browser to an address of another store view, where it loads a new document (spec accounts 2.1). */
export function sendElsewhere(request: FastifyRequest, reply: FastifyReply, address: string): FastifyReply {
  reply.header('cache-control', 'no-store');
  const [pathname = ''] = (request.raw.url ?? '').split('?', 1);
  const isData = pathname.endsWith('.data');
  if (!isData) return reply.redirect(address, request.method === 'POST' ? 307 : 302);
  return reply
    .code(204)
    .headers({ 'x-remix-redirect': address, 'x-remix-status': '302', 'x-remix-reload-document': 'true' })
    .send();
}

/**
 * Sends the page of a shop that is too busy to render the requested one.
 * @param html undefined for the data of a page, which its script requests again
 */
export function sendBusy(reply: FastifyReply, html: string | undefined): FastifyReply {
  return reply
    .code(503)
    .type(`text/${html === undefined ? 'plain' : 'html'}; charset=utf-8`)
    .headers({ 'retry-after': retryAfterSeconds, 'cache-control': 'no-store' })
    .header('content-security-policy', plainPagePolicy)
    .header(pageOriginHeader, 'once')
    .send(html ?? 'The shop is busy.');
}

/** A short plain response, for addresses that are not pages. */
export function sendPlain(reply: FastifyReply, status: number, sentence: string): FastifyReply {
  return reply
    .code(status)
    .type('text/plain; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(sentence);
}
