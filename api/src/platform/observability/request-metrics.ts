import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Counter, Histogram, type Registry } from 'prom-client';
import { asProblem } from '../../route.ts';

/** The status that proxies log when the client closed the request. */
const clientClosed = 499;

const seconds = [0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 1, 5];

/**
 * A low-cardinality name of the request: the route pattern of an API call, or the kind of a page, which the
 * storefront sets (`page-kind.ts` there). Never an address, because visitors can type any number of them.
 */
export function routeOf({ routeOptions, pageKind }: FastifyRequest & { pageKind?: string }): string {
  return pageKind ? `page:${pageKind}` : (routeOptions.url ?? 'unknown');
}

/**
 * Times requests by route and searches by entity, and counts refusals and cached pages. Must be mounted
 * before the routes that it measures.
 */
export function measureRequests(app: FastifyInstance, registry: Registry): void {
  const registers = [registry];
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Response time, by method, route and status; pages by their kind',
    labelNames: ['method', 'route', 'status'],
    ...{ buckets: seconds, registers },
  });
  const searches = new Histogram({
    name: 'search_duration_seconds',
    help: 'Response time of searches over HTTP, by entity',
    labelNames: ['entity'],
    ...{ buckets: seconds, registers },
  });
  const refusals = new Counter({
    name: 'refusals_total',
    help: 'Refused or failed calls, by problem code',
    labelNames: ['problem'],
    registers,
  });
  const tooMany = new Counter({
    name: 'rate_limit_refusals_total',
    help: 'Calls refused by a rate limit',
    labelNames: ['route'],
    registers,
  });
  const cachedPages = new Counter({
    name: 'page_cache_requests_total',
    help: 'Pages served from the cache (hit) or rendered (miss), if the page cache is on',
    labelNames: ['result'],
    registers,
  });

  app.addHook('onError', async (request, _reply, error) => {
    const problem = asProblem(error).code;
    refusals.inc({ problem });
    if (problem === 'too_many_attempts') tooMany.inc({ route: routeOf(request) });
  });
  app.decorateRequest('begunAt', 0);
  app.addHook('onRequest', (request, _reply, done) => {
    request.begunAt = performance.now();
    done();
  });
  // The client or a proxy closed the request before the response.
  app.addHook('onRequestAbort', (request, done) => {
    // The request was closed before its processing began.
    const took = request.begunAt === 0 ? 0 : (performance.now() - request.begunAt) / 1000;
    requests.observe({ method: request.method, route: routeOf(request), status: clientClosed }, took);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { method, params } = request;
    const took = reply.elapsedTime / 1000;
    requests.observe({ method, route: routeOf(request), status: reply.statusCode }, took);
    // Requests for unknown entities are refused.
    const { entity } = (params ?? {}) as { entity?: string };
    if (entity !== undefined && reply.statusCode === 200) searches.observe({ entity }, took);
    const result = cacheResult(reply);
    if (result) cachedPages.inc({ result });
    done();
  });
}

function cacheResult(reply: FastifyReply): string | undefined {
  const header = reply.getHeader('x-vs-cache');
  return typeof header === 'string' ? header.toLowerCase() : undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** By the monotonic clock of the process. */
    begunAt: number;
  }
}
