import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Counter, Histogram, type Registry } from 'prom-client';
import { asProblem } from '../../route.ts';

/** The status that proxies note for those who did not wait. */
const givenUp = 499;

const seconds = [0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 1, 5];

/**
 * Which of few things was asked for: the pattern of a call's address, or the kind of a page, which the storefront says
 * (`page-kind.ts` there). Never an address: there are as many of those as visitors can type.
 */
export function routeOf({ routeOptions, pageKind }: FastifyRequest & { pageKind?: string }): string {
  return pageKind ? `page:${pageKind}` : (routeOptions.url ?? 'unknown');
}

/** Times requests by route, searches by entity, and counts refusals and kept pages. Mounted before the routes it measures. */
export function measureRequests(app: FastifyInstance, registry: Registry): void {
  const registers = [registry];
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by method, route and status; pages by their kind',
    labelNames: ['method', 'route', 'status'],
    ...{ buckets: seconds, registers },
  });
  const searches = new Histogram({
    name: 'search_duration_seconds',
    help: 'Time to answer a search over HTTP, by what was searched for',
    labelNames: ['entity'],
    ...{ buckets: seconds, registers },
  });
  const refusals = new Counter({
    name: 'refusals_total',
    help: 'Calls that were refused or failed, by the problem that was answered',
    labelNames: ['problem'],
    registers,
  });
  const tooMany = new Counter({
    name: 'rate_limit_refusals_total',
    help: 'Calls that were refused because somebody tried too often',
    labelNames: ['route'],
    registers,
  });
  const keptPages = new Counter({
    name: 'page_cache_requests_total',
    help: 'Pages for visitors that were kept (hit) or had to be made (miss), where pages are kept',
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
  // Whoever gives up before the answer: a visitor, or a proxy after its own time.
  app.addHook('onRequestAbort', (request, done) => {
    // Whoever gives up before anything was begun waited for nothing.
    const took = request.begunAt === 0 ? 0 : (performance.now() - request.begunAt) / 1000;
    requests.observe({ method: request.method, route: routeOf(request), status: givenUp }, took);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { method, params } = request;
    const took = reply.elapsedTime / 1000;
    requests.observe({ method, route: routeOf(request), status: reply.statusCode }, took);
    // Whoever names an entity that there is not is refused.
    const { entity } = (params ?? {}) as { entity?: string };
    if (entity !== undefined && reply.statusCode === 200) searches.observe({ entity }, took);
    const result = keptResult(reply);
    if (result) keptPages.inc({ result });
    done();
  });
}

function keptResult(reply: FastifyReply): string | undefined {
  const said = reply.getHeader('x-vs-cache');
  return typeof said === 'string' ? said.toLowerCase() : undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** By the process's own clock. */
    begunAt: number;
  }
}
