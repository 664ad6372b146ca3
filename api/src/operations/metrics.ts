import { metrics } from '@fynbos/core/operation/contract.ts';
import { Problem } from '@fynbos/core/problem.ts';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Config } from '../config/config.ts';
import type { OpenPayments } from '../payments/payment-setup-service.ts';
import { measureRequests } from '../platform/observability/request-metrics.ts';
import { Ready, route } from '../route.ts';
import type { ShopContext } from '../shop-context.ts';
import { measureCatalogue } from './metrics/catalogue-metrics.ts';
import { measureDatabase } from './metrics/database-metrics.ts';
import { measureOrders } from './metrics/order-metrics.ts';
import { measurePageCache, type PageCacheSize } from './metrics/page-cache-metrics.ts';
import { measurePayments } from './metrics/payment-metrics.ts';
import { measureQueues } from './metrics/queue-metrics.ts';
import { measureRedis } from './metrics/redis-metrics.ts';
import { measureUnpaidStock } from './metrics/unpaid-stock-metrics.ts';
import { mayReadMetrics } from './metrics-access.ts';

/** Sources of the metrics, apart from requests. */
type Measured = ShopContext & {
  payments: OpenPayments;
  /** The number of cached pages, if pages are cached. */
  pageCacheSize: () => PageCacheSize | undefined;
};

/**
 * Starts measuring the process, and every request to routes mounted afterwards. `/api/metrics` prints the
 * metrics.
 * @param config access to the metrics
 * @returns the registry for further metrics
 */
export function openMetrics(app: FastifyInstance, config: Config): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  measureRequests(app, registry);
  route(app, metrics, async ({ request, reply }) => {
    if (!mayReadMetrics(request, config)) throw new Problem('metrics_refused');
    reply.header('cache-control', 'no-store');
    return new Ready(await registry.metrics(), registry.contentType);
  });
  return registry;
}

/** Measures the shop until the app closes. */
export function measure(app: FastifyInstance, registry: Registry, of: Measured): void {
  const { db, now, catalogues, payments, pageCacheSize, redis } = of;
  measureQueues(registry, db, { now, mode: payments.mode });
  measureUnpaidStock(registry, db);
  measureCatalogue(registry, catalogues);
  measurePageCache(registry, pageCacheSize);
  measureRedis(registry, redis);
  if (db.connections) measureDatabase(registry, db.connections);
  const ends = [measurePayments(registry, payments), measureOrders(registry)];
  app.addHook('onClose', async () => {
    for (const end of ends) end();
  });
}
