import type { Page } from '@playwright/test';
import { expectAccessible } from '../../fixtures/axe.ts';
import { hydrated, scriptPath, type Visit, visit } from '../../fixtures/browser.ts';
import { openDemo } from '../../fixtures/shop-and-browser.ts';
import { expect, test } from '../../fixtures/test.ts';

let shopper: Visit;

const our = openDemo();
test.beforeEach(async () => {
  shopper = await visit(our.browser, our.shop.origin);
});
const searchField = (page: Page) => page.getByRole('dialog').getByRole('combobox', { name: /^search/i });
const suggestions = (page: Page) => page.getByRole('dialog').getByRole('grid').getByRole('row');
const offer = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: /Save the whole shop on this device: \d+ kB/ });
const storedNotice = (page: Page) =>
  page.getByRole('dialog').getByText(/\d products are saved on this device/);

async function openSearch(page: Page, address = '/'): Promise<void> {
  await page.goto(address);
  await hydrated(page);
  await page.getByRole('banner').getByPlaceholder('What are you looking for?').click();
  await searchField(page).waitFor();
}

async function downloadCatalog(page: Page, address = '/'): Promise<void> {
  await openSearch(page, address);
  await offer(page).click();
  await storedNotice(page).waitFor();
}

async function goOffline(page: Page): Promise<void> {
  shopper.expectConsoleError(/ERR_INTERNET_DISCONNECTED/);
  await page.context().setOffline(true);
}

