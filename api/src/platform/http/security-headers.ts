import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { receivedQuery } from '../../route.ts';
import { isSecure } from './same-origin.ts';

/**
 * Responses other than documents need no resources and must not be framed. A document and its scripts
 * declare their own policy.
 */
const nothingAllowed = "default-src 'none'; frame-ancestors 'none'";

/** Headers of every response. HSTS is sent only over TLS (ASVS 3.4). */
export function carefulHeaders(
  request: FastifyRequest,
  publicUrl: string | undefined,
): Record<string, string> {
  return isSecure(request, publicUrl) ? behindTls : careful;
}

/** The security headers without HSTS, which requires TLS. */
export const careful = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': nothingAllowed,
  // Pictures declare that every site may show them.
  'cross-origin-resource-policy': 'same-origin',
};
const behindTls = { ...careful, 'strict-transport-security': 'max-age=31536000; includeSubDomains' };

/**
 * Headers that only documents use. Calls and pictures omit them, because they are many and small (ADR-008).
 */
const documentHeaders = {
  'referrer-policy': 'strict-origin-when-cross-origin',
  // A payment provider may open its page in a window of its own.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(self), payment=(self), usb=()',
};
const isDocument = (reply: FastifyReply) => /^text\/html\b/i.test(String(reply.getHeader('content-type')));

/**
 * Adds the security headers to every response, and more to documents. No cache may store a response to a
 * request with a token, in a header or (old clients) the query, or one that sets a cookie. This applies to
 * every route (T12). A response without cache headers is stored by no shared cache and revalidated each
 * time.
 */
export function addSecurityHeaders(app: FastifyInstance, publicUrl: string | undefined): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(carefulHeaders(request, publicUrl));
    done();
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (isDocument(reply))
      for (const [name, value] of Object.entries(documentHeaders))
        if (!reply.hasHeader(name)) reply.header(name, value);
    const { token } = receivedQuery(request);
    const { authorization, 'x-cart-token': cart } = request.headers;
    if (authorization || cart || token || reply.hasHeader('set-cookie'))
      reply.header('cache-control', 'no-store');
    else if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-cache');
    done();
  });
}
