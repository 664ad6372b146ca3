import type { BrowserContextOptions, Page } from '@playwright/test';
import { hydrated, scriptPath, type Visit } from '../../fixtures/browser.ts';
import { openShop } from '../../fixtures/shop-and-browser.ts';
import { expect, test } from '../../fixtures/test.ts';
import {
  cachedAddresses,
  isCached,
  missingPageMessage,
  settled,
  visitWithWorker,
} from '../../pages/service-worker.ts';

const our = openShop();

/** Opens a browser with the service worker and the offline catalogue, and goes offline. */
async function visitWithOfflineCatalog(options: BrowserContextOptions = {}): Promise<Visit> {
  const shopper = await visitWithWorker(our.browser, our.shop.origin, options);
  const { page } = shopper;
  await page.goto('/');
  if (options.extraHTTPHeaders) await cacheHome(page);
  else await settled(page);
  await hydrated(page);
  await page.getByRole('banner').getByPlaceholder('What are you looking for?').click();
  await page.getByRole('button', { name: /Save the whole shop on this device: \d+ kB/ }).click();
  await page.getByText(/\d products are saved on this device/).waitFor();
  await page.waitForFunction(() => performance.getEntriesByName('pocket ready').length > 0);
  await page.context().setOffline(true);
  return shopper;
}

/** With low data nothing is prefetched; pages are cached when visited with the worker active. */
async function cacheHome(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.goto('/');
  await expect.poll(() => isCached(page, '/')).toBe(true);
}

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name }).waitFor();
const waitForOfflineNotice = (page: Page) =>
  page
    .getByRole('main')
    .getByText(/^From .* saved on this device/)
    .waitFor();

/** Addresses that were never visited, with the heading of their page. */
const unvisited = [
  ['/search?q=naartjie', /naartjie/],
  ['/rooibos-tea', /Rooibos/],
  ['/drinks', 'Drinks'],
  ['/c/rice-pasta', 'Rice & Pasta'],
] as const;

for (const [title, options] of [
  ['with a worker', {}],
  ['with a worker and low data', { extraHTTPHeaders: { 'save-data': 'on' } }],
] as const)
  test(`${title} an unvisited page opens from the offline catalogue, as a document and by links`, async () => {
    const { page } = await visitWithOfflineCatalog(options);
    for (const [address, name] of unvisited) {
      await page.goto(address);
      await heading(page, name);
      await waitForOfflineNotice(page);
      expect(new URL(page.url()).hash).toBe('');
    }
    await page.goto('/drinks');
    await waitForOfflineNotice(page);
    await page.locator('main article h3 a, main article a').first().click();
    await page.getByText(/^In stock as of/).waitFor();
    await waitForOfflineNotice(page);
    await page
      .getByRole('navigation', { name: /breadcrumb/i })
      .getByRole('link', { name: 'Drinks' })
      .click();
    await heading(page, 'Drinks');
  });

test('a page whose code is missing redirects to the home page once, with a message', async () => {
  const { page, expectConsoleError } = await visitWithWorker(our.browser, our.shop.origin, {
    extraHTTPHeaders: { 'save-data': 'on' },
  });
  expectConsoleError(/Error loading route module/);
  await page.goto('/');
  await cacheHome(page);
  // This part redirects the shopper; the browser loads it a few seconds after the page.
  await expect
    .poll(async () => (await cachedAddresses(page)).join(), { timeout: 15_000 })
    .toContain(scriptPath('background-parts'));
  await page.evaluate(() =>
    localStorage.setItem('fynbos-pocket', JSON.stringify({ version: '1', made: '2026-11-20', products: 7 })),
  );
  await page.context().setOffline(true);
  await page.goto('/search?q=naartjie');
  await hydrated(page);
  await missingPageMessage(page).waitFor();
  expect(page.url()).toBe(`${our.shop.origin}/`);
});
