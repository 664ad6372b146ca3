import { Server } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { live, ready } from '@fynbos/core/operation/contract.ts';
import { Problem } from '@fynbos/core/problem.ts';
import type { FastifyInstance } from 'fastify';
import { drainTimeoutMs } from '../platform/http/connection-limits.ts';
import { route } from '../route.ts';

/** Readiness of this process for requests. */
export interface Readiness {
  /**
   * Reports not ready from now on, still serves requests, and closes each connection after its response. A
   * proxy with keep-alive connections would otherwise find one closed just as it sends.
   * @param seconds time for proxies to notice; 0 without a proxy
   */
  drain(seconds: number): Promise<void>;
}

/**
 * Mounts the liveness and readiness endpoints.
 * @param hasAll whether all dependencies are available
 */
export function openReadiness(app: FastifyInstance, hasAll: () => Promise<boolean>): Readiness {
  let isDraining = false;
  app.addHook('onRequest', (_request, reply, done) => {
    if (isDraining) reply.header('connection', 'close');
    done();
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
 * Accepts no more connections, and lets open ones finish their requests: closing an HTTP server would also
 * end connections whose request is still being received.
 */
async function stopListening(server: Server): Promise<void> {
  await Promise.race([acceptQueued(server), pause(drainTimeoutMs)]);
  const empty = new Promise<void>((done) => {
    Server.prototype.close.call(server, () => done());
  });
  await Promise.race([empty, pause(drainTimeoutMs)]);
}

/** A turn that has begun may have accepted a connection before, so that one turn proves nothing. */
const quietTurns = 2;

/**
 * Waits until the event loop has accepted every queued connection: closing the socket would reset them. A
 * turn of the loop accepts one connection at most, and several wait while the process is busy.
 */
async function acceptQueued(server: Server): Promise<void> {
  let quiet = 0;
  const accepted = () => {
    quiet = 0;
  };
  server.on('connection', accepted);
  while (quiet < quietTurns) {
    quiet += 1;
    await new Promise((done) => setImmediate(done));
  }
  server.off('connection', accepted);
}
