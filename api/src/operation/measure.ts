import { metrics } from '@fynbos/core/operation/contract.ts';
import { Problem } from '@fynbos/core/problem.ts';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Config } from '../config.ts';
import type { OpenDb } from '../db.ts';
import type { Redis } from '../redis/connection.ts';
import { Ready, route } from '../route.ts';
import { measureCatalogue, type WatchedCatalogue } from './figures/catalogue.ts';
import { measureDatabase } from './figures/database.ts';
import { type KeptPages, measureKeptPages } from './figures/kept-pages.ts';
import { measureOrders } from './figures/orders.ts';
import { type MeasuredProviders, measurePayments } from './figures/payments.ts';
import { measureQueues } from './figures/queues.ts';
import { measureRedis } from './figures/redis.ts';
import { measureRequests } from './figures/requests.ts';
import { mayReadFigures } from './figures-reader.ts';

/** What figures are taken of, besides requests. */
export interface Measured {
  db: OpenDb;
  now: () => Date;
  catalogues: readonly WatchedCatalogue[];
  providers: MeasuredProviders;
  keptPages: () => KeptPages | undefined;
  redis: Pick<Redis, 'isThere'> | undefined;
}

/**
 * Begins to measure: the process itself, and every request to routes that are mounted from now on. `/api/metrics` prints it.
 *
 * @param config says who may read it
 * @returns where other figures are kept too
 */
export function openFigures(app: FastifyInstance, config: Config): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  measureRequests(app, registry);
  route(app, metrics, async ({ request, reply }) => {
    if (!mayReadFigures(request, config)) throw new Problem('metrics_refused');
    reply.header('cache-control', 'no-store');
    return new Ready(await registry.metrics(), registry.contentType);
  });
  return registry;
}

/** Measures the shop, as long as the app is open. */
export function measure(app: FastifyInstance, registry: Registry, of: Measured): void {
  const { db, now, catalogues, providers, keptPages, redis } = of;
  measureQueues(registry, db, now);
  measureCatalogue(registry, catalogues);
  measureKeptPages(registry, keptPages);
  measureRedis(registry, redis);
  if (db.connections) measureDatabase(registry, db.connections);
  const ends = [measurePayments(registry, providers), measureOrders(registry)];
  app.addHook('onClose', async () => {
    for (const end of ends) end();
  });
}
