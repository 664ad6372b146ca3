import { endpoints } from '@fynbos/core/endpoints.ts';
import { openApiOf } from '@fynbos/core/openapi.ts';
import { health, metrics, openapi, seller } from '@fynbos/core/operation/contract.ts';
import { Problem } from '@fynbos/core/problem.ts';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { Ctx } from '../ctx.ts';
import { Ready, route } from '../route.ts';
import { measure } from './measure.ts';
import { answers } from './store.ts';

export const apiVersion = '0.1.0';

/** What the operator looks at: is it well, how busy is it, what does it answer (OPS-1); and who the operator is. */
export function operationRoutes(app: FastifyInstance, { db, catalogue, views }: Ctx, config: Config): void {
  const registry = measure(app, catalogue, db);

  route(app, health, async () => {
    if (!(await answers(db))) throw new Problem('not_ready');
    return {
      status: 'ok' as const,
      products: catalogue.size,
      catalogueVersion: catalogue.version,
      uptimeSeconds: Math.round(process.uptime()),
      search: views.all.some(({ search }) => search.isFailing) ? ('failing' as const) : ('ok' as const),
    };
  });

  route(app, seller, () => ({
    name: config.sellerName,
    address: config.sellerAddress,
    vatNumber: config.vatNumber,
  }));

  route(app, metrics, async () => new Ready(await registry.metrics(), registry.contentType));

  const document = JSON.stringify(openApiOf(endpoints, apiVersion));
  route(app, openapi, () => new Ready(document));
}
