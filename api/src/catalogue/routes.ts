import { mapUrl, mapUrlShort } from '@fynbos/core/catalogue/contract.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../ctx.ts';
import { groupShown } from '../pricing/private-answer.ts';
import { route } from '../route.ts';
import { type FindPage, findByUrl } from './url-map.ts';

/**
 * Resolves an address (NAV-1, wire contract 1.7).
 * @param pagesFor content pages, in the language of the request
 */
export function catalogueRoutes(
  app: FastifyInstance,
  { views, groupTokens }: Ctx,
  pagesFor: (request: FastifyRequest, reply: FastifyReply) => FindPage,
): void {
  for (const endpoint of [mapUrl, mapUrlShort]) {
    route(app, endpoint, ({ body, request, reply }) => {
      const group = groupShown(reply, groupTokens, body.groupToken);
      const { catalogue } = views.of(request);
      const fields = { include: body.includeFields ?? [], exclude: body.excludeFields ?? [] };
      return findByUrl(catalogue, body.url, fields, group, pagesFor(request, reply));
    });
  }
}
