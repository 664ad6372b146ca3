import { AsyncLocalStorage } from 'node:async_hooks';
import * as build from 'virtual:react-router/server-build';
import { type CatalogueLabels, catalogueLabels } from '@fynbos/core/catalogue/contract.ts';
import { defaultStoreView, type Locale, languageOf } from '@fynbos/core/shop.ts';
import { createRequestHandler, RouterContextProvider } from 'react-router';
import { callApi } from '../../app/api-client.ts';
import {
  type ApiSettings,
  type CurrentStoreView,
  configureApi,
  storeView,
  type Travel,
} from '../../app/platform/api/api-settings.ts';
import { localeOf } from '../../app/platform/i18n/locale.ts';
import { loadText } from '../../app/platform/i18n/message-loader.ts';
import { withLabels } from '../../app/platform/i18n/text.ts';
import { isLowData, notYet } from '../../app/platform/network/data-use.ts';
import { escaped, plainPage, retryAfterSeconds } from '../../app/platform/pages/plain-page.ts';
import { httpTransport } from './api-transport.ts';
import { type RenderedResponse, type Visit, visitContext } from './request-context.ts';
import { withCacheTags, withProblemModules } from './route-modules.ts';

/** The parts that pages may announce, exported by `entry.server.tsx`. */
export const lateParts = (build.entry.module as { lateParts?: readonly string[] }).lateParts ?? [];

type Handle = ReturnType<typeof createRequestHandler>;

const shop = withCacheTags(withProblemModules(build));
/** The build replaces the variable. During development, React Router keeps messages and stacks of errors. */
const mode = process.env.NODE_ENV === 'development' ? 'development' : 'production';
const handlers = new Map<string, Handle>();
/**
 * The store view of the current request, and how its page is sent: code deep in the API calls has no access to the
 * request.
 */
const current = new AsyncLocalStorage<PageState & { currentView: CurrentStoreView | undefined }>();

interface PageState {
  /** The placeholder of pictures, if the request uses low data. */
  low: string | undefined;
  isDocument: boolean;
  made: Made;
}

/** State that is recorded while a page is rendered. */
interface Made {
  /** Some of its data is stale or could not be loaded: the page must not be cached. */
  isUnsure: boolean;
}

/** Records stale or failed responses of the API. */
function recorded(travel: Travel): Travel {
  return async (url, call) => {
    const made = current.getStore()?.made;
    try {
      const arrived = await travel(url, call);
      if (made && (arrived.isOld || arrived.status >= 500)) made.isUnsure = true;
      return arrived;
    } catch (error) {
      if (made) made.isUnsure = true;
      throw error;
    }
  };
}

/** The same routes under the prefix of a store view; the document passes the prefix to the browser. */
function handlerAt(basename: string): Handle {
  const handle = handlers.get(basename) ?? createRequestHandler({ ...shop, basename }, mode);
  handlers.set(basename, handle);
  return handle;
}

/** Sets the address of the API, and the way to it; called once before the first request. */
export function configure(api: Omit<ApiSettings, 'currentView' | 'low' | 'isDocument'>): void {
  configureApi({
    ...api,
    travel: recorded(api.travel ?? httpTransport),
    get currentView() {
      return current.getStore()?.currentView;
    },
    get low() {
      return current.getStore()?.low;
    },
    get isDocument() {
      return current.getStore()?.isDocument;
    },
  });
}

/** Renders one request. This file is the entry of the server bundle. */
export async function render(
  request: Request,
  visit: Pick<Visit, 'scriptNonce' | 'report' | 'note' | 'seen' | 'currentView'>,
): Promise<RenderedResponse> {
  const { headers } = request;
  const low = isLowData(headers.get('cookie') ?? '', headers.get('save-data')) ? notYet : undefined;
  const made = { isUnsure: false };
  const pageState = { low, isDocument: !new URL(request.url).pathname.endsWith('.data'), made };
  const response = await current.run({ currentView: visit.currentView, ...pageState }, () =>
    renderInContext(request, pageState, visit),
  );
  if (made.isUnsure) response.headers.set('cache-control', 'private, no-store');
  return response;
}

/** The page for a visitor whose page cannot be rendered in time. It loads again by itself. */
export async function busyPage(request: Request, currentView: CurrentStoreView | undefined): Promise<string> {
  const { locale, t } = await current.run(
    { currentView, low: undefined, isDocument: true, made: { isUnsure: false } },
    () => loadText(localeOf(request)),
  );
  const { pathname, search } = new URL(request.url);
  return plainPage({
    lang: locale,
    title: escaped(t('error.busyTitle')),
    body: `<p>${escaped(t('error.busyRetry'))}</p><p><a class="button" href="${escaped(pathname + search)}">${escaped(t('error.retry'))}</a></p>`,
    retrySeconds: retryAfterSeconds,
  });
}

async function renderInContext(
  request: Request,
  pageState: PageState,
  visit: Omit<Visit, 'text' | 'shownLabels' | 'asView'>,
): Promise<RenderedResponse> {
  const context = new RouterContextProvider();
  const locale = localeOf(request);
  const [text, labels] = await Promise.all([loadText(locale), loadLabels(locale, request)]);
  const shown: Record<string, string> = {};
  const { label } = withLabels(text, labels);
  const known: Visit = {
    ...visit,
    text: {
      ...text,
      label(name) {
        const translation = label(name);
        if (translation !== name) shown[name] = translation;
        return translation;
      },
    },
    ...(Object.keys(labels).length > 0 && { shownLabels: shown }),
    asView: (currentView, run) => current.run({ currentView, ...pageState }, run),
  };
  context.set(visitContext, known);
  const handle = handlerAt(visit.currentView?.prefix || '/');
  const response = withStatus(await handle(request, context), known.failure);
  const { document } = known;
  return document && response.body === null ? Object.assign(response, { document }) : response;
}

/** Translations of the catalogue. A page can do without them. */
async function loadLabels(locale: Locale, request: Request): Promise<CatalogueLabels> {
  const languages = new Set([locale, storeView().locale, defaultStoreView.locale].map(languageOf));
  if (languages.size === 1) return {};
  const response = await callApi(catalogueLabels, { query: { locale }, request }).catch(() => undefined);
  return response?.result ?? {};
}

/** The page of a request as a prepared tree that can be rendered repeatedly (`bench/suites/pages.ts`). */
export async function treeOf(request: Request): Promise<() => Promise<Uint8Array>> {
  const { promise, resolve, reject } = Promise.withResolvers<() => Promise<Uint8Array>>();
  await render(request, { scriptNonce: '', report: reject, seen: resolve });
  return promise;
}

/**
 * React Router responds with 200 to client navigation even when a loader failed; this sets the status of
 * the failure.
 */
function withStatus(response: Response, failure: number | undefined): Response {
  if (response.status !== 200 || failure === undefined) return response;
  return new Response(response.body, { status: failure, headers: response.headers });
}

export type Renderer = {
  lateParts: typeof lateParts;
  configure: typeof configure;
  render: typeof render;
  busyPage: typeof busyPage;
  treeOf: typeof treeOf;
};
