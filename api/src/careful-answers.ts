import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isSecure } from './own-origin.ts';

/** What is no document needs nothing, and nobody may frame it; a document and its scripts say what they need themselves. */
const nothingAllowed = "default-src 'none'; frame-ancestors 'none'";

/** What every answer carries, whoever makes it; HSTS only where there is TLS to insist on (ASVS 3.4). */
export function carefulHeaders(
  request: FastifyRequest,
  publicUrl: string | undefined,
): Record<string, string> {
  return isSecure(request, publicUrl) ? behindTls : careful;
}

/** Without what only TLS can promise. */
export const careful = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': nothingAllowed,
};
const behindTls = { ...careful, 'strict-transport-security': 'max-age=31536000; includeSubDomains' };

/** What a document alone can use, and nothing that comes with it: calls and pictures are many, and small (decision page 008). */
const documentHeaders = {
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(self), payment=(self), usb=()',
};
const isDocument = (reply: FastifyReply) => /^text\/html\b/i.test(String(reply.getHeader('content-type')));

/**
 * Gives every answer these headers, a document more of them, and sees to it that no cache keeps what was asked for with a token, in a header or
 * (old clients) the query, or comes with a cookie, whichever noun answers: nobody has to think of it (T12). What says
 * nothing of caches is kept by none that several people share, and asked about again each time.
 */
export function answerCarefully(app: FastifyInstance, publicUrl: string | undefined): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(carefulHeaders(request, publicUrl));
    done();
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (isDocument(reply))
      for (const [name, value] of Object.entries(documentHeaders))
        if (!reply.hasHeader(name)) reply.header(name, value);
    const { token } = request.query as { token?: unknown };
    const { authorization, 'x-cart-token': cart } = request.headers;
    if (authorization || cart || token || reply.hasHeader('set-cookie'))
      reply.header('cache-control', 'no-store');
    else if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-cache');
    done();
  });
}
