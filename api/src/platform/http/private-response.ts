import type { FastifyInstance } from 'fastify';

/**
 * Sets headers for personal responses: no cache stores them, and no linked page receives their address,
 * which may contain the secret of a mailed link (T4, T12).
 */
export function setPrivateHeaders(scope: FastifyInstance): void {
  scope.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
  });
}
