import { live, ready } from '@fynbos/core/operation/contract.ts';
import { Problem } from '@fynbos/core/problem.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../route.ts';

/** Whether this process wants requests. */
export interface Readiness {
  /**
   * Says from now on that it wants none, answers those that come all the same, and ends each connection with its answer: a proxy
   * that keeps connections would find one closed just as it sends.
   *
   * @param seconds how long proxies are given to hear of it
   */
  drain(seconds: number): Promise<void>;
}

/** Tells whoever looks after this process whether it lives and is ready. @param hasAll whether it has what it needs */
export function openReadiness(app: FastifyInstance, hasAll: () => Promise<boolean>): Readiness {
  let isDraining = false;
  app.addHook('onRequest', async (_request, reply) => {
    if (isDraining) reply.header('connection', 'close');
  });
  route(app, live, () => ({ status: 'live' as const }));
  route(app, ready, async () => {
    if (isDraining || !(await hasAll())) throw new Problem('not_ready');
    return { status: 'ready' as const };
  });
  return {
    async drain(seconds) {
      isDraining = true;
      await new Promise((done) => setTimeout(done, seconds * 1000));
    },
  };
}
