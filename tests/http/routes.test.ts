import { locales } from '@fynbos/core/shop.ts';
import { openWebShop, type WebShop } from '@fynbos/test-kit/shop/web-shop.ts';
import { isLong } from '@fynbos/test-kit/stress-mode.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fetchAsCrawler, type ReadPage, readPage, withEach } from '../e2e/fixtures/html-client.ts';
import { aliases, allRoutes, files, fits, type Route, routePatterns } from '../e2e/fixtures/route-list.ts';
import { messagesOf, rawIds } from '../e2e/fixtures/ui-messages.ts';

/** Every address in every language and store view, as rendered by the server (SHOP-2, SHOP-3). */

let shop: WebShop;

beforeAll(async () => {
  shop = await openWebShop({ MULTISTORE: 'on' });
});
afterAll(() => shop?.close());

const views = ['', '/de', '/it'];
/** Languages in which every path is read. One of them has another script and other plural rules. */
const readCompletely: readonly string[] = isLong ? locales : ['ja-JP'];
/** The paths that are read in each other language: a page of the shop, a product, and a content page. */
const sampleRoutes = allRoutes.filter(({ path }) => ['/cart', '/rooibos-tea', '/about'].includes(path));
/** The views differ in their prefix, so one of them is read completely in the second language. */
const routesIn = (locale: string, prefix: string) =>
  locale === 'en-US' || (readCompletely.includes(locale) && (isLong || prefix === ''))
    ? allRoutes
    : sampleRoutes;
const at = (prefix: string, path: string) => shop.origin + (prefix && path === '/' ? prefix : prefix + path);

const rawId = rawIds();
/** Texts that reveal a rendering error. */
const slip = /\bundefined\b|\bNaN\b|\[object |\{\w+\}|&lt;\/?[a-z]+&gt;/;

/** Paths shared by all store views, outside their prefixes. */
const ofAll = /^\/(api|img|assets|media)\//;

/** Targets of links and forms that leave the store view of the page. */
function strays({ leads }: ReadPage, prefix: string): string[] {
  // The store switch links to the home pages of the views with their hosts.
  const homes = ['/', '/de', '/it'].map((home) => shop.origin + home);
  const paths = leads
    .filter((target) => !homes.includes(target))
    .map((target) => target.replace(shop.origin, ''));
  const isStray = (path: string) => {
    if (!path.startsWith('/') || ofAll.test(path)) return false;
    const [view, inside] = viewOf(path);
    return view !== prefix || viewOf(inside)[0] !== '';
  };
  return [...new Set(paths.filter(isStray))];
}

/** The store view prefix of a path, and the rest of the path. */
function viewOf(path: string): [view: string, inside: string] {
  const view = /^\/(?:de|it)(?=[/?#]|$)/.exec(path)?.[0] ?? '';
  return [view, path.slice(view.length)];
}

const messages = new Map<string, Set<string>>(
  locales.map((locale) => [locale, new Set(Object.values(messagesOf(locale)))]),
);

/** Whether a page has the English title although its language has its own. */
function isEnglish({ languages }: Route, { title }: ReadPage, english: ReadPage, locale: string): boolean {
  const titleLanguages = languages ?? locales.map((code) => code.slice(0, 2));
  if (title !== english.title || !titleLanguages.includes(locale.slice(0, 2))) return false;
  // Some titles are the same in both languages.
  return !messages.get(locale)!.has(title.split(' | ')[0]!);
}

function problemsOf(
  route: Route,
  prefix: string,
  locale: string,
  read: ReadPage,
  english: ReadPage,
): string[] {
  const raw = rawId.exec(read.text)?.[0];
  const slipped = slip.exec(read.text)?.[0];
  const checks = {
    [`has status ${read.status}`]: read.status !== route.status,
    [`has language ${read.lang}`]: read.lang !== locale,
    [`has title ${read.title}`]: !read.title.includes('Fynbos') || rawId.test(read.title),
    [`has an English title: ${read.title}`]:
      !locale.startsWith('en') && isEnglish(route, read, english, locale),
    [`shows the message id ${raw}`]: raw !== undefined,
    [`says ${slipped}`]: slipped !== undefined,
    [`links out of its view: ${strays(read, prefix)}`]: strays(read, prefix).length > 0,
  };
  return Object.keys(checks)
    .filter((problem) => checks[problem])
    .map((problem) => `${prefix}${route.path} in ${locale} ${problem}`);
}

test('the page check finds every kind of problem', async () => {
  const html = `<html lang="en-US"><title>cart.title</title><script>shop.name</script>
    <p title="{count} of them">nav.menu</p><a href="/faq">x</a><a href="/de/it/faq">x</a><a href="${shop.origin}/it">x</a>`;
  const read = await readPage(`data:text/html,${encodeURIComponent(html)}`, 'de-DE');
  expect(problemsOf({ path: '/', status: 404 }, '/de', 'de-DE', read, read)).toEqual([
    '/de/ in de-DE has status 200',
    '/de/ in de-DE has language en-US',
    '/de/ in de-DE has title cart.title',
    '/de/ in de-DE has an English title: cart.title',
    '/de/ in de-DE shows the message id cart.title',
    '/de/ in de-DE says {count}',
    '/de/ in de-DE links out of its view: /faq,/de/it/faq',
  ]);
});

test('every storefront route is in the list of checked routes', () => {
  const walked = [...allRoutes, ...aliases].map(({ path }) => path).concat(files);
  const missing = routePatterns().filter((pattern) => !walked.some((path) => fits(pattern, path)));
  expect(missing).toEqual([]);
  expect(sampleRoutes).toHaveLength(3);
});

describe.each(views)('every path of the store view at %j/, rendered by the server', (prefix) => {
  const english = new Map<Route, ReadPage>();
  beforeAll(() =>
    withEach(allRoutes, async (route) => {
      english.set(route, await readPage(at(prefix, route.path), 'en-US'));
    }),
  );

  test.each(locales)('has the right status, language, title, texts and links in %s', async (locale) => {
    const problems: string[] = [];
    await withEach(routesIn(locale, prefix), async (route) => {
      const read = locale === 'en-US' ? english.get(route)! : await readPage(at(prefix, route.path), locale);
      problems.push(...problemsOf(route, prefix, locale, read, english.get(route)!));
    });
    expect(problems).toEqual([]);
  });

  test('an alias redirects inside the view', async () => {
    for (const { path, status, to } of aliases) {
      const response = await fetchAsCrawler(at(prefix, path));
      const target = (response.headers.get('location') ?? '').replace(shop.origin, '') || '/';
      expect([path, response.status, target]).toEqual([
        path,
        status,
        to === '/' && prefix ? prefix : prefix + to,
      ]);
    }
  });

  test('files for crawlers exist', async () => {
    for (const path of prefix ? files.slice(1) : files) {
      const response = await fetchAsCrawler(at(prefix, path));
      expect([path, response.status]).toEqual([path, 200]);
      await response.body?.cancel();
    }
  });
});
