import { Server } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { live, ready } from '@fynbos/core/operation/contract.ts';
import { Problem } from '@fynbos/core/problem.ts';
import type { FastifyInstance } from 'fastify';
import { lastWordsMs } from '../limits/door.ts';
import { route } from '../route.ts';

/** Whether this process wants requests. */
export interface Readiness {
  /**
   * Says from now on that it wants none, answers those that come all the same, and ends each connection with its answer: a proxy
   * that keeps connections would find one closed just as it sends.
   *
   * @param seconds how long proxies are given to hear of it; 0 where there is none
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
      if (seconds === 0) return;
      await pause(seconds * 1000);
      await stopListening(app.server);
    },
  };
}

/**
 * Takes no more connections, and lets those that were taken bring what they were opened for: closing a server of HTTP
 * would also end those whose request is still on its way.
 */
async function stopListening(server: Server): Promise<void> {
  // Right after the event loop has taken everybody who waited: who waits when the door is closed is turned away.
  await new Promise((done) => setImmediate(done));
  const empty = new Promise<void>((done) => {
    Server.prototype.close.call(server, () => done());
  });
  await Promise.race([empty, pause(lastWordsMs)]);
}
