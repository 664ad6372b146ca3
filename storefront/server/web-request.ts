import type { FastifyReply, FastifyRequest } from 'fastify';

/** Scheme and host the visitor sees: the configured public address, else what the request says. */
export function originOf(request: FastifyRequest, publicUrl: string | undefined): string {
  return publicUrl ?? `${request.protocol}://${request.host}`;
}

/** Ends when the visitor leaves before the answer is through. */
export function leaving(reply: FastifyReply): AbortSignal {
  const left = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) left.abort(new DOMException('The visitor left', 'AbortError'));
  });
  return left.signal;
}

/**
 * Whether a form was sent from somebody else's page; a sender that says it in no header is believed. Hosts
 * are compared, not schemes: behind a proxy that ends TLS this server does not know its own.
 */
export function isForeignForm(request: FastifyRequest, origin: string): boolean {
  const { origin: sender, 'sec-fetch-site': site } = request.headers;
  if (request.method !== 'POST') return false;
  if (sender === undefined) return site === 'cross-site';
  return URL.parse(sender)?.host !== URL.parse(origin)?.host;
}

/**
 * The Fastify request as the web's `Request`. HEAD is made as GET,
 * so that its headers are those of the page, length included.
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
    for (const one of Array.isArray(value) ? value : [value]) headers.append(name, one);
  }
  return headers;
}
