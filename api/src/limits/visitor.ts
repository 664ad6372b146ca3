import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/** The header in which the pages' server says for whom it calls. */
export const visitorHeader = 'x-visitor';

/**
 * Pages are made by a server that calls this API from beside it: a form that was posted without scripts
 * would come from the machine itself, and all such visitors share their tries. Who knows the secret of
 * this process, which is said to nobody else, may name the visitor.
 *
 * @returns the secret
 */
export function believeOwnPages(app: FastifyInstance): string {
  const secret = randomBytes(32).toString('base64url');
  const known = Buffer.from(secret);
  app.decorate('visitorSecret', secret);
  app.addHook('onRequest', async (request) => {
    const [said = '', ip] = String(request.headers[visitorHeader] ?? '').split(' ');
    delete request.headers[visitorHeader];
    const given = Buffer.from(said);
    if (!ip || given.length !== known.length || !timingSafeEqual(given, known)) return;
    Object.defineProperty(request, 'ip', { value: ip });
  });
  return secret;
}

declare module 'fastify' {
  interface FastifyInstance {
    visitorSecret?: string;
  }
}
