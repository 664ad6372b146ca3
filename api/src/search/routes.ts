import { cleanLine } from '@fynbos/core/clean-text.ts';
import type { ParamsOf } from '@fynbos/core/endpoint.ts';
import { Problem } from '@fynbos/core/problem.ts';
import {
  popularSearches,
  SearchBody,
  searchCatalogue,
  searchCatalogueByGet,
  suggest,
} from '@fynbos/core/search/contract.ts';
import { type SearchBody as Body, readSearch, type SearchQuery } from '@fynbos/core/search/search-request.ts';
import { defaultStoreView } from '@fynbos/core/shop.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { wantedLanguage } from '../content/content-language.ts';
import type { LiveContent } from '../content/live-content.ts';
import type { Ctx } from '../context.ts';
import { clientIpOf } from '../platform/rate-limit/client-ip.ts';
import { findGroupToken, groupShown } from '../pricing/group-response-caching.ts';
import { bodyChecker, Ready, route } from '../route.ts';
import type { Views } from '../store-views.ts';
import { encodedFor } from './encoded-response.ts';
import { findEntities } from './entity-search.ts';
import { countSearches } from './popular-searches.ts';
import type { SellingView } from './selling-view.ts';

const checkBody = bodyChecker(SearchBody);

/** Search over the catalogue's entities, and completions while typing (spec commerce 7, SEA-1, SEA-3). */
export function registerSearch(
  app: FastifyInstance,
  { db, views, groupTokens, content, now }: Ctx & { views: Views<SellingView>; content: LiveContent },
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
  registerSuggestions(app, { views, groupTokens, now });
}

/** Seconds for which a browser or a proxy may reuse the popular searches. */
const popularMaxAge = 300;

/** Completions while typing (SEA-3), and the texts that many clients typed (spec D63). */
function registerSuggestions(
  app: FastifyInstance,
  { views, groupTokens, now }: Pick<Ctx, 'groupTokens' | 'now'> & { views: Views<SellingView> },
): void {
  const searches = new Map(views.all.map((view) => [view, countSearches(now)]));

  route(app, suggest, async ({ query, request, reply }) => {
    const group = groupShown(reply, groupTokens, query.groupToken, findGroupToken(request, reply));
    const view = views.of(request);
    const suggestions = await view.search.suggest(query.text, query.size ?? 8, group);
    const text = cleanLine(query.text).toLowerCase();
    // A completion consists of words of the catalogue: nothing personal that somebody typed is counted.
    if (suggestions.total > 0 && suggestions.words.includes(text))
      searches.get(view)?.count(text, clientIpOf(request.ip));
    return suggestions;
  });
  route(app, popularSearches, ({ query, request, reply }) => {
    reply.header('cache-control', `public, max-age=${popularMaxAge}`);
    return { words: searches.get(views.of(request))?.list(query.size ?? 8) ?? [] };
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
