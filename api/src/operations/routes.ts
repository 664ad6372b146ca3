import { endpoints } from '@fynbos/core/endpoints.ts';
import { openapiOf } from '@fynbos/core/openapi.ts';
import { health, openapi, seller } from '@fynbos/core/operation/contract.ts';
import { Problem } from '@fynbos/core/problem.ts';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { isDatabaseReachable } from '../platform/events/page-events-store.ts';
import { Ready, route } from '../route.ts';
import type { ShopContext, WatchedCatalogue } from '../shop-context.ts';
import { openMetrics } from './metrics.ts';
import { openReadiness, type Readiness } from './readiness.ts';

export const apiVersion = '0.1.0';

/**
 * Endpoints for the operator: health, readiness, metrics and the OpenAPI document (OPS-1); and the seller's
 * identity.
 * @returns the metrics registry; requests to routes mounted afterwards are measured
 */
export function operationRoutes(
  app: FastifyInstance,
  { db, config, catalogues, views }: ShopContext,
): Registry {
  const registry = openMetrics(app, config);
  app.decorate(
    'readiness',
    openReadiness(app, () => isDatabaseReachable(db)),
  );

  const appliedVersion = countApplied(catalogues);
  route(app, health, async () => {
    if (!(await isDatabaseReachable(db, config.timeoutScale))) throw new Problem('not_ready');
    return {
      status: 'ok' as const,
      products: views.standard.catalogue.size,
      catalogueVersion: appliedVersion(),
      uptimeSeconds: Math.round(process.uptime()),
      search: views.all.some(({ search }) => search.isFailing) ? ('failing' as const) : ('ok' as const),
    };
  });

  route(app, seller, () => ({
    name: config.sellerName,
    address: config.sellerAddress,
    vatNumber: config.vatNumber,
  }));

  const document = JSON.stringify(openapiOf(endpoints, apiVersion, config.partitionKeys));
  route(app, openapi, () => new Ready(document));
  return registry;
}

declare module 'fastify' {
  interface FastifyInstance {
    readiness?: Readiness;
  }
}

/**
 * Counts the catalogue changes that every store view serves. While a view reads a change, the number stays the same.
 */
function countApplied(catalogues: readonly WatchedCatalogue[]): () => number {
  let applied = 0;
  return () => {
    if (catalogues.every(({ watch }) => watch.behindSeconds === 0))
      applied = catalogues.reduce((sum, { catalogue }) => sum + catalogue.version, 0);
    return applied;
  };
}
