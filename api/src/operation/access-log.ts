import type { FastifyRequest } from 'fastify';

/**
 * A request as the log tells it. What stands behind the question mark never gets there: it may be a token, the
 * secret of a mailed link, or what somebody searched for (decision 4).
 */
export function describeRequest(request: FastifyRequest): Record<string, string | undefined> {
  return { method: request.method, path: request.url.split('?')[0], from: request.ip };
}
