import type { Locator, Page } from '@playwright/test';
import { hydrated, type Visit, visit } from '../../fixtures/browser.ts';
import { openDemo } from '../../fixtures/shop-and-browser.ts';
import { expect, test } from '../../fixtures/test.ts';

/** The suggestions of the search panel: their cache in this browser, its limits, and the limit of a request. */

const our = openDemo({ pictures: false });
let shopper: Visit;
test.beforeEach(async () => {
  shopper = await visit(our.browser, our.shop.origin);
});

type Operation = 'get' | 'put' | 'openCursor';

declare global {
  interface Window {
    /** What `instrumentCache` counts, and what it lets fail. */
    cacheTest: {
      counts: Record<Operation, number>;
      faults: Partial<Record<Operation, 'fails' | 'hangs' | undefined>>;
    };
  }
}

/** Counts the operations of the cache database on every page from now on, and lets chosen ones fail or hang. */
const instrumentCache = (page: Page) =>
  page.addInitScript(() => {
    window.cacheTest = { counts: { get: 0, put: 0, openCursor: 0 }, faults: {} };
    const { counts, faults } = window.cacheTest;
    // biome-ignore lint/suspicious/noExplicitAny: the methods of several prototypes are replaced by name.
    const replace = (prototype: any, name: Operation) => {
      const original = prototype[name];
      prototype[name] = function (this: IDBObjectStore | IDBIndex, ...given: unknown[]) {
        const { transaction } = this instanceof IDBIndex ? this.objectStore : this;
        if (transaction.db.name !== 'fynbos-cache') return original.apply(this, given);
        counts[name] += 1;
        if (faults[name] === 'fails') throw new DOMException('The disk is broken.', 'UnknownError');
        const request = original.apply(this, given);
        if (faults[name] === 'hangs')
          request.addEventListener('success', (event: Event) => event.stopImmediatePropagation());
        return request;
      };
    };
    replace(IDBObjectStore.prototype, 'get');
    replace(IDBObjectStore.prototype, 'put');
    replace(IDBIndex.prototype, 'openCursor');
  });

const setFault = (page: Page, operation: Operation, fault?: 'fails' | 'hangs') =>
  page.evaluate(([name, value]) => (window.cacheTest.faults[name] = value), [operation, fault] as const);
const count = (page: Page, operation: Operation) =>
  page.evaluate((name) => window.cacheTest.counts[name], operation);

/** Responds to every search with one suggested word, which `word` derives from the text. */
const respondToSearches = (page: Page, word: (text: string) => string | Promise<string>) =>
  page.route('**/api/search/suggest?*', async (route) => {
    const text = new URL(route.request().url()).searchParams.get('text') ?? '';
    const result = { words: [await word(text)], products: [], categories: [], total: 1 };
    await route.fulfill({ json: { code: 200, result } }).catch(() => {});
  });

/** Opens a page with the search panel. */
async function openSearch(page: Page): Promise<void> {
  await page.goto('/faq');
  await hydrated(page);
  await page.getByRole('banner').getByRole('textbox', { name: 'Search' }).click();
  await field(page).waitFor();
}

const field = (page: Page) => page.getByRole('dialog').getByRole('combobox');
const suggested = (page: Page, word: string) => page.getByRole('row', { name: word, exact: true });
const status = (page: Page): Locator => page.getByRole('dialog').getByRole('search').getByRole('status');

/** Stops the page's clock; then only `runFor` moves it. The time limits are those of TIMEOUT_SCALE=1. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000));
  await page.evaluate(() => delete document.documentElement.dataset.timeouts);
}

/** Milliseconds after the last key until a search is sent. */
const rest = 150;

/** Searches while the clock stands, and waits for the suggestion. */
async function searchStopped(page: Page, text: string, word: string): Promise<void> {
  await field(page).fill(text);
  await page.clock.runFor(rest);
  await suggested(page, word).waitFor();
}

const offlineNotice = 'You are offline';

/** Lifts the time limit of requests, which a busy machine can exceed before a test responds. */
const withoutTimeouts = (page: Page) =>
  page.addInitScript(() => {
    AbortSignal.timeout = () => new AbortController().signal;
  });

