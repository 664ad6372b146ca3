import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { origin } from './testing/memory-caches.ts';
import { page, stubScope, visitOf } from './testing/stub-worker-scope.ts';

/** Response of the shop, or a network failure. */
let shop: (path: string) => Response | Promise<Response>;
let requested: string[];

beforeEach(() => {
  vi.useFakeTimers();
  ({ requested } = stubScope((path) => shop(path)));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const cut = () => Promise.reject(new TypeError('Failed to fetch'));
const silent = () => new Promise<Response>(() => {});
const after = (ms: number, text: string) => async () => {
  await new Promise((resolve) => setTimeout(resolve, ms));
  return page(text);
};

/** Visits a page through the worker, which may cache it. */
async function visit(path: string): Promise<string> {
  const { respondWithPage } = await import('./pages.ts');
  const event = visitOf(path);
  const pending = respondWithPage(event);
  await vi.advanceTimersByTimeAsync(20_000);
  const response = await pending;
  if (shop !== silent) await Promise.all(event.after);
  return `${response.status} ${await response.text()}`;
}

const keys = async () =>
  (await (await caches.open('fynbos-pages')).keys()).map(({ url }) => url.slice(origin.length));

describe('respondWithPage', () => {
  test('waits for the network again after a request that failed at once', async () => {
    shop = () => page('old');
    await visit('/oats');
    shop = cut;
    expect(await visit('/oats')).toBe('200 old');
    shop = after(700, 'new');
    expect(await visit('/oats')).toBe('200 new');
  });

  test('does not wait again for an unresponsive network until it responds', async () => {
    shop = () => page('old');
    await visit('/oats');
    shop = silent;
    expect(await visit('/oats')).toBe('200 old');
    shop = after(700, 'new');
    expect(await visit('/oats')).toBe('200 old');
    expect(await visit('/oats')).toBe('200 new');
  });

  test('responds 504 to a data request that fails, so that the page knows the network is at fault', async () => {
    shop = cut;
    expect(await visit('/oats.data')).toBe('504 ');
  });

  test('responds with the home data for the layout alone, not for a page in it', async () => {
    shop = () => page('home');
    await visit('/_.data');
    shop = cut;
    expect(await visit('/oats.data?_routes=shell%2Fdefault-layout')).toBe('200 home');
    expect(await visit('/oats.data?_routes=shell%2Fpages%2Fdispatcher-page')).toBe('504 ');
  });

  test('does not cache a page under the address that redirected to it', async () => {
    const { cachePage } = await import('./pages.ts');
    const { readAddress } = await import('./page-addresses.ts');
    // Only a browser can create a redirected response.
    const redirected = Object.defineProperty(page('tea'), 'redirected', { value: true });
    await cachePage(readAddress(new URL('/old-tea', origin)), redirected);
    expect(await keys()).toEqual([]);
    await cachePage(readAddress(new URL('/tea', origin)), page('tea'));
    expect(await keys()).toEqual(['/tea']);
  });

  test('deletes cached pages with the build that cached them', async () => {
    shop = () => page('tea');
    await visit('/tea');
    await visit('/tea.data');
    const { forgetOldPages } = await import('./pages.ts');
    const { shellName } = await import('./file-caches.ts');
    await caches.open(shellName);
    await forgetOldPages();
    expect(await keys()).toEqual(['/tea', '/tea.data']);
    await caches.delete(shellName);
    await forgetOldPages();
    expect(await keys()).toEqual([]);
  });
});

describe('cacheVisitedPages', () => {
  const importCacheModule = () => import('./cache-visited-pages.ts');
  const hour = 3_600_000;

  test('caches document and data after the first visit, and fetches neither twice', async () => {
    shop = () => page('tea');
    await visit('/tea.data?_routes=a');
    await (await importCacheModule()).cacheVisitedPage('/tea', 'en-US');
    expect(requested.splice(0)).toEqual(['/tea.data?_routes=a', '/tea', '/tea.data']);
    await (await importCacheModule()).cacheVisitedPage('/tea', 'en-US');
    expect(requested).toEqual([]);
  });

  test('fetches the other form again when it is much older than the one visited', async () => {
    shop = () => page('tea');
    await visit('/tea');
    await visit('/tea.data');
    vi.setSystemTime(Date.now() + 2 * hour);
    await visit('/tea');
    requested.length = 0;
    await (await importCacheModule()).cacheVisitedPage('/tea', 'en-US');
    expect(requested).toEqual(['/tea.data']);
  });

  test('does not fetch a page again that must not be cached', async () => {
    shop = () => page('mine', 'once');
    await visit('/login');
    await (await importCacheModule()).cacheVisitedPage('/login', 'en-US');
    expect(requested).toEqual(['/login']);
  });

  test('fetches frames once a day', async () => {
    shop = () => page('frame');
    const { cacheFrames } = await importCacheModule();
    await cacheFrames('/', 'en-US');
    expect(requested.splice(0)).toHaveLength(10);
    await cacheFrames('/', 'en-US');
    expect(requested).toEqual([]);
    vi.setSystemTime(Date.now() + 25 * hour);
    await cacheFrames('/', 'en-US');
    expect(requested).toHaveLength(10);
  });
});

test('cacheVisitedPage caches only the visited form on a metered connection, unless the shopper chose full data', async () => {
  ({ requested } = stubScope(() => page('tea'), { connection: { type: 'cellular' } }));
  const { cacheVisitedPage } = await import('./cache-visited-pages.ts');
  await visit('/tea');
  await cacheVisitedPage('/tea', 'en-US');
  expect(requested.splice(0)).toEqual(['/tea']);
  const { changeSettings } = await import('./settings.ts');
  await changeSettings(() => ({ wantsAll: true }));
  await cacheVisitedPage('/tea', 'en-US');
  expect(requested).toEqual(['/tea.data']);
});
