import { mapUrl, mapUrlShort } from '@fynbos/core/catalogue/contract.ts';
import type { FastifyInstance } from 'fastify';
import type { Ctx } from '../ctx.ts';
import { keepPrivate } from '../pricing/private-answer.ts';
import { route } from '../route.ts';
import { projection } from './projection.ts';
import { findByUrl } from './url-map.ts';

/** What stands at an address (NAV-1, wire contract 1.7). */
export function catalogueRoutes(app: FastifyInstance, { views, groupTokens }: Ctx): void {
  for (const endpoint of [mapUrl, mapUrlShort]) {
    route(app, endpoint, ({ body, request, reply }) => {
      const group = groupTokens.groupOf(body.groupToken);
      keepPrivate(reply, group);
      const hit = findByUrl(views.of(request).catalogue, body.url, group);
      const fields = projection(body.includeFields ?? [], body.excludeFields ?? []);
      return hit && { ...hit, _source: fields.apply(hit._source) as Record<string, unknown> };
    });
  }
}
