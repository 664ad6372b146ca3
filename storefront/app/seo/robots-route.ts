import { listFilters } from '@fynbos/core/catalogue/listing.ts';
import { searchCatalogue } from '@fynbos/core/search/contract.ts';
import { languagePath } from '../i18n/language-switch.tsx';
import { reviewPath } from '../paths.ts';

/** What crawlers may leave out: calls, choices of language, forms to write a review, and the countless views of one list. */
const views = [...listFilters, 'sort', 'shown', '_routes'];
const apiFolder = `/${searchCatalogue.path.split('/')[1]}/`;
const closed = [apiFolder, languagePath, reviewPath(''), ...views.map((name) => `/*?*${name}=`)];

/** Says so, and where the list of all addresses is. */
export function loader({ request }: { request: Request }): Response {
  const { origin } = new URL(request.url);
  const lines = [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
  ];
  return new Response(`${lines.join('\n')}\n`, {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  });
}
