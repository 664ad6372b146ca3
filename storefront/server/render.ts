import { AsyncLocalStorage } from 'node:async_hooks';
import * as build from 'virtual:react-router/server-build';
import { createRequestHandler, RouterContextProvider } from 'react-router';
import { type ApiSettings, configureApi, type Here, type Travel } from '../app/api-settings.ts';
import { isLowData, notYet } from '../app/data-use.ts';
import { loadText } from '../app/i18n/catalogues.ts';
import { localeOf } from '../app/i18n/locale.ts';
import { withApiProblems, withCacheTags } from './route-modules.ts';
import { travelOverHttp } from './travel-over-http.ts';
import { type Visit, visitContext } from './visit.ts';

type Handle = ReturnType<typeof createRequestHandler>;

const shop = withCacheTags(withApiProblems(build));
const handlers = new Map<string, Handle>();
/** The store view of the request that is being answered, and whether it is to be answered with little data: who asks the API far below does not know the request. */
const current = new AsyncLocalStorage<{ here: Here | undefined; low: string | undefined; made: Made }>();

/** What is noted of a page while it is made. */
interface Made {
  /** Something it shows is old, or could not be had: the next visitor shall have a better one. */
  isUnsure: boolean;
}

/** Calls the API, and notes where the page cannot be sure of the answer. */
const travel: Travel = async (url, call) => {
  const made = current.getStore()?.made;
  try {
    const arrived = await travelOverHttp(url, call);
    if (made && (arrived.isOld || arrived.status >= 500)) made.isUnsure = true;
    return arrived;
  } catch (error) {
    if (made) made.isUnsure = true;
    throw error;
  }
};

/** The same routes under the prefix of a store view; the document tells the browser of it. */
function handlerAt(basename: string): Handle {
  const handle = handlers.get(basename) ?? createRequestHandler({ ...shop, basename }, 'production');
  handlers.set(basename, handle);
  return handle;
}

/** Says where the API is; called once before the first request. */
export function configure(api: Omit<ApiSettings, 'travel' | 'here' | 'low'>): void {
  configureApi({
    ...api,
    travel,
    get here() {
      return current.getStore()?.here;
    },
    get low() {
      return current.getStore()?.low;
    },
  });
}

/** Renders one request. This file is the entry of the server bundle. */
export async function render(
  request: Request,
  visit: Pick<Visit, 'scriptMark' | 'report' | 'note' | 'seen' | 'here'>,
): Promise<Response> {
  const { headers } = request;
  const low = isLowData(headers.get('cookie') ?? '', headers.get('save-data')) ? notYet : undefined;
  const made = { isUnsure: false };
  const response = await current.run({ here: visit.here, low, made }, () =>
    answer(request, { low, made }, visit),
  );
  if (made.isUnsure) response.headers.set('cache-control', 'private, no-store');
  return response;
}

async function answer(
  request: Request,
  said: { low: string | undefined; made: Made },
  visit: Omit<Visit, 'text' | 'asView'>,
): Promise<Response> {
  const context = new RouterContextProvider();
  const text = await loadText(localeOf(request));
  const known: Visit = { ...visit, text, asView: (here, run) => current.run({ here, ...said }, run) };
  context.set(visitContext, known);
  return withStatus(await handlerAt(visit.here?.prefix || '/')(request, context), known.failure);
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