test.describe('the offline catalogue (SEA-4)', () => {
  test('is offered with its size, downloaded on request, and then searched offline', async () => {
    const { page } = shopper;
    await downloadCatalog(page);
    await expectAccessible(page);
    await warm(page);
    await goOffline(page);
    await searchField(page).pressSequentially('mealie me');
    await suggestions(page).filter({ hasText: 'Super Maize Meal' }).first().waitFor();
    await page.getByText(/saved on this device. Prices are checked when you order/).waitFor();
    await expectAccessible(page);
  });

  test('shows, sorts and sells a category offline that was never visited online', {
    tag: '@journey',
  }, async () => {
    const { page } = shopper;
    // The code of these pages loads with the first of them; a service worker precaches it.
    await page.goto('/pantry');
    await hydrated(page);
    await downloadCatalog(page, '/pantry');
    await warm(page);
    await goOffline(page);
    await searchField(page).pressSequentially('coffee');
    const category = suggestions(page).filter({ hasText: 'Category' }).first();
    const name = (await category.textContent())!.replace('Category', '');
    await category.click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page
      .getByText(/^From .* saved on this device\. Prices are checked when you order\.$/)
      .first()
      .waitFor();
    await expectAccessible(page);
    await page.locator('summary').filter({ hasText: 'Sort by' }).click();
    await page.getByRole('link', { name: 'Price low to high', exact: true }).click();
    await page.waitForURL(/sort=final_price/);
    const prices = page.locator('article p.tabular-nums > span:first-child');
    await expect
      .poll(async () => {
        const shown = (await prices.allTextContents()).map((text) => Number(text.replace(/[^\d.]/g, '')));
        return shown.length > 1 && shown.every((price, at) => at === 0 || price >= shown[at - 1]!);
      })
      .toBe(true);
    await page
      .getByRole('button', { name: /^Add to cart: / })
      .first()
      .click();
    await page
      .getByRole('link', { name: /cart: 1/i })
      .first()
      .waitFor();
  });

  test('shows the page of a product found offline, and says which parts need the network', async () => {
    const { page } = shopper;
    await page.goto('/rooibos-tea');
    await downloadCatalog(page, '/rooibos-tea');
    await warm(page);
    await goOffline(page);
    await searchField(page).pressSequentially('mealie me');
    const product = suggestions(page).filter({ hasText: 'Super Maize Meal' }).first();
    await product.waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    await product.click();
    await page.getByRole('heading', { level: 1, name: /Super Maize Meal/ }).waitFor();
    await page.getByText(/^In stock as of/).waitFor();
    await expectAccessible(page);
    await page.context().setOffline(false);
    await page.getByRole('button', { name: /^Add/ }).first().waitFor();
    await page.getByText(/^In stock as of/).waitFor({ state: 'detached' });
  });

  test('supports the search page and the keyboard offline', { tag: '@stress' }, async () => {
    const { page } = shopper;
    await downloadCatalog(page, '/search');
    await warm(page);
    await goOffline(page);
    await searchField(page).fill('naartjie');
    await suggestions(page).first().waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: /naartjie/ }).waitFor();
    expect(await page.locator('article').count()).toBeGreaterThan(0);
    // A search on the search page leaves the panel open.
    await page.getByRole('button', { name: 'Close search' }).click();
    await page
      .getByRole('button', { name: /^Show picture / })
      .first()
      .click();
    await page.getByText('Pictures need the network.').waitFor();
    await expectAccessible(page);
  });

  test('leaves the selected suggestion in place when the server responds after the offline catalogue', {
    tag: '@stress',
  }, async () => {
    const { page } = shopper;
    await downloadCatalog(page);
    const serverResponse = Promise.withResolvers<void>();
    await page.route('**/api/search/suggest?*', async (route) => {
      await serverResponse.promise;
      await route.fulfill({
        json: { code: 200, result: { words: [], products: [], categories: [], total: 0 } },
      });
    });
    await searchField(page).fill('oats');
    await suggestions(page).first().waitFor();
    const before = await suggestions(page).allTextContents();
    await page.keyboard.press('ArrowDown');
    const suggestResponse = page.waitForResponse(/search\/suggest/);
    serverResponse.resolve();
    await (await suggestResponse).finished();
    // The response is cached as soon as it arrives; by then it would also have been rendered.
    await expect.poll(() => page.evaluate(cachedSearches)).toContain('oats');
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
    expect(await suggestions(page).allTextContents()).toEqual(before);
    expect(await page.locator('[role=gridcell][aria-selected=true]').count()).toBe(1);
  });

  test('does not block the shop’s search results when its worker hangs', { tag: '@stress' }, async () => {
    const { page } = shopper;
    await page.addInitScript(() => {
      localStorage.setItem(
        'fynbos-pocket',
        JSON.stringify({ version: '1', made: '2026-11-20', products: 7 }),
      );
      Object.assign(window, {
        Worker: class extends EventTarget {
          postMessage() {}
        },
      });
    });
    await openSearch(page);
    await searchField(page).fill('oats');
    await suggestions(page).first().waitFor();
  });

  test('shows a requested picture with Save-Data on too', { tag: '@stress' }, async () => {
    const low = await visit(our.browser, our.shop.origin, { extraHTTPHeaders: { 'save-data': 'on' } });
    low.expectConsoleError(/ERR_INTERNET_DISCONNECTED/);
    const { page } = low;
    await downloadCatalog(page, '/search');
    await warm(page);
    await page.context().setOffline(true);
    await searchField(page).fill('naartjie');
    await suggestions(page).first().waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: /naartjie/ }).waitFor();
    await page.getByRole('button', { name: 'Close search' }).click();
    await page.getByRole('button', { name: 'Show pictures', exact: true }).click();
    expect(await page.locator('article img').first().getAttribute('src')).toMatch(/^\/img\//);
    await low.close();
  });

  test('is replaced by the shop’s own list once the network is back or the shop responds', {
    tag: '@stress',
  }, async () => {
    const { page } = shopper;
    const from = page.getByRole('main').getByText(/^From .* saved on this device/);
    await downloadCatalog(page, '/search');
    await warm(page);
    await goOffline(page);
    await searchField(page).fill('naartjie');
    await suggestions(page).first().waitFor();
    await page.keyboard.press('Enter');
    await from.waitFor();
    await page.getByRole('button', { name: 'Close search' }).click();
    // Connected, but the shop does not respond; the browser logs nothing else.
    shopper.expectConsoleError(/ERR_FAILED|ERR_CONNECTION/);
    const apiRequests = /\.data|\/api\//;
    await page.route(apiRequests, (route) => route.abort('connectionfailed'));
    await page.context().setOffline(false);
    await page.getByText('Connected, but the shop is not responding.').waitFor();
    // A failed retry leaves the list as it is.
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Try again' }).and(page.locator(':enabled')).waitFor();
    await page.unroute(apiRequests);
    await page.getByRole('button', { name: 'What works now' }).click();
    await page.getByRole('button', { name: 'Check connection' }).click();
    await from.waitFor({ state: 'detached' });
  });

  test('is dropped when corrupted, and offered again', { tag: '@stress' }, async () => {
    const { page } = shopper;
    await downloadCatalog(page);
    await page.evaluate(spoil);
    await openSearch(page);
    await searchField(page).pressSequentially('oats');
    await suggestions(page).first().waitFor();
    await openSearch(page);
    await offer(page).click();
    await storedNotice(page).waitFor();
  });

  test('is not offered again after «not now», and never downloaded on a possibly metered connection', async () => {
    const { page } = shopper;
    const fetched: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/catalog/pack')) fetched.push(new URL(request.url()).pathname);
    });
    await openSearch(page);
    await page.getByRole('button', { name: 'Not now' }).click();
    await offer(page).waitFor({ state: 'detached' });
    const offering = page.waitForResponse(`**${scriptPath('offline-catalog-offer')}`);
    await openSearch(page);
    await offering;
    await page.waitForLoadState('networkidle');
    expect(await offer(page).count()).toBe(0);
    await searchField(page).pressSequentially('oats');
    await suggestions(page).first().waitFor();
    expect(fetched).toEqual(['/api/catalog/pack/facts']);
  });

  test('downloads by itself on an unmetered connection', { tag: '@stress' }, async () => {
    const { page } = shopper;
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { type: 'wifi', saveData: false } });
    });
    await openSearch(page);
    await storedNotice(page).waitFor();
  });
});

/** Loads the code of offline catalogue pages, which a service worker precaches. */
async function warm(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('pocket ready').length > 0);
}

/** The search queries with a cached result. */
function cachedSearches(): Promise<string> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('fynbos-cache');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const db = opening.result;
      const names = [...db.objectStoreNames];
      if (names.length === 0) return resolve('');
      const reading = db.transaction(names[0]!).objectStore(names[0]!).getAllKeys();
      reading.onsuccess = () => resolve(JSON.stringify(reading.result));
      reading.transaction!.oncomplete = () => db.close();
    };
  });
}

/** Overwrites the stored catalogue snapshot with garbage. */
function spoil(): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('fynbos-cache-pocket');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const writing = opening.result.transaction('packs', 'readwrite');
      writing.objectStore('packs').put({ format: 1, columns: { id: ['x'] } }, '');
      writing.oncomplete = () => resolve();
    };
  });
}
