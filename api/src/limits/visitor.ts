import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { sameText } from '../same-text.ts';

/** The header in which the pages' server says for whom it calls. */
export const visitorHeader = 'x-visitor';

/** What only our own pages' server knows. */
export const newVisitorSecret = (): string => randomBytes(32).toString('base64url');

/** Whether a request's headers show the secret. */
export const showsSecret = (headers: IncomingHttpHeaders, secret: string): boolean =>
  sameText(String(headers[visitorHeader] ?? '').split(' ')[0] ?? '', secret);

/**
 * Pages are made by a server that calls this API from beside it: a form that was posted without scripts
 * would come from the machine itself, and all such visitors share their tries. Who knows the secret of
 * this process, which is said to nobody else, may name the visitor.
 *
 * @returns the secret
 */
export function believeOwnPages(app: FastifyInstance, secret = newVisitorSecret()): string {
  app.decorate('visitorSecret', secret);
  app.addHook('onRequest', async (request) => {
    const isOwn = showsSecret(request.headers, secret);
    const [, ip] = String(request.headers[visitorHeader] ?? '').split(' ');
    delete request.headers[visitorHeader];
    if (isOwn && ip) Object.defineProperty(request, 'ip', { value: ip });
  });
  return secret;
}

declare module 'fastify' {
  interface FastifyInstance {
    visitorSecret?: string;
  }
}
