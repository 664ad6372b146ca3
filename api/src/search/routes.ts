import type { ParamsOf } from '@fynbos/core/endpoint.ts';
import { Problem } from '@fynbos/core/problem.ts';
import { SearchBody, searchCatalogue, searchCatalogueByGet, suggest } from '@fynbos/core/search/contract.ts';
import { type SearchBody as Body, readSearch, type SearchQuery } from '@fynbos/core/search/search-request.ts';
import { defaultStoreView } from '@fynbos/core/shop.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { wantedLanguage } from '../content/content-language.ts';
import type { LiveContent } from '../content/live-content.ts';
import type { Ctx } from '../context.ts';
import { findGroupToken, groupShown } from '../pricing/group-response-caching.ts';
import { bodyChecker, Ready, route } from '../route.ts';
import type { Views } from '../store-views.ts';
import { encodedFor } from './encoded-response.ts';
import { findEntities } from './entity-search.ts';
import type { SellingView } from './selling-view.ts';

const checkBody = bodyChecker(SearchBody);

/** Search over the catalogue's entities, and completions while typing (spec commerce 7, SEA-1, SEA-3). */
export function registerSearch(
  app: FastifyInstance,
  { db, views, groupTokens, content }: Ctx & { views: Views<SellingView>; content: LiveContent },
): void {
  async function respond(
    { index, entity }: ParamsOf<typeof searchCatalogue>,
    query: SearchQuery,
    body: Body,
    { request, reply }: Exchange,
  ) {
    const view = viewOf(views, index);
    refuseRawQuery(body);
    refuseOtherEntity(body, entity);
    const result = await findEntities({ db, content }, view, entity, {
      read: (sizes) => readSearch(query, body, sizes),
      group: groupShown(reply, groupTokens, body.groupToken),
      language: () => wantedLanguage(request, reply, view.catalogue.view),
    });
    return new Ready(await encodedFor({ request, reply }, result));
  }

  route(app, searchCatalogue, ({ params, query, body, ...exchange }) =>
    respond(params, query, body, exchange),
  );
  route(app, searchCatalogueByGet, ({ params, query, ...exchange }) =>
    respond(params, query, bodyOf(query.request), exchange),
  );
  route(app, suggest, ({ query, request, reply }) => {
    const group = groupShown(reply, groupTokens, query.groupToken, findGroupToken(request, reply));
    return views.of(request).search.suggest(query.text, query.size ?? 8, group);
  });
}

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** The name of the base index in the wire contract 2.1, which existing clients use. */
const wireIndex = /^vue_storefront_catalog(?=_|$)/;

function viewOf(views: Views<SellingView>, index: string): SellingView {
  const name = index.replace(wireIndex, defaultStoreView.index);
  const view = views.find((candidate) => candidate.index === name);
  if (!view) throw new Problem('unknown_index', { index });
  return view;
}

/** Clients may not send queries in the engine's own query language (spec D2). */
const rawKeys = [
  'query',
  'aggs',
  'aggregations',
  'post_filter',
  'script_fields',
  'knn',
  'suggest',
  'highlight',
];

function refuseRawQuery(body: object): void {
  if (rawKeys.some((key) => Object.hasOwn(body, key))) throw new Problem('raw_query_refused');
}

/** The path names the entity. A body that names another one is an error of the client (spec commerce 7). */
function refuseOtherEntity({ type }: Body, entity: string): void {
  if (type === undefined || type === entity) return;
  throw new Problem('invalid_input', {}, [{ field: 'type', message: `must be "${entity}", as in the path` }]);
}

function bodyOf(text: string | undefined): Body {
  if (!text) return {};
  const field = 'querystring/request';
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new Problem('malformed_body', {}, [{ field, message: 'is not valid JSON' }]);
  }
  return checkBody(body, field);
}
