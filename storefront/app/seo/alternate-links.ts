import { mapUrl } from '@fynbos/core/catalogue/contract.ts';
import { callApi } from '../api-client.ts';
import { inView, pathAt } from '../paths.ts';
import { apiSettings, type CurrentStoreView } from '../platform/api/api-settings.ts';
import { kindOf } from './page-kinds.ts';

/** Runs a function in the context of another store view, on the server. */
export type AsView = <Result>(currentView: CurrentStoreView, run: () => Promise<Result>) => Promise<Result>;

interface Page {
  canonical: string;
  data: unknown;
  origin: string;
  /** The request that the page responds to. */
  request: Request;
}

/**
 * The same page in the other store views, for search engines: each view has its own address and language.
 * Within one view all languages share an address, so they cannot be listed separately (ADR-019).
 * @param canonical the address of the page; a view that does not sell its content has no such page
 */
export async function alternatesOf(
  { canonical, data, origin, request }: Page,
  asView: AsView,
): Promise<string> {
  const { currentView } = apiSettings();
  const path = currentView && pathIn(canonical, origin);
  if (!currentView || !path) return '';
  const urlPath = mappedPath(data);
  // Only the product list of a brand tells where the brand is sold.
  if (urlPath === undefined) return '';
  const available = await Promise.all(
    currentView.views.map(async (view) => {
      if (urlPath === '' || view.code === currentView.view.code) return view;
      const otherView = { ...currentView, view: { ...currentView.view, code: view.code } };
      const hit = await asView(otherView, () => callApi(mapUrl, { body: { url: urlPath }, request })).catch(
        () => undefined,
      );
      return hit?.result ? view : undefined;
    }),
  );
  const views = available.filter((view) => view !== undefined);
  if (views.length < 2) return '';
  return views
    .map(({ code, locale, url }) => link(code ? locale : 'x-default', addressIn(url, path)))
    .join('');
}

/** The path of an address inside the current store view. */
function pathIn(canonical: string, origin: string): string | undefined {
  const base = origin + inView('/').replace(/\/$/, '');
  return canonical.startsWith(base) ? canonical.slice(base.length) || '/' : undefined;
}

/** The address of a path in the store view at this URL. */
function addressIn(url: string, path: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathAt(pathname.replace(/\/$/, ''), path);
}

/**
 * The address of the page in the catalogue; empty for pages that every view has, undefined if it is
 * unknown.
 */
function mappedPath(data: unknown): string | undefined {
  const page = kindOf(data);
  if (page.kind === 'brand') return undefined;
  if (page.kind === 'product') return page.page.product.url_path;
  return page.kind === 'category' ? page.page.category.url_path : '';
}

const link = (language: string, href: string) =>
  `<link rel="alternate" hreflang="${language}" href="${href.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"/>`;
