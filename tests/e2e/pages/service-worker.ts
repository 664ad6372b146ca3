import { type Browser, type BrowserContextOptions, expect, type Locator, type Page } from '@playwright/test';
import { type Visit, visit } from '../fixtures/browser.ts';

/** The message of spec accounts 8, word for word. */
const pageMissing =
  'The product, category or CMS page is not available in Offline mode. Redirecting to Home.';

/**
 * The visible message: in a notice, and for a moment on the page that is left. The closed notification history
 * contains it too.
 */
export const missingPageMessage = (page: Page): Locator =>
  page.getByText(pageMissing).filter({ visible: true }).first();

/** The worker prefetches this page data last. */
const lastFrame = '/wishlist.data';
const settlingMs = 120_000;

/** Opens a visit with the shop's service worker. Console errors about a missing network are expected. */
export async function visitWithWorker(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const shopper = await visit(browser, origin, { serviceWorkers: 'allow', ...options });
  shopper.expectConsoleError(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CONNECTION_REFUSED|Failed to fetch/);
  // The worker reports page data that it cannot load with 504.
  shopper.expectConsoleError(/504 .*\.data|status of 504 .*\.data/);
  // Chromium logs both messages on a busy processor, a few seconds apart: it requests the first scripts of
  // a page from the worker twice. Without a service worker an unused preload still fails the test.
  shopper.expectConsoleError(
    /cross-world service worker resource mismatch|\/assets\/[^/]+\.js was preloaded using link preload but not used/,
  );
  return shopper;
}

/** Waits until the service worker is active and has prefetched its pages. */
export async function settled(page: Page, home = ''): Promise<void> {
  await expect
    .poll(() => isCached(page, home + lastFrame), {
      ...{ message: 'the service worker prefetches its pages', timeout: settlingMs },
    })
    .toBe(true);
}

/** Waits until a path is cached, both as a document and as data. */
export async function expectPageCached(page: Page, path: string): Promise<void> {
  for (const key of [path, `${path}.data`])
    await expect.poll(() => isCached(page, key), { timeout: settlingMs }).toBe(true);
}

export const isCached = (page: Page, key: string): Promise<boolean> =>
  page.evaluate(async (key) => (await caches.match(key, { ignoreVary: true })) !== undefined, key);

/** Every address in any cache of the browser. */
export const cachedAddresses = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const addresses: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys())
        addresses.push(url.slice(location.origin.length));
    return addresses;
  });
