import type { FastifyInstance } from 'fastify';

/**
 * What is answered here is for one person: no cache keeps it, and no page that is gone to hears its address, which
 * may carry the secret of a mailed link (T4, T12).
 */
export function answerPrivately(scope: FastifyInstance): void {
  scope.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
  });
}
