import { long } from '@fynbos/api/testing/long.ts';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectAccessible, hydrated, type Visit } from './browser.ts';
import { type NetworkProxy, openNetworkProxy } from './line.ts';
import { openDemo } from './opened.ts';
import { keptAddresses, keptBothWays, missingSaid, settled, visitWithWorker } from './worker-pages.ts';

let line: NetworkProxy;
let shopper: Visit;
let page: Page;

const our = openDemo();
beforeAll(async () => {
  line = await openNetworkProxy(our.shop.origin);
});
afterAll(() => line?.close());
beforeEach(async () => {
  line.reset();
  shopper = await visitWithWorker(our.browser, line.origin);
  page = shopper.page;
});
afterEach(() => shopper.close());

const heading = (name: string) => page.getByRole('heading', { level: 1, name });

async function visited(path: string): Promise<void> {
  await page.goto(path);
  await settled(page);
  await keptBothWays(page, path);
}

/** The language in which the worker was last told of a page. */
const toldLocale = (page: Page) =>
  page.evaluate(
    async () =>
      ((await (await caches.match('/settings'))?.json()) as { locale?: string } | undefined)?.locale,
  );

const languageOf = (key: string) =>
  page.evaluate(
    async (key) => (await caches.match(key, { ignoreVary: true }))?.headers.get('content-language'),
    key,
  );

describe('a network that is connected and lies', () => {
  long('a shop that is gone: what was visited opens, what was not leads home', async () => {
    await visited('/pantry');
    line.state = 'gone';
    await page.reload();
    await heading('Pantry').waitFor();
    await page.goto('/drinks');
    await missingSaid(page).waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
  });

  long('a line on which nobody answers is not waited for where a page is kept', async () => {
    await visited('/pantry');
    line.state = 'dead';
    await page.reload({ waitUntil: 'commit' });
    await heading('Pantry').waitFor();
    await hydrated(page);
  });

  test('a portal is neither shown as the shop nor kept, and its page is no file of ours', async () => {
    shopper.expectConsoleError(/content type|MIME|manifest|api/i);
    await visited('/pantry');
    line.state = 'captive';
    await page.reload();
    await heading('Pantry').waitFor();
    await page.goto('/drinks');
    await missingSaid(page).waitFor();
    line.state = 'fine';
    await page.goto('/drinks');
    await heading('Drinks').waitFor();
    const portals = await page.evaluate(
      async (addresses) => {
        const texts = await Promise.all(
          addresses.map(async (one) => (await caches.match(one, { ignoreVary: true }))?.text()),
        );
        return texts.filter((text) => text?.includes('Airport'));
      },
      await keptAddresses(page),
    );
    expect(portals).toEqual([]);
  }, 120_000);

  long(
    'a language that is chosen is shown at once; without a network another one is better than none',
    async () => {
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
      await expect.poll(() => languageOf('/wishlist'), { timeout: 30_000 }).toBe('de-DE');
      await page.context().setOffline(true);
      await page.goto('/cart');
      await heading('Warenkorb').waitFor();
      await hydrated(page);
    },
  );
});

long('without even a home page there is a page that says what still works', async () => {
  await visited('/pantry');
  await page.evaluate(async () => {
    const cache = await caches.open('fynbos-pages');
    await cache.delete('/');
  });
  await page.context().setOffline(true);
  shopper.expectConsoleError(/503/);
  await page.goto('/drinks');
  await page.getByRole('heading', { name: 'No connection to the shop' }).waitFor();
  await missingSaid(page).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: /Pantry/ }).click();
  await heading('Pantry').waitFor();
});

describe('with low data', () => {
  let low: Visit;
  beforeEach(async () => {
    low = await visitWithWorker(our.browser, line.origin);
    await low.page.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true, addEventListener() {} } }),
    );
    await low.page.goto('/');
    await low.page.evaluate(() => navigator.serviceWorker.ready);
    await low.page.goto('/pantry');
    await hydrated(low.page);
    await expect.poll(() => keptAddresses(low.page)).toContain('/pantry');
    // The worker has heard of a page that is at rest: now it would fetch ahead.
    await expect.poll(() => toldLocale(low.page), { timeout: 30_000 }).toBe('en-US');
  });
  afterEach(() => low.close());

  const openTracking = () => low.page.getByRole('contentinfo').locator('a[href="/order-tracking"]').click();

  test('nothing is fetched ahead, and what was seen is kept all the same', async () => {
    await low.page.context().setOffline(true);
    await low.page.reload();
    await low.page.getByRole('heading', { level: 1, name: 'Pantry' }).waitFor();
    const kept = await keptAddresses(low.page);
    expect(kept).not.toContain('/checkout');
    expect(kept.filter((address) => /checkout-page/.test(address))).toEqual([]);
  });

  long('a page whose code is not there without a network is missing, and nothing is reloaded', async () => {
    await low.page.evaluate(() => Object.assign(window, { mark: true }));
    await low.page.context().setOffline(true);
    await openTracking();
    await missingSaid(low.page).waitFor();
    expect(await low.page.evaluate(() => 'mark' in window)).toBe(true);
  });
});
