import { Problem } from '@fynbos/core/problem.ts';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.ts';
import { receivedQuery } from '../../route.ts';
import type { LogStream } from '../observability/logger.ts';
import { registerCors } from './cors.ts';
import { httpServer } from './http-server.ts';
import { believeOwnPages, newVisitorSecret } from './page-server-visitor.ts';

/** The HTTP server, with what applies to the requests of all domains. */
export async function openServer(config: Config, log: LogStream | undefined): Promise<FastifyInstance> {
  const ownSecret = newVisitorSecret();
  const app = await httpServer(config, { log, ownSecret });
  believeOwnPages(app, ownSecret);
  knowPartition(app, config.partitionKeys);
  registerCors(app, config);
  return app;
}

/** `partitionKey` names the shop: missing or empty is the default, an unknown one is refused (spec D8). */
function knowPartition(app: FastifyInstance, known: readonly string[]): void {
  app.addHook('preValidation', (request, _reply, done) => {
    const partitionKey = receivedQuery(request).partitionKey;
    const refused =
      partitionKey !== undefined && partitionKey !== '' && !known.includes(String(partitionKey));
    done(refused ? new Problem('unknown_partition', { partitionKey: String(partitionKey) }) : undefined);
  });
}
