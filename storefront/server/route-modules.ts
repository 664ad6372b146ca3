import { data, type ServerBuild } from 'react-router';
import { ApiProblem } from '../app/api-problem.ts';
import { cacheTagsHeader, tagsIn } from './cache-tags.ts';

type RouteModule = NonNullable<ServerBuild['routes'][string]>['module'];
type HeadersFunction = Extract<NonNullable<RouteModule['headers']>, (...args: never[]) => unknown>;
type Headed = Parameters<HeadersFunction>[0];

/**
 * Lets a refusal of the API become the page's own status: what a loader or action throws is carried
 * to the error boundary as data (`problemOf` reads it) instead of a 500 that says nothing.
 */
export function withApiProblems(build: ServerBuild): ServerBuild {
  return withModules(build, (module) => ({
    ...module,
    ...(module.loader && { loader: answering(module.loader) }),
    ...(module.action && { action: answering(module.action) }),
  }));
}

function answering<Args extends unknown[], Result>(run: (...args: Args) => Result) {
  return async (...args: Args): Promise<Awaited<Result>> => {
    try {
      return await run(...args);
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      throw data({ problem: error.view }, { status: error.status });
    }
  };
}

/** Carries the cache tags of every loader of a page to its answer, beside the headers routes export. */
export function withCacheTags(build: ServerBuild): ServerBuild {
  return withModules(build, (module) => ({
    ...module,
    headers: (args: Headed) => {
      const headers = new Headers(
        typeof module.headers === 'function' ? module.headers(args) : module.headers,
      );
      const tags = [args.parentHeaders, args.loaderHeaders, headers].flatMap(tagsIn);
      if (tags.length > 0) headers.set(cacheTagsHeader, [...new Set(tags)].join(' '));
      return headers;
    },
  }));
}

function withModules(build: ServerBuild, change: (module: RouteModule) => RouteModule): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => [
    id,
    route && { ...route, module: change(route.module) },
  ]);
  return { ...build, routes: Object.fromEntries(routes) };
}
