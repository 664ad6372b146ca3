import { data, type LoaderFunctionArgs, type ServerBuild } from 'react-router';
import { ApiProblem } from '../app/api-problem.ts';
import type { MissingData } from '../app/catalogue/missing.ts';
import { cacheTagsHeader, pageKindHeader, tagsIn } from './cache-tags.ts';
import { pageKindOf } from './page-kind.ts';
import { visitContext } from './visit.ts';

type RouteModule = NonNullable<ServerBuild['routes'][string]>['module'];
type HeadersFunction = Extract<NonNullable<RouteModule['headers']>, (...args: never[]) => unknown>;
type Headed = Parameters<HeadersFunction>[0];

/**
 * Lets a refusal of the API become the page's own status: what a loader or action throws is carried
 * to the error boundary as data (`problemOf` reads it) instead of a 500 that says nothing. A failure names the request,
 * by which it is found in the log.
 */
export function withApiProblems(build: ServerBuild): ServerBuild {
  return withModules(build, (module) => ({
    ...module,
    ...(module.loader && { loader: answering(module.loader) }),
    ...(module.action && { action: answering(module.action) }),
  }));
}

type DataFunction = (args: never) => unknown;

function answering<Run extends DataFunction>(run: Run): Run {
  const answer = async (args: LoaderFunctionArgs) => {
    try {
      return await run(args as never);
    } catch (thrown) {
      const error = isAnswer(thrown) ? thrown : carried(thrown, args.request);
      if (!isRedirect(error)) noteFailure(args, error, thrown);
      throw error;
    }
  };
  return answer as unknown as Run;
}

/** Thrown on purpose: a response, or data with a status. */
function isAnswer(thrown: unknown): boolean {
  const { type } = (thrown ?? {}) as { type?: string };
  return thrown instanceof Response || type === 'DataWithResponseInit';
}

/** A problem as the error boundary is told of it; what nobody expected tells nothing but its reference. */
function carried(thrown: unknown, { headers }: Request) {
  const { view } = thrown instanceof ApiProblem ? thrown : new ApiProblem('internal');
  const requestId = headers.get('x-request-id');
  const named = view.status >= 500 && requestId !== null ? { requestId, ...view } : view;
  return data({ problem: named }, { status: view.status });
}

function isRedirect(thrown: unknown): boolean {
  return thrown instanceof Response && thrown.status >= 300 && thrown.status < 400;
}

/** The status of a thrown response or of thrown `data`; anything else is a fault of ours. */
function statusOf(thrown: unknown): number {
  const { status, init } = (thrown ?? {}) as { status?: number; init?: { status?: number } | null };
  return status ?? init?.status ?? 500;
}

/** One failed part makes the whole answer a failure: the worst one names it. What is a fault is reported as it was thrown. */
function noteFailure({ context, request }: LoaderFunctionArgs, error: unknown, thrown: unknown): void {
  const visit = context.get(visitContext);
  const status = statusOf(error);
  visit.failure = Math.max(visit.failure ?? 0, status);
  if (status >= 500 && !request.signal.aborted) visit.report(thrown);
  const { data } = (error ?? {}) as { data?: Partial<MissingData> | null };
  if (typeof data?.reason === 'string') visit.note?.(data.reason);
}

/** Carries the kind of a page and the cache tags of its every loader to its answer, beside the headers routes export. */
export function withCacheTags(build: ServerBuild): ServerBuild {
  return withModules(build, (module, id) => ({
    ...module,
    headers: (args: Headed) => {
      const headers = new Headers(
        typeof module.headers === 'function' ? module.headers(args) : module.headers,
      );
      const tags = [args.parentHeaders, args.loaderHeaders, headers].flatMap(tagsIn);
      if (tags.length > 0) headers.set(cacheTagsHeader, [...new Set(tags)].join(' '));
      headers.set(pageKindHeader, pageKindOf(id, tags));
      return headers;
    },
  }));
}

function withModules(
  build: ServerBuild,
  change: (module: RouteModule, id: string) => RouteModule,
): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => [
    id,
    route && { ...route, module: change(route.module, id) },
  ]);
  return { ...build, routes: Object.fromEntries(routes) };
}