test.describe('a repeated search (SEA-4, spec accounts 4.9)', () => {
  let response: string | Promise<string>;
  test.beforeEach(async () => {
    const { page } = shopper;
    await withoutTimeouts(page);
    response = 'oatmeal';
    await respondToSearches(page, () => response);
    await openSearch(page);
    await field(page).fill('oat');
    await suggested(page, 'oatmeal').waitFor();
    // The next page finds them only if they are written when this one ends.
    await expect.poll(() => cachedKeys(page)).toHaveLength(1);
  });

  /** Searches again on another page, where the shop has not responded yet. */
  async function repeatSearch(page: Page, beforeSearch = async () => {}): Promise<(word: string) => void> {
    const late = Promise.withResolvers<string>();
    response = late.promise;
    await openSearch(page);
    await beforeSearch();
    await field(page).fill('oat');
    await suggested(page, 'oatmeal').waitFor();
    return late.resolve;
  }

  test('shows the cached suggestions first, then those of the shop; offline the cached ones or none', async () => {
    const { page, expectConsoleError } = shopper;
    expectConsoleError(/ERR_INTERNET_DISCONNECTED|Failed to load/);
    const respond = await repeatSearch(page);
    respond('oat milk');
    await suggested(page, 'oat milk').waitFor();
    expect(await suggested(page, 'oatmeal').count()).toBe(0);

    await page.unrouteAll();
    await page.context().setOffline(true);
    await field(page).fill('never searched');
    await expect(status(page)).toContainText(offlineNotice);
    await field(page).fill('oat');
    await suggested(page, 'oat milk').waitFor();
    await page.context().setOffline(false);
  });

  test('the suggestions of the shop replace a list that opens under a resting mouse', async () => {
    const { page } = shopper;
    const { x, y } = (await suggested(page, 'oatmeal').boundingBox())!;
    const respond = await repeatSearch(page, () => page.mouse.move(x + 9, y + 9));
    const isHovered = () => suggested(page, 'oatmeal').evaluate((entry) => entry.matches(':hover'));
    await expect.poll(isHovered).toBe(true);
    respond('oat milk');
    await suggested(page, 'oat milk').waitFor();
    expect(await suggested(page, 'oatmeal').count()).toBe(0);
  });

  test('suggestions do not change under a mouse that moves, only after it has left', async () => {
    const { page } = shopper;
    const respond = await repeatSearch(page);
    await suggested(page, 'oatmeal').hover();
    const received = page.waitForResponse('**/api/search/suggest?*');
    respond('oat milk');
    await (await received).finished();
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await suggested(page, 'oatmeal').count()).toBe(1);
    await page.mouse.move(1, 1);
    await suggested(page, 'oat milk').waitFor();
    expect(await suggested(page, 'oatmeal').count()).toBe(0);
  });
});

