import type { Page } from '@playwright/test';
import { expectAccessible } from '../../fixtures/axe.ts';
import { hydrated, type Visit } from '../../fixtures/browser.ts';
import { type NetworkProxy, openNetworkProxy } from '../../fixtures/fault-proxy.ts';
import { openDemo } from '../../fixtures/shop-and-browser.ts';
import { expect, test } from '../../fixtures/test.ts';
import {
  cachedAddresses,
  expectPageCached,
  missingPageMessage,
  settled,
  visitWithWorker,
} from '../../pages/service-worker.ts';

let proxy: NetworkProxy;
let shopper: Visit;
let page: Page;

const our = openDemo();
test.beforeAll(async () => {
  proxy = await openNetworkProxy(our.shop.origin);
});
test.afterAll(() => proxy?.close());
test.beforeEach(async () => {
  proxy.reset();
  shopper = await visitWithWorker(our.browser, proxy.origin);
  page = shopper.page;
});
const heading = (name: string) => page.getByRole('heading', { level: 1, name });

async function visited(path: string): Promise<void> {
  await page.goto(path);
  await settled(page);
  await expectPageCached(page, path);
}

/** The locale that the page last sent to the service worker. */
const workerLocale = (page: Page) =>
  page.evaluate(
    async () =>
      ((await (await caches.match('/settings'))?.json()) as { locale?: string } | undefined)?.locale,
  );

const languageOf = (key: string) =>
  page.evaluate(
    async (key) => (await caches.match(key, { ignoreVary: true }))?.headers.get('content-language'),
    key,
  );

test.describe('a connected but unreliable network', () => {
  test('with the shop down, visited pages open and others redirect to the home page', {
    tag: '@stress',
  }, async () => {
    await visited('/pantry');
    proxy.state = 'gone';
    await page.reload();
    await heading('Pantry').waitFor();
    await page.goto('/drinks');
    await missingPageMessage(page).waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
  });

  test('a cached page opens without waiting for a silent connection', { tag: '@stress' }, async () => {
    await visited('/pantry');
    proxy.state = 'dead';
    await page.reload({ waitUntil: 'commit' });
    await heading('Pantry').waitFor();
    await hydrated(page);
  });

  test('a captive portal is not shown as the shop, and neither its page nor its files are cached', async () => {
    shopper.expectConsoleError(/content type|MIME|manifest|api/i);
    await visited('/pantry');
    proxy.state = 'captive';
    await page.reload();
    await heading('Pantry').waitFor();
    await page.goto('/drinks');
    await missingPageMessage(page).waitFor();
    proxy.state = 'fine';
    await page.goto('/drinks');
    await heading('Drinks').waitFor();
    const portals = await page.evaluate(
      async (addresses) => {
        const texts = await Promise.all(
          addresses.map(async (address) => (await caches.match(address, { ignoreVary: true }))?.text()),
        );
        return texts.filter((text) => text?.includes('Airport'));
      },
      await cachedAddresses(page),
    );
    expect(portals).toEqual([]);
  });

  test('a newly chosen language is shown at once; offline another language is better than no page', {
    tag: '@stress',
  }, async () => {
    await visited('/pantry');
    await page.evaluate(async () => {
      await fetch('/language', {
        method: 'POST',
        body: new URLSearchParams({ locale: 'de-DE', back: '/pantry' }),
      });
    });
    await page.context().setOffline(true);
    await page.reload();
    await heading('Pantry').waitFor();
    await page.context().setOffline(false);
    await page.reload();
    await page.locator('html[lang=de-DE]').waitFor();
    await page.goto('/');
    await expect.poll(() => languageOf('/')).toBe('de-DE');
    await page.context().setOffline(true);
    await page.goto('/rooibos-tea');
    await page.getByText('ist offline nicht verfügbar').first().waitFor();
    await page.context().setOffline(false);
    await page.reload();
    await expect.poll(() => languageOf('/wishlist'), { timeout: 120_000 }).toBe('de-DE');
    await page.context().setOffline(true);
    await page.goto('/cart');
    await heading('Warenkorb').waitFor();
    await hydrated(page);
  });
});

test('without a cached home page, an offline page says which pages still work', {
  tag: '@stress',
}, async () => {
  await visited('/pantry');
  await page.evaluate(async () => {
    const cache = await caches.open('fynbos-pages');
    await cache.delete('/');
  });
  await page.context().setOffline(true);
  shopper.expectConsoleError(/503/);
  await page.goto('/drinks');
  await page.getByRole('heading', { name: 'No connection to the shop' }).waitFor();
  await missingPageMessage(page).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: /Pantry/ }).click();
  await heading('Pantry').waitFor();
});

test.describe('with low data', () => {
  let low: Visit;
  test.beforeEach(async () => {
    low = await visitWithWorker(our.browser, proxy.origin);
    await low.page.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true, addEventListener() {} } }),
    );
    await low.page.goto('/');
    await low.page.evaluate(() => navigator.serviceWorker.ready);
    await low.page.goto('/pantry');
    await hydrated(low.page);
    await expect.poll(() => cachedAddresses(low.page)).toContain('/pantry');
    // The worker has received the message of an idle page; otherwise it would start to prefetch now.
    await expect.poll(() => workerLocale(low.page), { timeout: 120_000 }).toBe('en-US');
  });
  test.afterEach(() => low.close());

  const openTracking = () => low.page.getByRole('contentinfo').locator('a[href="/order-tracking"]').click();

  test('nothing is prefetched, and visited pages are still cached', async () => {
    await low.page.context().setOffline(true);
    await low.page.reload();
    await low.page.getByRole('heading', { level: 1, name: 'Pantry' }).waitFor();
    const addresses = await cachedAddresses(low.page);
    expect(addresses).not.toContain('/checkout');
    expect(addresses.filter((address) => /checkout-page/.test(address))).toEqual([]);
  });

  test('a page whose code is missing offline is reported, and nothing is reloaded', {
    tag: '@stress',
  }, async () => {
    await low.page.evaluate(() => Object.assign(window, { mark: true }));
    await low.page.context().setOffline(true);
    await openTracking();
    await missingPageMessage(low.page).waitFor();
    expect(await low.page.evaluate(() => 'mark' in window)).toBe(true);
  });
});
