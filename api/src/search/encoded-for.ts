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
  if (encoding) reply.header('content-encoding', encoding);
  return bytes;
}
