import * as build from 'virtual:react-router/server-build';
import { createRequestHandler, RouterContextProvider } from 'react-router';
import { type ApiSettings, configureApi } from '../app/api.ts';
import { loadText } from '../app/i18n/catalogues.ts';
import { localeOf } from '../app/i18n/locale.ts';
import { withApiProblems, withCacheTags } from './route-modules.ts';
import { type Visit, visitContext } from './visit.ts';

const handle = createRequestHandler(withCacheTags(withApiProblems(build)), 'production');

/** Says where the API is; called once before the first request. */
export function configure(api: ApiSettings): void {
  configureApi(api);
}

/** Renders one request. This file is the entry of the server bundle. */
export async function render(request: Request, visit: Omit<Visit, 'text'>): Promise<Response> {
  const context = new RouterContextProvider();
  context.set(visitContext, { ...visit, text: await loadText(localeOf(request)) });
  return handle(request, context);
}

export type Renderer = { configure: typeof configure; render: typeof render };
