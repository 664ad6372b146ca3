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

const formTypes = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\s*(?:;|$)/i;

/**
 * Reads a posted form, as the action of its page does afterwards, so that no action receives one that
 * cannot be read.
 */
export async function readForm({
  body,
  headers,
}: FastifyRequest): Promise<'readable' | 'unsupported' | 'malformed'> {
  const type = headers['content-type'] ?? '';
  if (!formTypes.test(type)) return 'unsupported';
  // The parser of forms returns the bytes.
  const posted = new Response(body as Buffer<ArrayBuffer> | undefined, { headers: { 'content-type': type } });
  return posted.formData().then(
    () => 'readable',
    () => 'malformed',
  );
}

/**
 * Converts the Fastify request into a web `Request`. HEAD is converted to GET, so that the headers are
 * those of the page, including the length.
 * @param visitorSecret of an API in this process, which limits attempts per visitor, not for this server
 */
export function toWebRequest(
  request: FastifyRequest,
  address: string,
  signal: AbortSignal,
  visitorSecret: string | undefined,
): Request {
  return new Request(address, {
    method: request.method === 'HEAD' ? 'GET' : request.method,
    headers: webHeaders(request, visitorSecret),
    signal,
    // The parser of forms returns the bytes.
    ...(request.method === 'POST' && { body: request.body as Buffer<ArrayBuffer> }),
  });
}

/** The headers for the API calls of the page. */
function webHeaders(request: FastifyRequest, visitorSecret: string | undefined): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (name.startsWith(':') || value === undefined) continue;
    for (const entry of Array.isArray(value) ? value : [value]) headers.append(name, entry);
  }
  if (visitorSecret) headers.set('x-visitor', `${visitorSecret} ${request.ip}`);
  // A remote API trusts this server as a proxy; this server trusts only its own proxies.
  headers.set('x-forwarded-for', request.ip);
  // The calls carry the page's request id, so that one visit can be followed in the logs.
  headers.set('x-request-id', request.id);
  return headers;
}
