import type { FastifyReply, FastifyRequest } from 'fastify';
import { alsoVary } from '../route.ts';
import { type CachedSearchResponse, encoded } from './response-cache.ts';

/** Encodes a response for a request, and sets the matching headers. */
export async function encodedFor(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  response: CachedSearchResponse,
): Promise<Buffer> {
  const { bytes, encoding } = await encoded(response, request.headers['accept-encoding']);
  alsoVary(reply, 'accept-encoding');
  // Caches must not store a stale response (RFC 7234, 5.5.1).
  if (response.isOld)
    reply.header('warning', '110 - "Response is stale"').header('cache-control', 'no-store');
  if (encoding) reply.header('content-encoding', encoding);
  return bytes;
}
