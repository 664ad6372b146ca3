import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { isEqualInConstantTime } from '../security/constant-time-equal.ts';

/** The header in which the page server passes on the visitor's address. */
export const visitorHeader = 'x-visitor';

/** Creates the secret that only the shop's page server knows. */
export const newVisitorSecret = (): string => randomBytes(32).toString('base64url');

/** Whether the headers contain the secret. */
export const showsSecret = (headers: IncomingHttpHeaders, secret: string): boolean =>
  isEqualInConstantTime(String(headers[visitorHeader] ?? '').split(' ')[0] ?? '', secret);

/**
 * Trusts the visitor header of the shop's own page server. That server calls this API locally: a form
 * posted without scripts would come from the server's own address, and all such visitors would share one
 * limit. A caller with this process's secret may name the visitor.
 * @returns the secret
 */
export function believeOwnPages(app: FastifyInstance, secret = newVisitorSecret()): string {
  app.decorate('visitorSecret', secret);
  app.addHook('onRequest', (request, _reply, done) => {
    // Deleting a property that does not exist would still make every later access slower.
    if (request.headers[visitorHeader] !== undefined) {
      const isOwn = showsSecret(request.headers, secret);
      const [, ip] = String(request.headers[visitorHeader]).split(' ');
      delete request.headers[visitorHeader];
      if (isOwn && ip) Object.defineProperty(request, 'ip', { value: ip });
    }
    done();
  });
  return secret;
}

declare module 'fastify' {
  interface FastifyInstance {
    visitorSecret?: string;
  }
}
