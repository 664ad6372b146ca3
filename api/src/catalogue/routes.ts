import { catalogueLabels, mapUrl, mapUrlShort } from '@fynbos/core/catalogue/contract.ts';
import { fieldChoiceProblem } from '@fynbos/core/field-choice.ts';
import { Problem } from '@fynbos/core/problem.ts';
import { languageOf } from '@fynbos/core/shop.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../context.ts';
import { groupShown } from '../pricing/group-response-caching.ts';
import { route } from '../route.ts';
import type { Views } from '../store-views.ts';
import { type CatalogueText, labelsIn } from './labels/catalogue-labels.ts';
import { provinceTexts } from './labels/province-texts.ts';
import type { LiveCatalogue } from './live-catalogue.ts';
import { productRoutes } from './product-routes.ts';
import { type FindPage, findByUrl } from './url-map.ts';

/** Dependencies of the catalogue's endpoints. */
type CatalogueDeps = Ctx & {
  views: Views<{ catalogue: LiveCatalogue }>;
  /** Finds content pages in the store view and the language of a request. */
  pagesFor: (request: FastifyRequest, reply: FastifyReply) => FindPage;
  /** Texts of other features that are translated with the catalogue: shipping methods and promotions. */
  otherTexts: () => readonly CatalogueText[];
};

/** Seconds for which a browser may reuse the translations, and reuse them while it asks again. */
const labelsMaxAge = 3600;
const labelsStaleAge = 24 * 3600;

/** Products by SKU, what an address shows, and translations of the catalogue. */
export function registerCatalogue(app: FastifyInstance, context: CatalogueDeps): void {
  productRoutes(app, context);
  addressRoutes(app, context);
  route(app, catalogueLabels, ({ query, request, reply }) => {
    const { catalogue } = context.views.of(request);
    const texts = [...catalogue.texts(), ...context.otherTexts(), ...provinceTexts];
    reply.header(
      'cache-control',
      `public, max-age=${labelsMaxAge}, stale-while-revalidate=${labelsStaleAge}`,
    );
    return labelsIn(texts, catalogue.view, languageOf(query.locale));
  });
}

/** Resolves an address (NAV-1, wire contract 1.7). */
function addressRoutes(app: FastifyInstance, { views, groupTokens, pagesFor }: CatalogueDeps): void {
  for (const endpoint of [mapUrl, mapUrlShort]) {
    route(app, endpoint, ({ body, request, reply }) => {
      const group = groupShown(reply, groupTokens, body.groupToken);
      const { catalogue } = views.of(request);
      const fields = { include: body.includeFields ?? [], exclude: body.excludeFields ?? [] };
      const problem = fieldChoiceProblem(fields, 'body/includeFields');
      if (problem) throw new Problem('invalid_input', {}, [problem]);
      const sku = body.options?.fallbackToDefaultWhenNoAvailable ? undefined : body.filters?.sku;
      const pageNamed = pagesFor(request, reply);
      return findByUrl(catalogue, body.url, { fields, group, pageNamed, sku: sku ?? undefined });
    });
  }
}
