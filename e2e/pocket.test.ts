import { long } from '@fynbos/api/testing/long.ts';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { expectAccessible, hydrated, type Visit, visit } from './browser.ts';
import { openDemo } from './opened.ts';

let shopper: Visit;

const our = openDemo();
beforeEach(async () => {
  shopper = await visit(our.browser, our.shop.origin);
});
afterEach(() => shopper.close());

const searchField = (page: Page) => page.getByRole('dialog').getByRole('combobox', { name: /^search/i });
const suggestions = (page: Page) => page.getByRole('dialog').getByRole('listbox').getByRole('option');
const offer = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: /Keep the whole shop on this device: \d+ kB/ });
const kept = (page: Page) => page.getByRole('dialog').getByText(/\d products are kept on this device/);

async function openSearch(page: Page, address = '/'): Promise<void> {
  await page.goto(address);
  await hydrated(page);
  await page.getByRole('banner').getByText('What are you looking for?').click();
  await searchField(page).waitFor();
}

async function keepShop(page: Page, address = '/'): Promise<void> {
  await openSearch(page, address);
  await offer(page).click();
  await kept(page).waitFor();
}

async function goOffline(page: Page): Promise<void> {
  shopper.expectFault(/ERR_INTERNET_DISCONNECTED/);
  await page.context().setOffline(true);
}

