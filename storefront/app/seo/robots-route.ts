import { listFilters } from '@fynbos/core/catalogue/listing.ts';
import { searchCatalogue } from '@fynbos/core/search/contract.ts';
import { reviewPath } from '../paths.ts';
import { apiSettings } from '../platform/api/api-settings.ts';
import { languagePath } from '../ui/language-switch.tsx';

/**
 * Addresses that crawlers are told to skip: API calls, language choices, review forms, and the many
 * filtered views of a list.
 */
const views = [...listFilters, 'sort', 'shown', '_routes'];
const apiFolder = `/${searchCatalogue.path.split('/')[1]}/`;
const closed = [languagePath, reviewPath('')];
const closedViews = views.map((name) => `/*?*${name}=`);

/** Serves robots.txt with these rules and the address of the sitemap. */
export function loader({ request }: { request: Request }): Response {
  const { origin } = new URL(request.url);
  const prefixes = prefixesAt(origin);
  const lines = [
    'User-agent: *',
    ...[apiFolder, ...prefixes.flatMap((prefix) => closed.map((path) => prefix + path)), ...closedViews].map(
      (path) => `Disallow: ${path}`,
    ),
    '',
    ...prefixes.map((prefix) => `Sitemap: ${origin}${prefix}/sitemap.xml`),
  ];
  return new Response(`${lines.join('\n')}\n`, {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  });
}

/** The path prefixes of the store views at this host. */
function prefixesAt(origin: string): string[] {
  const { currentView } = apiSettings();
  const sameHostViews = currentView?.views.filter(({ url }) => new URL(url).origin === origin) ?? [];
  return sameHostViews.length > 0 ? sameHostViews.map(({ url }) => url.slice(origin.length)) : [''];
}
