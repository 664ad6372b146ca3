import type { Page } from '@playwright/test';
import { alive, hydrated, type Visit } from '../../fixtures/browser.ts';
import { openDemo } from '../../fixtures/shop-and-browser.ts';
import { expect, test } from '../../fixtures/test.ts';
import {
  cachedAddresses,
  expectPageCached,
  isCached,
  missingPageMessage,
  settled,
  visitWithWorker,
} from '../../pages/service-worker.ts';

let shopper: Visit;
let page: Page;

// One browser for all tests, because the prefetch is the same each time.
const our = openDemo();
test.beforeAll(async () => {
  shopper = await visitWithWorker(our.browser, our.shop.origin);
  page = shopper.page;
  await page.goto('/pantry');
  await settled(page);
});
test.afterAll(() => shopper?.close());
test.beforeEach(async () => {
  await offline(false);
  await page.goto('/pantry');
  await hydrated(page);
});

const heading = (name: string) => page.getByRole('heading', { level: 1, name });
const offline = (isOff = true) => page.context().setOffline(isOff);

/** Navigates to an address by a link, without loading a document. */
const goTo = async (path: string) => {
  const link = page.locator(`a[href="${path}"]`).first();
  await alive(link);
  await link.evaluate((element: HTMLElement) => element.click());
};

test.describe('offline pages (OFF-3, spec accounts 2.1)', () => {
  test('a visited page opens again and hydrates', { tag: '@journey' }, async () => {
    await expectPageCached(page, '/pantry');
    await offline();
    await page.reload();
    await heading('Pantry').waitFor();
    await hydrated(page);
  });

  test('a page visited by a link opens as a document, and a visited document opens by a link', async () => {
    await goTo('/drinks');
    await heading('Drinks').waitFor();
    await expectPageCached(page, '/drinks');
    await expectPageCached(page, '/pantry');
    await offline();
    await page.goto('/drinks');
    await heading('Drinks').waitFor();
    await hydrated(page);
    await goTo('/pantry');
    await heading('Pantry').waitFor();
  });

  test('the installed app starts (SHELL-1)', async () => {
    await offline();
    await page.goto('/pwa.html');
    await page.getByRole('heading', { name: 'Specials' }).waitFor();
    await hydrated(page);
    expect(await missingPageMessage(page).count()).toBe(0);
  });

  test('an uncached page redirects to the home page with the specified message, as a document and by a link', async () => {
    await offline();
    await page.goto('/rooibos-tea');
    await missingPageMessage(page).waitFor();
    expect(page.url()).toBe(`${our.shop.origin}/`);
    await page.getByRole('button', { name: 'OK', exact: true }).click();
    await goTo('/pantry');
    await heading('Pantry').waitFor();
    await goTo('/bakery');
    await missingPageMessage(page).waitFor();
    await page.getByRole('heading', { name: 'Specials' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
  });
});

test('personal pages are in no cache', async () => {
  const secret = [
    '/order/status?checkoutReference=1',
    '/newsletter?link=secret',
    '/Account/Reset-Password?link=s',
  ];
  for (const path of [...secret, '/login', '/order-tracking']) {
    await page.goto(path);
    await hydrated(page);
  }
  await page.goto('/drinks');
  await expectPageCached(page, '/drinks');
  const addresses = await cachedAddresses(page);
  expect(
    addresses.filter((address) =>
      /order|newsletter|Reset|login|secret|api/i.test(address.split('assets')[0]!),
    ),
  ).toEqual([]);
  expect(await isCached(page, '/')).toBe(true);
});
