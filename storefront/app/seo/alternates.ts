import { mapUrl } from '@fynbos/core/catalogue/contract.ts';
import { call } from '../api.ts';
import { apiSettings, type Here } from '../api-settings.ts';
import { inView, pathAt } from '../paths.ts';
import { kindOf } from './page-kinds.ts';

/** Runs something as another store view would, on the server. */
export type AsView = <Result>(here: Here, run: () => Promise<Result>) => Promise<Result>;

interface Page {
  canonical: string;
  data: unknown;
  origin: string;
  /** That the page answers. */
  request: Request;
}

/**
 * The same page in the other store views, for search engines: each view has an address and a language of its own.
 * Within one view languages share an address, so there is nothing to tell them apart by (docs/decisions/019).
 *
 * @param canonical the page's own address; a view that does not sell what it shows has no such page
 */
export async function alternatesOf(
  { canonical, data, origin, request }: Page,
  asView: AsView,
): Promise<string> {
  const { here } = apiSettings();
  const path = here && pathIn(canonical, origin);
  if (!here || !path) return '';
  const urlPath = mappedPath(data);
  // Of a brand only the list of its products says where it is sold.
  if (urlPath === undefined) return '';
  const found = await Promise.all(
    here.views.map(async (view) => {
      if (urlPath === '' || view.code === here.view.code) return view;
      const there = { ...here, view: { ...here.view, code: view.code } };
      const hit = await asView(there, () => call(mapUrl, { body: { url: urlPath }, request })).catch(
        () => undefined,
      );
      return hit?.result ? view : undefined;
    }),
  );
  const views = found.filter((view) => view !== undefined);
  if (views.length < 2) return '';
  return views
    .map(({ code, locale, url }) => link(code ? locale : 'x-default', addressIn(url, path)))
    .join('');
}

/** The path of an address inside the view that is shown. */
function pathIn(canonical: string, origin: string): string | undefined {
  const base = origin + inView('/').replace(/\/$/, '');
  return canonical.startsWith(base) ? canonical.slice(base.length) || '/' : undefined;
}

/** A path of the view that is found at this address. */
function addressIn(url: string, path: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathAt(pathname.replace(/\/$/, ''), path);
}

/** The address the catalogue knows the page by; empty for pages that every view has, undefined where it is not known. */
function mappedPath(data: unknown): string | undefined {
  const page = kindOf(data);
  if (page.kind === 'brand') return undefined;
  if (page.kind === 'product') return page.page.product.url_path;
  return page.kind === 'category' ? page.page.category.url_path : '';
}

const link = (language: string, href: string) =>
  `<link rel="alternate" hreflang="${language}" href="${href.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"/>`;
