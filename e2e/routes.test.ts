import { isLong } from '@fynbos/api/testing/long.ts';
import { locales } from '@fynbos/core/shop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { messagesOf, rawIds } from './messages.ts';
import { ask, type ReadPage, readPage, withEach } from './plain-http.ts';
import { aliases, allRoutes, files, fits, type Route, routePatterns } from './route-list.ts';
import { type RunningShop, startShop } from './shop.ts';

/** Every address in every language and store view, as the server writes it (SHOP-2, SHOP-3). */

let shop: RunningShop;

beforeAll(async () => {
  shop = await startShop({ MULTISTORE: 'on' });
});
afterAll(() => shop?.stop());

const views = ['', '/de', '/it'];
/** Which languages are read: of views other than the first, where pages are made by the same code, some in the short form. */
const spokenIn = (prefix: string): readonly string[] =>
  isLong || prefix === '' ? locales : locales.filter((_, index) => index % 4 === views.indexOf(prefix));
const at = (prefix: string, path: string) => shop.origin + (prefix && path === '/' ? prefix : prefix + path);

const rawId = rawIds();
/** What a program says when it has nothing to say. */
const slip = /\bundefined\b|\bNaN\b|\[object |\{\w+\}|&lt;\/?[a-z]+&gt;/;

/** What is of all views, and stands outside them. */
const ofAll = /^\/(api|img|assets|media)\//;

/** Where links and forms of a page lead that leave the store view it is in. */
function strays({ leads }: ReadPage, prefix: string): string[] {
  // The switch names the homes of the views with their hosts.
  const homes = ['/', '/de', '/it'].map((home) => shop.origin + home);
  const paths = leads.filter((way) => !homes.includes(way)).map((way) => way.replace(shop.origin, ''));
  const isStray = (path: string) => {
    if (!path.startsWith('/') || ofAll.test(path)) return false;
    const [view, inside] = viewOf(path);
    return view !== prefix || viewOf(inside)[0] !== '';
  };
  return [...new Set(paths.filter(isStray))];
}

/** The view a path begins with, and what is left of the path. */
function viewOf(path: string): [view: string, inside: string] {
  const view = /^\/(?:de|it)(?=[/?#]|$)/.exec(path)?.[0] ?? '';
  return [view, path.slice(view.length)];
}

const messages = new Map<string, Set<string>>(
  locales.map((locale) => [locale, new Set(Object.values(messagesOf(locale)))]),
);

/** Whether a page is called as in English though its language has a name for it. */
function isEnglish({ languages }: Route, { title }: ReadPage, english: ReadPage, locale: string): boolean {
  const own = languages ?? locales.map((one) => one.slice(0, 2));
  if (title !== english.title || !own.includes(locale.slice(0, 2))) return false;
  // Some words are the same in both.
  return !messages.get(locale)!.has(title.split(' | ')[0]!);
}

function faultsOf(route: Route, prefix: string, locale: string, read: ReadPage, english: ReadPage): string[] {
  const raw = rawId.exec(read.text)?.[0];
  const slipped = slip.exec(read.text)?.[0];
  const faults = {
    [`is answered with ${read.status}`]: read.status !== route.status,
    [`is in ${read.lang}`]: read.lang !== locale,
    [`is called ${read.title}`]: !read.title.includes('Fynbos') || rawId.test(read.title),
    [`is called in English: ${read.title}`]:
      !locale.startsWith('en') && isEnglish(route, read, english, locale),
    [`has the id ${raw} for a text`]: raw !== undefined,
    [`says ${slipped}`]: slipped !== undefined,
    [`leads out of its view: ${strays(read, prefix)}`]: strays(read, prefix).length > 0,
  };
  return Object.keys(faults)
    .filter((fault) => faults[fault])
    .map((fault) => `${prefix}${route.path} in ${locale} ${fault}`);
}

test('the walk sees what is wrong', async () => {
  const html = `<html lang="en-US"><title>cart.title</title><script>shop.name</script>
    <p title="{count} of them">nav.menu</p><a href="/faq">x</a><a href="/de/it/faq">x</a><a href="${shop.origin}/it">x</a>`;
  const read = await readPage(`data:text/html,${encodeURIComponent(html)}`, 'de-DE');
  expect(faultsOf({ path: '/', status: 404 }, '/de', 'de-DE', read, read)).toEqual([
    '/de/ in de-DE is answered with 200',
    '/de/ in de-DE is in en-US',
    '/de/ in de-DE is called cart.title',
    '/de/ in de-DE is called in English: cart.title',
    '/de/ in de-DE has the id cart.title for a text',
    '/de/ in de-DE says {count}',
    '/de/ in de-DE leads out of its view: /faq,/de/it/faq',
  ]);
});

test('every route of the storefront is in the list that is walked', () => {
  const walked = [...allRoutes, ...aliases].map(({ path }) => path).concat(files);
  const missing = routePatterns().filter((pattern) => !walked.some((path) => fits(pattern, path)));
  expect(missing).toEqual([]);
});

describe.each(views)('every path of the store view at %j/, on the server', (prefix) => {
  const english = new Map<Route, ReadPage>();
  beforeAll(() =>
    withEach(allRoutes, async (route) => {
      english.set(route, await readPage(at(prefix, route.path), 'en-US'));
    }),
  );

  test.each(spokenIn(prefix))('speaks %s: status, language, title, texts, links', async (locale) => {
    const faults: string[] = [];
    await withEach(allRoutes, async (route) => {
      const read = await readPage(at(prefix, route.path), locale);
      faults.push(...faultsOf(route, prefix, locale, read, english.get(route)!));
    });
    expect(faults).toEqual([]);
  });

  test('another way to a page leads there, inside the view', async () => {
    for (const { path, status, to } of aliases) {
      const answer = await ask(at(prefix, path));
      const there = (answer.headers.get('location') ?? '').replace(shop.origin, '') || '/';
      expect([path, answer.status, there]).toEqual([
        path,
        status,
        to === '/' && prefix ? prefix : prefix + to,
      ]);
    }
  });

  test('what machines ask for is there', async () => {
    for (const path of prefix ? files.slice(1) : files) {
      const answer = await ask(at(prefix, path));
      expect([path, answer.status]).toEqual([path, 200]);
      await answer.body?.cancel();
    }
  });
});