test.describe('the cache of searches (OFF-4, spec accounts 9)', () => {
  test('gives up a read and a write after 800 ms, logs the write, and reads no more after one error', async () => {
    const { page, expectConsoleError } = shopper;
    expectConsoleError(/ERR_INTERNET_DISCONNECTED|Failed to load|The cache cannot be written/);
    const warnings: string[] = [];
    page.on(
      'console',
      (message) => message.text().includes('The cache cannot be') && warnings.push(message.text()),
    );
    await instrumentCache(page);
    await page.clock.install();
    await openSearch(page);
    await stopClock(page);
    await setFault(page, 'get', 'hangs');
    await page.context().setOffline(true);
    await field(page).fill('rice');
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/suggest'));
    await page.clock.runFor(rest);
    await failed;
    // The database opens in real time, and the clock of the page stands until then.
    await expect.poll(() => count(page, 'get')).toBeGreaterThan(0);
    await page.clock.runFor(799);
    await expect(status(page)).not.toContainText(offlineNotice);
    await page.clock.runFor(1);
    await expect(status(page)).toContainText(offlineNotice);
    const reads = await count(page, 'get');

    await page.context().setOffline(false);
    await respondToSearches(page, (text) => `${text} cakes`);
    await setFault(page, 'put', 'hangs');
    await searchStopped(page, 'corn', 'corn cakes');
    await expect.poll(() => count(page, 'put')).toBe(1);
    await page.clock.runFor(799);
    expect(warnings).toEqual([]);
    await page.clock.runFor(1);
    await expect.poll(() => warnings).toEqual([expect.stringContaining('The cache cannot be written')]);
    expect(await count(page, 'get')).toBe(reads);
  });

  test('checks its size every 30 s, gives up after 2 s, and writes no more after thirty errors', async () => {
    const { page, expectConsoleError } = shopper;
    expectConsoleError(/The cache cannot be written/);
    await instrumentCache(page);
    await respondToSearches(page, (text) => `${text} cakes`);
    await page.clock.install();
    await openSearch(page);
    await stopClock(page);
    await setFault(page, 'put', 'fails');
    for (let search = 1; search <= 29; search++) {
      await searchStopped(page, `rice ${search}`, `rice ${search} cakes`);
      await expect.poll(() => count(page, 'put')).toBe(search);
    }
    await setFault(page, 'put');
    await setFault(page, 'openCursor', 'hangs');
    // The first search opened the cache.
    await page.clock.runFor(30_000 - 28 * rest - 1);
    expect(await count(page, 'openCursor')).toBe(0);
    await page.clock.runFor(1);
    await expect.poll(() => count(page, 'openCursor')).toBe(1);
    await page.clock.runFor(2000 - rest - 1);
    await searchStopped(page, 'oat', 'oat cakes');
    await expect.poll(() => count(page, 'put')).toBe(30);
    await page.clock.runFor(1);
    await searchStopped(page, 'corn', 'corn cakes');
    await searchStopped(page, 'bran', 'bran cakes');
    expect(await count(page, 'put')).toBe(30);
  });

  test('over its quota is reduced to the hundred entries used last', async () => {
    const { page } = shopper;
    await page.addInitScript(() => {
      StorageManager.prototype.estimate = async () => ({ usage: 900, quota: 1000 });
    });
    await respondToSearches(page, (text) => `${text} cakes`);
    await page.clock.install();
    await openSearch(page);
    await stopClock(page);
    await searchStopped(page, 'rice', 'rice cakes');
    await expect.poll(() => cachedKeys(page)).toHaveLength(1);
    const [searchKey = ''] = await cachedKeys(page);
    await fillCache(page, 120);
    await page.clock.runFor(29_999);
    expect(await cachedKeys(page)).toHaveLength(121);
    await page.clock.runFor(1);
    await expect.poll(() => cachedKeys(page)).toHaveLength(100);
    const left = await cachedKeys(page);
    expect([left.includes(searchKey), left.includes('old 20'), left.includes('old 21')]).toEqual([
      true,
      false,
      true,
    ]);
  });
});

/** The keys of the cached searches. */
const cachedKeys = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const { promise, resolve } = Promise.withResolvers<string[]>();
    const opening = indexedDB.open('fynbos-cache');
    opening.onsuccess = () => {
      const reading = opening.result.transaction('entries').objectStore('entries').getAllKeys();
      reading.onsuccess = () => resolve(reading.result.map(String));
    };
    const keys = await promise;
    opening.result.close();
    return keys;
  });

/** Adds entries `old 0` and so on, each used later than the one before, and all before now. */
const fillCache = (page: Page, entries: number): Promise<void> =>
  page.evaluate(async (added) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const opening = indexedDB.open('fynbos-cache');
    opening.onsuccess = () => {
      const transaction = opening.result.transaction('entries', 'readwrite');
      for (let at = 0; at < added; at++)
        transaction.objectStore('entries').put({ key: `old ${at}`, value: {}, used_at: at });
      transaction.oncomplete = () => resolve();
    };
    await promise;
    opening.result.close();
  }, entries);

test('a search in the browser ends after 5 s (SEA-3)', async () => {
  const { page, expectConsoleError } = shopper;
  expectConsoleError(/Failed to load|ERR_/);
  // The clock of the page does not move this timer, so a hundredth of the limit passes.
  await page.addInitScript(() => {
    const limits: number[] = [];
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (milliseconds) => {
      limits.push(milliseconds);
      return timeout(milliseconds === 5000 ? 50 : milliseconds);
    };
    Object.assign(window, { limits });
  });
  const limits = () => page.evaluate(() => (window as unknown as { limits: number[] }).limits);
  await openSearch(page);
  await page.route('**/api/search/suggest?*', () => {});
  const before = (await limits()).length;
  const sent = page.waitForRequest('**/api/search/suggest?*');
  await field(page).fill('rice');
  await sent;
  await expect(status(page)).toContainText('Search is taking longer than usual.');
  expect((await limits()).slice(before)).toContain(5000);
});
