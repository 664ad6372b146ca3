import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { hydrated, type Visit } from './browser.ts';
import { openShop } from './opened.ts';
import { isKept, keptAddresses, missingSaid, settled, visitWithWorker } from './worker-pages.ts';

const our = openShop();

/** A browser that has the worker and the shop in its pocket, and no network. */
async function withPocket(options: BrowserContextOptions = {}): Promise<Visit> {
  const shopper = await visitWithWorker(our.browser, our.shop.origin, options);
  const { page } = shopper;
  await page.goto('/');
  if (options.extraHTTPHeaders) await keepsHome(page);
  else await settled(page);
  await hydrated(page);
  await page.getByRole('banner').getByText('What are you looking for?').click();
  await page.getByRole('button', { name: /Keep the whole shop on this device: \d+ kB/ }).click();
  await page.getByText(/\d products are kept on this device/).waitFor();
  await page.waitForFunction(() => performance.getEntriesByName('pocket ready').length > 0);
  await page.context().setOffline(true);
  return shopper;
}

/** With low data nothing is fetched ahead: what is seen while the worker is there is kept. */
async function keepsHome(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.goto('/');
  await expect.poll(() => isKept(page, '/')).toBe(true);
}

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name }).waitFor();
const fromPocket = (page: Page) =>
  page
    .getByRole('main')
    .getByText(/^From .* kept on this device/)
    .waitFor();

/** What was never visited, with what its page is called. */
const unvisited = [
  ['/search?q=naartjie', /naartjie/],
  ['/rooibos-tea', /Rooibos/],
  ['/drinks', 'Drinks'],
  ['/c/rice-pasta', 'Rice & Pasta'],
] as const;

test.each([
  ['with a worker', {}],
  ['with a worker and low data', { extraHTTPHeaders: { 'save-data': 'on' } }],
])('%s a page never visited opens out of the pocket, as a document and by links', async (_, options) => {
  const { page, close } = await withPocket(options);
  for (const [address, name] of unvisited) {
    await page.goto(address);
    await heading(page, name);
    await fromPocket(page);
    expect(new URL(page.url()).hash).toBe('');
  }
  await page.goto('/drinks');
  await fromPocket(page);
  await page.locator('main article h3 a, main article a').first().click();
  await page.getByText(/^In stock as of/).waitFor();
  await fromPocket(page);
  await page
    .getByRole('navigation', { name: /breadcrumb/i })
    .getByRole('link', { name: 'Drinks' })
    .click();
  await heading(page, 'Drinks');
  await close();
});

test('a page whose code is missing too leads home once, and says so', async () => {
  const {
    page,
    close,
    expectConsoleError: expectFault,
  } = await visitWithWorker(our.browser, our.shop.origin, {
    extraHTTPHeaders: { 'save-data': 'on' },
  });
  expectFault(/Error loading route module/);
  await page.goto('/');
  await keepsHome(page);
  // This part redirects the shopper; the browser loads it a few seconds after the page.
  await expect
    .poll(async () => (await keptAddresses(page)).join(), { timeout: 15_000 })
    .toContain('parts-at-rest');
  await page.evaluate(() =>
    localStorage.setItem('fynbos-pocket', JSON.stringify({ version: '1', made: '2026-11-20', products: 7 })),
  );
  await page.context().setOffline(true);
  await page.goto('/search?q=naartjie');
  await hydrated(page);
  await missingSaid(page).waitFor();
  expect(page.url()).toBe(`${our.shop.origin}/`);
  await close();
});
