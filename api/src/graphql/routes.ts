import { graphql, graphqlByGet } from '@fynbos/core/graphql/contract.ts';
import { Problem } from '@fynbos/core/problem.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findToken } from '../accounts/sessions/actor.ts';
import { type FindPage, findByUrl } from '../catalogue/url-map.ts';
import { wantedLanguage } from '../content/content-language.ts';
import type { LiveContent } from '../content/live-content.ts';
import type { Ctx } from '../context.ts';
import { isRecord } from '../platform/json/is-record.ts';
import { groupShown } from '../pricing/group-response-caching.ts';
import { alsoVary, metaOf, problemOf, Ready, route } from '../route.ts';
import { encodedFor } from '../search/encoded-response.ts';
import { findEntities } from '../search/entity-search.ts';
import type { SellingView } from '../search/selling-view.ts';
import type { Views } from '../store-views.ts';
import {
  executeOperation,
  type GraphqlRequest,
  type OperationResult,
  withFields,
} from './execute-operation.ts';
import type { EntitySearchResult, ResolverContext } from './resolvers.ts';

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Dependencies of the GraphQL endpoint. */
type GraphqlDeps = Ctx & {
  views: Views<SellingView>;
  content: LiveContent;
  /** Finds content pages in the store view and the language of a request. */
  pagesFor: (request: FastifyRequest, reply: FastifyReply) => FindPage;
};

/** GraphQL mode (spec D12): catalogue queries at one endpoint, served by the services of the HTTP calls. */
export function registerGraphql(app: FastifyInstance, ctx: GraphqlDeps): void {
  async function respond(operation: GraphqlRequest, exchange: Exchange): Promise<Ready> {
    const { request } = exchange;
    const result = await executeOperation(operation, contextFor(exchange), (thrown) => {
      const problem = problemOf(thrown, request);
      return { message: problem.message, extensions: metaOf(problem, request) };
    });
    return written(result, exchange);
  }

  /** The services bound to the request's store view and prices. */
  function contextFor({ request, reply }: Exchange): ResolverContext {
    const view = ctx.views.of(request);
    const language = () => wantedLanguage(request, reply, view.catalogue.view);
    const groupOf = (token?: string | null): number =>
      groupShown(reply, ctx.groupTokens, token, findToken(request, ctx.config.tokenInHeader));
    return {
      async find(entity, read, groupToken) {
        const group = groupOf(groupToken);
        const { plain } = await findEntities(ctx, view, entity, { read, group, language });
        // `findEntities` has written this JSON from such a result.
        return JSON.parse(plain.toString()) as EntitySearchResult;
      },
      findByUrl: (url, fields, groupToken) =>
        findByUrl(view.catalogue, url, {
          fields,
          group: groupOf(groupToken),
          pageNamed: ctx.pagesFor(request, reply),
        }),
    };
  }

  route(
    app,
    graphql,
    ({ body, ...exchange }) =>
      respond(
        {
          query: body.query,
          variables: body.variables ?? {},
          operationName: body.operationName ?? undefined,
        },
        exchange,
      ),
    refuse,
  );
  route(
    app,
    graphqlByGet,
    ({ query, ...exchange }) =>
      respond(
        {
          query: query.query,
          variables: variablesIn(query.variables),
          operationName: query.operationName || undefined,
        },
        exchange,
      ),
    refuse,
  );
}

/** Responds to a request that could not be read as GraphQL. */
function refuse(problem: Problem, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = { message: withFields(problem), extensions: metaOf(problem, request) };
  return reply
    .code(problem.status)
    .header('cache-control', 'no-store')
    .type(typeFor(request))
    .send(JSON.stringify({ errors: [error] }));
}

/** Responds 400 when nothing was executed, else 200 with any errors included (GraphQL over HTTP). */
async function written(result: OperationResult, exchange: Exchange): Promise<Ready> {
  const { request, reply } = exchange;
  if (!('data' in result)) reply.code(400);
  if (result.errors) reply.header('cache-control', 'no-store');
  const errors = result.errors?.map((error) => withRequestId(error, request));
  const plain = Buffer.from(JSON.stringify({ ...result, errors }));
  alsoVary(reply, 'accept');
  return new Ready(await encodedFor(exchange, { plain, compressed: {} }), typeFor(request));
}

function withRequestId(error: { extensions?: object }, { id }: FastifyRequest): object {
  return { ...error, extensions: { ...error.extensions, requestId: id } };
}

const typeFor = ({ headers }: FastifyRequest): string =>
  `application/${headers.accept?.includes('graphql-response+json') ? 'graphql-response+json' : 'json'}; charset=utf-8`;

function variablesIn(text: string | undefined): Record<string, unknown> {
  if (!text) return {};
  const field = 'querystring/variables';
  try {
    const read: unknown = JSON.parse(text);
    if (isRecord(read)) return read;
  } catch {
    throw new Problem('malformed_body', {}, [{ field, message: 'is not valid JSON' }]);
  }
  throw new Problem('invalid_input', {}, [{ field, message: 'must be an object' }]);
}
