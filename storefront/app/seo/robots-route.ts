import { listFilters } from '@fynbos/core/catalogue/listing.ts';
import { searchCatalogue } from '@fynbos/core/search/contract.ts';
import { apiSettings } from '../api-settings.ts';
import { languagePath } from '../i18n/language-switch.tsx';
import { reviewPath } from '../paths.ts';

/** What crawlers may leave out: calls, choices of language, forms to write a review, and the countless views of one list. */
const views = [...listFilters, 'sort', 'shown', '_routes'];
const apiFolder = `/${searchCatalogue.path.split('/')[1]}/`;
const closed = [languagePath, reviewPath('')];
const closedViews = views.map((name) => `/*?*${name}=`);

/** Says so, and where the list of all addresses is. */
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

/** What the paths of the store views at this host begin with. */
function prefixesAt(origin: string): string[] {
  const { here } = apiSettings();
  const there = here?.views.filter(({ url }) => new URL(url).origin === origin) ?? [];
  return there.length > 0 ? there.map(({ url }) => url.slice(origin.length)) : [''];
}
