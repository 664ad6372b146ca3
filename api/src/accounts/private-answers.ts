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

/**
 * What was asked for with a token, in the header or (old clients) the query, or comes with a cookie, no cache keeps either, whichever noun answers: nobody has
 * to think of it (T12).
 */
export function neverCachePersonal(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    const { token } = request.query as { token?: unknown };
    if (request.headers.authorization || token || reply.hasHeader('set-cookie'))
      reply.header('cache-control', 'no-store');
    done();
  });
}