describe('the shop in the pocket (SEA-4)', () => {
  test('is offered with its size, fetched on request, and then searched without a network', async () => {
    const { page } = shopper;
    await keepShop(page);
    await expectAccessible(page);
    await warm(page);
    await goOffline(page);
    await searchField(page).pressSequentially('mealie me');
    await suggestions(page).filter({ hasText: 'Super Maize Meal' }).first().waitFor();
    await page.getByText(/kept on this device. Prices are checked when you order/).waitFor();
    await expectAccessible(page);
  });

  test('a category never visited is browsed without a network, sorted, and put into the cart', async () => {
    const { page } = shopper;
    // The code of these pages comes with the first of them; a service worker keeps it from the start.
    await page.goto('/pantry');
    await hydrated(page);
    await keepShop(page, '/pantry');
    await warm(page);
    await goOffline(page);
    await searchField(page).pressSequentially('coffee');
    const category = suggestions(page).filter({ hasText: 'Category' }).first();
    const name = (await category.textContent())!.replace('Category', '');
    await category.click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page
      .getByText(/^From .* kept on this device\. Prices are checked when you order\.$/)
      .first()
      .waitFor();
    await expectAccessible(page);
    await page.locator('summary').filter({ hasText: 'Sort by' }).click();
    await page.getByRole('link', { name: 'Price low to high' }).click();
    await page.waitForURL(/sort=final_price/);
    const prices = page.locator('article p.figures > span:first-child');
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

  test('a product found without a network has its page, which says what needs the network', async () => {
    const { page } = shopper;
    await page.goto('/rooibos-tea');
    await keepShop(page, '/rooibos-tea');
    await warm(page);
    await goOffline(page);
    await searchField(page).pressSequentially('mealie me');
    const found = suggestions(page).filter({ hasText: 'Super Maize Meal' }).first();
    await found.waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    await found.click();
    await page.getByRole('heading', { level: 1, name: /Super Maize Meal/ }).waitFor();
    await page.getByText(/^In stock as of/).waitFor();
    await expectAccessible(page);
    await page.context().setOffline(false);
    await page.getByRole('button', { name: /^Add/ }).first().waitFor();
    await page.getByText(/^In stock as of/).waitFor({ state: 'detached' });
  });

  long('the page of a search and the keyboard lead on without a network', async () => {
    const { page } = shopper;
    await keepShop(page, '/search');
    await warm(page);
    await goOffline(page);
    await searchField(page).fill('naartjie');
    await suggestions(page).first().waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: /naartjie/ }).waitFor();
    expect(await page.locator('article').count()).toBeGreaterThan(0);
    // A search on the page of searches leaves the panel open.
    await page.getByRole('button', { name: 'Close search' }).click();
    await page
      .getByRole('button', { name: /^Show picture / })
      .first()
      .click();
    await page.getByText('Pictures need the network.').waitFor();
    await expectAccessible(page);
  });

  long('a line that is chosen keeps its place when the server answers after the pocket', async () => {
    const { page } = shopper;
    await keepShop(page);
    const answers = Promise.withResolvers<void>();
    await page.route('**/api/search/suggest?*', async (route) => {
      await answers.promise;
      await route.fulfill({
        json: { code: 200, result: { words: [], products: [], categories: [], total: 0 } },
      });
    });
    await searchField(page).fill('oats');
    await suggestions(page).first().waitFor();
    const before = await suggestions(page).allTextContents();
    await page.keyboard.press('ArrowDown');
    const heard = page.waitForResponse(/search\/suggest/);
    answers.resolve();
    await (await heard).finished();
    // What was answered is kept for the next time as soon as it is known: then it would have been drawn as well.
    await expect.poll(() => page.evaluate(keptSearches)).toContain('oats');
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
    expect(await suggestions(page).allTextContents()).toEqual(before);
    expect(await page.locator('a[role=option][aria-selected=true]').count()).toBe(1);
  });

  long('that does not answer keeps nobody from what the shop finds', async () => {
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

  long('shows a picture that is asked for with low data too', async () => {
    const low = await visit(our.browser, our.shop.origin, { extraHTTPHeaders: { 'save-data': 'on' } });
    low.expectFault(/ERR_INTERNET_DISCONNECTED/);
    const { page } = low;
    await keepShop(page, '/search');
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

  long('a list out of it is the shop’s own again once the network is back, or the shop answers', async () => {
    const { page } = shopper;
    const from = page.getByRole('main').getByText(/^From .* kept on this device/);
    await keepShop(page, '/search');
    await warm(page);
    await goOffline(page);
    await searchField(page).fill('naartjie');
    await suggestions(page).first().waitFor();
    await page.keyboard.press('Enter');
    await from.waitFor();
    await page.getByRole('button', { name: 'Close search' }).click();
    // Connected, and nobody answers: the browser has nothing more to say.
    shopper.expectFault(/ERR_FAILED|ERR_CONNECTION/);
    const asking = /\.data|\/api\//;
    await page.route(asking, (route) => route.abort('connectionfailed'));
    await page.context().setOffline(false);
    await page.getByText('Connected, but the shop does not answer.').waitFor();
    // Tried in vain it leaves what is there.
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Try again' }).and(page.locator(':enabled')).waitFor();
    await page.unroute(asking);
    await page.getByRole('button', { name: 'What works now' }).click();
    await page.getByRole('button', { name: 'Ask again now' }).click();
    await from.waitFor({ state: 'detached' });
  });

  long('garbage in its place is dropped, and the offer made again', async () => {
    const { page } = shopper;
    await keepShop(page);
    await page.evaluate(spoil);
    await openSearch(page);
    await searchField(page).pressSequentially('oats');
    await suggestions(page).first().waitFor();
    await openSearch(page);
    await offer(page).click();
    await kept(page).waitFor();
  });

  test('is not offered again to who said «not now», and never fetched on a line that may be metered', async () => {
    const { page } = shopper;
    const fetched: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/catalog/pack')) fetched.push(new URL(request.url()).pathname);
    });
    await openSearch(page);
    await page.getByRole('button', { name: 'Not now' }).click();
    await offer(page).waitFor({ state: 'detached' });
    const offering = page.waitForResponse(/\/pocket-offer-[^/]+\.js$/);
    await openSearch(page);
    await offering;
    await page.waitForLoadState('networkidle');
    expect(await offer(page).count()).toBe(0);
    await searchField(page).pressSequentially('oats');
    await suggestions(page).first().waitFor();
    expect(fetched).toEqual(['/api/catalog/pack/facts']);
  });

  long('comes by itself on a line known to cost nothing', async () => {
    const { page } = shopper;
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { type: 'wifi', saveData: false } });
    });
    await openSearch(page);
    await kept(page).waitFor();
  });
});

/** Fetches what pages out of the pocket are drawn with, as a service worker has it from the start. */
async function warm(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('pocket ready').length > 0);
}

/** Which questions to the search have an answer that is kept. */
function keptSearches(): Promise<string> {
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

/** Writes something else where the pack is kept. */
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
