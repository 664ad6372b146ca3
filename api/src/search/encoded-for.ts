import type { FastifyReply, FastifyRequest } from 'fastify';
import { alsoVary } from '../route.ts';
import { encoded, type KeptAnswer } from './answers.ts';

/** The bytes of an answer as the request takes them, and the headers that say so. */
export async function encodedFor(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  answer: KeptAnswer,
): Promise<Buffer> {
  const { bytes, encoding } = await encoded(answer, request.headers['accept-encoding']);
  alsoVary(reply, 'accept-encoding');
  // Whoever keeps answers should know not to keep this one (RFC 7234, 5.5.1).
  if (answer.isOld) reply.header('warning', '110 - "Response is stale"').header('cache-control', 'no-store');
  if (encoding) reply.header('content-encoding', encoding);
  return bytes;
}
