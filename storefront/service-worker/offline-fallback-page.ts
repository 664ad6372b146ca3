import { pageOriginHeader } from '../app/platform/pages/page-origin-header.ts';
import { escaped, plainPage, plainPagePolicy } from '../app/platform/pages/plain-page.ts';
import { pagesName } from '../app/platform/storage/worker-cache-names.ts';
import { worker } from './worker-scope.ts';

declare global {
  /** Inserted into the worker by the build: the messages of this page in each language. */
  const __WORDS__: Record<string, Record<string, string>>;
}

const maxListedPages = 12;

/**
 * The page for a browser that is offline and has no cached home page. It explains the problem and lists the
 * pages that still work.
 */
export async function offlineFallbackPage(locale: string, home: string): Promise<Response> {
  const lang = languageFor(locale);
  const messages = __WORDS__[lang] ?? {};
  const translate = (id: string) => escaped(messages[id] ?? '');
  const seen = await pagesSeen();
  const list = seen
    .map(({ path, title }) => `<li><a href="${escaped(path)}">${escaped(title)}</a></li>`)
    .join('');
  const html = plainPage({
    lang,
    title: translate('offline.title'),
    body: `<p>${translate('offline.pageMissing')}</p><p>${translate('offline.stillThere')}</p>
<p><a class="button" href="">${translate('offline.retry')}</a> <a class="plain" href="${escaped(home)}">${translate('offline.home')}</a></p>
${list && `<h2>${translate('offline.seen')}</h2><ul>${list}</ul>`}`,
  });
  return new Response(html, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': plainPagePolicy,
      [pageOriginHeader]: 'once',
    },
  });
}

/** The language of the pages seen so far, else the browser's. */
function languageFor(locale: string): string {
  const known = Object.keys(__WORDS__);
  const preferred = worker.navigator.language.slice(0, 2);
  return (
    known.find((language) => language === locale) ??
    known.find((language) => language.startsWith(preferred)) ??
    'en-US'
  );
}

/** Cached documents, latest first, with their titles. */
async function pagesSeen(): Promise<{ path: string; title: string }[]> {
  const cache = await caches.open(pagesName);
  const documents = (await cache.keys())
    .map(({ url }) => new URL(url))
    .filter(({ pathname }) => !pathname.endsWith('.data'));
  const named = documents
    .reverse()
    .slice(0, maxListedPages)
    .map(async ({ pathname, search }) => {
      const html = (await (await cache.match(pathname + search, { ignoreVary: true }))?.text()) ?? '';
      return { path: pathname + search, title: read(/<title>([^<]*)/.exec(html)?.[1] ?? pathname) };
    });
  return Promise.all(named);
}

const read = (html: string) =>
  html.replace(
    /&(amp|lt|gt|quot|#x27);/g,
    (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name] ?? "'",
  );
