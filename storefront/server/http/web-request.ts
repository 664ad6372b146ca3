import type { FastifyReply, FastifyRequest } from 'fastify';

/** Scheme and host for the visitor: the configured public address, else those of the request. */
export function originOf(request: FastifyRequest, publicUrl: string | undefined): string {
  return publicUrl ?? `${request.protocol}://${request.host}`;
}

/** Aborts when the visitor disconnects before the response is complete. */
export function leaving(reply: FastifyReply): AbortSignal {
  const left = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) left.abort(new DOMException('The visitor left', 'AbortError'));
  });
  return left.signal;
}

/**
 * Whether a form was sent from a page of another site; a request without these headers is trusted. Hosts
 * are compared, not schemes: behind a proxy that ends TLS, this server does not know its own scheme.
 */
export function isForeignForm(request: FastifyRequest, origin: string): boolean {
  const { origin: sender, 'sec-fetch-site': site } = request.headers;
  if (request.method !== 'POST') return false;
  if (sender === undefined) return site === 'cross-site';
  return URL.parse(sender)?.host !== URL.parse(origin)?.host;
}

/**
 * Converts the Fastify request into a web `Request`. HEAD is converted to GET, so that the headers are
 * those of the page, including the length.
 */
export function toWebRequest(request: FastifyRequest, address: string, signal: AbortSignal): Request {
  return new Request(address, {
    method: request.method === 'HEAD' ? 'GET' : request.method,
    headers: webHeaders(request),
    signal,
    ...(request.method === 'POST' && { body: request.body as Buffer<ArrayBuffer> }),
  });
}

function webHeaders(request: FastifyRequest): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (name.startsWith(':') || value === undefined) continue;
    for (const entry of Array.isArray(value) ? value : [value]) headers.append(name, entry);
  }
  return headers;
}
