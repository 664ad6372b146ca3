import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { type Visit, visit } from './browser.ts';

/** The sentence of spec accounts 8, word for word. */
const pageMissing =
  'The product, category or CMS page is not available in Offline mode. Redirecting to Home.';

/** Where a page says it; the list of all that was said has it as well, closed. */
export const missingSaid = (page: Page): Locator => page.getByText(pageMissing).filter({ visible: true });

/** Frames that the worker fetches last of all: once they are there, so is everything before them. */
const lastFrame = '/wishlist.data';
const settlingMs = 45_000;

/** A visitor whose browser has the shop's worker. What a browser prints of a network that is not there is no fault. */
export async function visitWithWorker(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const shopper = await visit(browser, origin, { serviceWorkers: 'allow', ...options });
  shopper.expectConsoleError(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CONNECTION_REFUSED|Failed to fetch/);
  // So the worker says that it cannot have the data of a page.
  shopper.expectConsoleError(/504 .*\.data|status of 504 .*\.data/);
  // Chromium says both, one a few seconds after the other, of the first scripts of a page when the processor is busy: it asks
  // the worker for them twice. Without a worker it never does, and what is preloaded in vain is told there.
  shopper.expectConsoleError(
    /cross-world service worker resource mismatch|\/assets\/[^/]+\.js was preloaded using link preload but not used/,
  );
  return shopper;
}

/** Waits until the worker is there and has fetched ahead what it fetches ahead. */
export async function settled(page: Page, home = ''): Promise<void> {
  const look = async () => {
    if (!(await isKept(page, home + lastFrame))) throw new Error('The worker has not fetched ahead yet.');
  };
  await vi.waitFor(look, { timeout: settlingMs, interval: 100 });
}

/** Waits until an address is kept, as a document and as data. */
export async function keptBothWays(page: Page, path: string): Promise<void> {
  for (const key of [path, `${path}.data`])
    await expect.poll(() => isKept(page, key), { timeout: settlingMs }).toBe(true);
}

export const isKept = (page: Page, key: string): Promise<boolean> =>
  page.evaluate(async (key) => (await caches.match(key, { ignoreVary: true })) !== undefined, key);

/** Every address that is in any cache of the browser. */
export const keptAddresses = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const found: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys())
        found.push(url.slice(location.origin.length));
    return found;
  });
