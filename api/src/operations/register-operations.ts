import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { ShopContext } from '../shop-context.ts';
import { invalidationRoutes, watchPageInvalidations } from './page-invalidation-routes.ts';
import { operationRoutes } from './routes.ts';

/** @returns the metrics registry; requests to routes mounted afterwards are measured */
export async function registerOperations(app: FastifyInstance, shop: ShopContext): Promise<Registry> {
  const metrics = operationRoutes(app, shop);
  invalidationRoutes(app, shop);
  if (shop.config.outputCache) await watchPageInvalidations(app, shop);
  return metrics;
}
