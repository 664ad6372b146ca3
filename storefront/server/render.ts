import * as build from 'virtual:react-router/server-build';
import { createRequestHandler, RouterContextProvider } from 'react-router';
import { type ApiSettings, configureApi } from '../app/api-settings.ts';
import { loadText } from '../app/i18n/catalogues.ts';
import { localeOf } from '../app/i18n/locale.ts';
import { withApiProblems, withCacheTags } from './route-modules.ts';
import { travelOverHttp } from './travel-over-http.ts';
import { type Visit, visitContext } from './visit.ts';

const handle = createRequestHandler(withCacheTags(withApiProblems(build)), 'production');

/** Says where the API is; called once before the first request. */
export function configure(api: Omit<ApiSettings, 'travel'>): void {
  configureApi({ ...api, travel: travelOverHttp });
}

/** Renders one request. This file is the entry of the server bundle. */
export async function render(
  request: Request,
  visit: Pick<Visit, 'scriptMark' | 'report' | 'note' | 'seen'>,
): Promise<Response> {
  const context = new RouterContextProvider();
  const known: Visit = { ...visit, text: await loadText(localeOf(request)) };
  context.set(visitContext, known);
  return withStatus(await handle(request, context), known.failure);
}

/** The page of a request as a tree that stands ready, to be rendered again and again (`bench/pages.ts`). */
export async function treeOf(request: Request): Promise<() => Promise<Uint8Array>> {
  const { promise, resolve, reject } = Promise.withResolvers<() => Promise<Uint8Array>>();
  await render(request, { scriptMark: '', report: reject, seen: resolve });
  return promise;
}

/** React Router answers 200 to client navigation even when a loader failed; the status says so here. */
function withStatus(response: Response, failure: number | undefined): Response {
  if (response.status !== 200 || failure === undefined) return response;
  return new Response(response.body, { status: failure, headers: response.headers });
}

export type Renderer = { configure: typeof configure; render: typeof render; treeOf: typeof treeOf };
