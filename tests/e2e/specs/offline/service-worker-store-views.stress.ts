import { hydrated } from '../../fixtures/browser.ts';
import { openShop } from '../../fixtures/shop-and-browser.ts';
import { expect, test } from '../../fixtures/test.ts';
import {
  cachedAddresses,
  expectPageCached,
  isCached,
  settled,
  visitWithWorker,
} from '../../pages/service-worker.ts';

const our = openShop({ MULTISTORE: 'on' });

test('each store view caches its own pages and falls back to its own home page', async () => {
  const { page } = await visitWithWorker(our.browser, our.shop.origin, { locale: 'de-DE' });
  await page.goto('/de/pantry');
  await settled(page, '/de');
  await expectPageCached(page, '/de/pantry');
  await page.context().setOffline(true);
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await hydrated(page);
  await page.goto('/de/rooibos-tea');
  await page.getByText('ist offline nicht verfügbar').first().waitFor();
  expect(new URL(page.url()).pathname).toBe('/de');
  await page.locator('html[lang=de-DE]').waitFor();
});

test('with a full device no page is cached, and every page still works', async () => {
  const { page, expectConsoleError } = await visitWithWorker(our.browser, our.shop.origin);
  expectConsoleError(/quota/i);
  await page.goto('/pantry');
  await settled(page);
  const devtools = await page.context().newCDPSession(page);
  const quota = (quotaSize: number) =>
    devtools.send('Storage.overrideQuotaForOrigin', { origin: our.shop.origin, quotaSize });
  await quota(1);
  await page.goto('/drinks');
  await page.getByRole('heading', { level: 1, name: 'Drinks' }).waitFor();
  await hydrated(page);
  await page.goto('/rooibos-tea');
  await hydrated(page);
  expect(await isCached(page, '/rooibos-tea')).toBe(false);
  expect((await cachedAddresses(page)).filter((address) => address.startsWith('/img/'))).toEqual([]);
  await quota(1_000_000_000);
  await page.reload();
  await expectPageCached(page, '/rooibos-tea');
});
