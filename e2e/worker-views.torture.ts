import { expect, test } from 'vitest';
import { hydrated } from './browser.ts';
import { openShop } from './opened.ts';
import { isKept, keptAddresses, keptBothWays, settled, visitWithWorker } from './worker-pages.ts';

const our = openShop({ MULTISTORE: 'on' });

test('each store view keeps its own pages, and leads to its own home', async () => {
  const { page, close } = await visitWithWorker(our.browser, our.shop.origin, { locale: 'de-DE' });
  await page.goto('/de/pantry');
  await settled(page, '/de');
  await keptBothWays(page, '/de/pantry');
  await page.context().setOffline(true);
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await hydrated(page);
  await page.goto('/de/rooibos-tea');
  await page.getByText('ist offline nicht verfügbar').first().waitFor();
  expect(new URL(page.url()).pathname).toBe('/de');
  await page.locator('html[lang=de-DE]').waitFor();
  await close();
});

test('a device that is full keeps no page, and shows every page', async () => {
  const {
    page,
    close,
    expectConsoleError: expectFault,
  } = await visitWithWorker(our.browser, our.shop.origin);
  expectFault(/quota/i);
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
  expect(await isKept(page, '/rooibos-tea')).toBe(false);
  expect((await keptAddresses(page)).filter((address) => address.startsWith('/img/'))).toEqual([]);
  await quota(1_000_000_000);
  await page.reload();
  await keptBothWays(page, '/rooibos-tea');
  await close();
});
