import { mapUrl, mapUrlShort } from '@fynbos/core/catalogue/contract.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../context.ts';
import { groupShown } from '../pricing/group-response-caching.ts';
import { route } from '../route.ts';
import type { Views } from '../store-views.ts';
import type { LiveCatalogue } from './live-catalogue.ts';
import { type FindPage, findByUrl } from './url-map.ts';

/**
 * Resolves an address (NAV-1, wire contract 1.7).
 * @param pagesFor content pages, in the language of the request
 */
export function catalogueRoutes(
  app: FastifyInstance,
  { views, groupTokens }: Pick<Ctx, 'groupTokens'> & { views: Views<{ catalogue: LiveCatalogue }> },
  pagesFor: (request: FastifyRequest, reply: FastifyReply) => FindPage,
): void {
  for (const endpoint of [mapUrl, mapUrlShort]) {
    route(app, endpoint, ({ body, request, reply }) => {
      const group = groupShown(reply, groupTokens, body.groupToken);
      const { catalogue } = views.of(request);
      const fields = { include: body.includeFields ?? [], exclude: body.excludeFields ?? [] };
      const sku = body.options?.fallbackToDefaultWhenNoAvailable ? undefined : body.filters?.sku;
      const pageNamed = pagesFor(request, reply);
      return findByUrl(catalogue, body.url, { fields, group, pageNamed, sku: sku ?? undefined });
    });
  }
}
