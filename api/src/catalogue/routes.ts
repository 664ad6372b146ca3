import { mapUrl, mapUrlShort } from '@fynbos/core/catalogue/contract.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../ctx.ts';
import { keepPrivate } from '../pricing/private-answer.ts';
import { route } from '../route.ts';
import { projection } from './projection.ts';
import { type FindPage, findByUrl } from './url-map.ts';

/**
 * What stands at an address (NAV-1, wire contract 1.7).
 *
 * @param pagesFor the pages that the shop itself writes, for who is asking
 */
export function catalogueRoutes(
  app: FastifyInstance,
  { views, groupTokens }: Ctx,
  pagesFor: (request: FastifyRequest, reply: FastifyReply) => FindPage,
): void {
  for (const endpoint of [mapUrl, mapUrlShort]) {
    route(app, endpoint, ({ body, request, reply }) => {
      const group = groupTokens.groupOf(body.groupToken);
      keepPrivate(reply, group);
      const { catalogue } = views.of(request);
      const hit = findByUrl(catalogue, body.url, group, pagesFor(request, reply));
      const fields = projection(body.includeFields ?? [], body.excludeFields ?? []);
      return hit && { ...hit, _source: fields.apply(hit._source) as Record<string, unknown> };
    });
  }
}
