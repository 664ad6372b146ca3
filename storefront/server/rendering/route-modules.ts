import { data, type LoaderFunctionArgs, type ServerBuild } from 'react-router';
import { ApiProblem } from '../../app/platform/api/api-problem.ts';
import type { MissingData } from '../../app/platform/pages/not-found.ts';
import { cacheTagsHeader, pageKindHeader, tagsIn } from '../page-cache/cache-tags.ts';
import { pageKindOf } from '../page-cache/page-kind.ts';
import { visitContext } from './request-context.ts';

type RouteModule = NonNullable<ServerBuild['routes'][string]>['module'];
type HeadersFunction = Extract<NonNullable<RouteModule['headers']>, (...args: never[]) => unknown>;
type Headed = Parameters<HeadersFunction>[0];

/**
 * Makes the status of an API refusal the status of the page: an error thrown by a loader or action is
 * passed to the error boundary as data (`problemOf` reads it) instead of a bare 500. A failure carries the
 * request id, by which it can be found in the log.
 */
export function withProblemModules(build: ServerBuild): ServerBuild {
  return withModules(build, (module) => ({
    ...module,
    ...(module.loader && { loader: withApiFailures(module.loader) }),
    ...(module.action && { action: withApiFailures(module.action) }),
  }));
}

type DataFunction = (args: never) => unknown;

function withApiFailures<Run extends DataFunction>(run: Run): Run {
  const wrapped = async (args: LoaderFunctionArgs) => {
    try {
      // The arguments of `run` itself, passed on unchanged.
      return await run(args as never);
    } catch (thrown) {
      const error = isThrownResponse(thrown) ? thrown : carried(thrown, args.request);
      if (!isRedirect(error)) noteFailure(args, error, thrown);
      throw error;
    }
  };
  // It has the arguments of `run`, and its result or a promise of it.
  return wrapped as unknown as Run;
}

/** Whether it was thrown on purpose: a response, or data with a status. */
function isThrownResponse(thrown: unknown): boolean {
  // Thrown values of the router have this field.
  const { type } = (thrown ?? {}) as { type?: string };
  return thrown instanceof Response || type === 'DataWithResponseInit';
}

/** A problem as passed to the error boundary; an unexpected error reveals only its reference. */
function carried(thrown: unknown, { headers }: Request) {
  const { view } = thrown instanceof ApiProblem ? thrown : new ApiProblem('internal');
  const requestId = headers.get('x-request-id');
  const named = view.status >= 500 && requestId !== null ? { requestId, ...view } : view;
  return data({ problem: named }, { status: view.status });
}

function isRedirect(thrown: unknown): boolean {
  return thrown instanceof Response && thrown.status >= 300 && thrown.status < 400;
}

/** The status of a thrown response or of thrown `data`; any other error is a bug of ours. */
function statusOf(thrown: unknown): number {
  // A response and thrown `data` have one of these fields.
  const { status, init } = (thrown ?? {}) as { status?: number; init?: { status?: number } | null };
  return status ?? init?.status ?? 500;
}

/**
 * One failed part makes the whole response a failure, with the highest status of all. Server errors are
 * reported as they were thrown.
 */
function noteFailure({ context, request }: LoaderFunctionArgs, error: unknown, thrown: unknown): void {
  const visit = context.get(visitContext);
  const status = statusOf(error);
  visit.failure = Math.max(visit.failure ?? 0, status);
  if (status >= 500 && !request.signal.aborted) visit.report(thrown);
  // Our pages throw `data` of this type.
  const { data } = (error ?? {}) as { data?: Partial<MissingData> | null };
  if (typeof data?.reason === 'string') visit.note?.(data.reason, data.refused);
}

/**
 * Adds the kind of a page and the cache tags of all its loaders to its response, in addition to the headers
 * that routes export.
 */
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
