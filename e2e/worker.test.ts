import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { alive, hydrated, type Visit } from './browser.ts';
import { openDemo } from './opened.ts';
import {
  isKept,
  keptAddresses,
  keptBothWays,
  missingSaid,
  settled,
  visitWithWorker,
} from './worker-pages.ts';

let shopper: Visit;
let page: Page;

// One browser for all of them: what a worker fetches at first is the same each time.
const our = openDemo();
beforeAll(async () => {
  shopper = await visitWithWorker(our.browser, our.shop.origin);
  page = shopper.page;
  await page.goto('/pantry');
  await settled(page);
});
afterAll(() => shopper?.close());
beforeEach(async () => {
  await offline(false);
  await page.goto('/pantry');
  await hydrated(page);
});

const heading = (name: string) => page.getByRole('heading', { level: 1, name });
const offline = (isOff = true) => page.context().setOffline(isOff);

/** Goes to an address the way a link does, without a document. */
const goTo = async (path: string) => {
  const link = page.locator(`a[href="${path}"]`).first();
  await alive(link);
  await link.evaluate((one: HTMLElement) => one.click());
};

describe('without a network (OFF-3, spec accounts 2.1)', () => {
  test('a page that was visited opens again, alive', async () => {
    await keptBothWays(page, '/pantry');
    await offline();
    await page.reload();
    await heading('Pantry').waitFor();
    await hydrated(page);
  });

  test('a page come to by a link opens as a document, and a document visited before by a link', async () => {
    await goTo('/drinks');
    await heading('Drinks').waitFor();
    await keptBothWays(page, '/drinks');
    await keptBothWays(page, '/pantry');
    await offline();
    await page.goto('/drinks');
    await heading('Drinks').waitFor();
    await hydrated(page);
    await goTo('/pantry');
    await heading('Pantry').waitFor();
  });

  test('the app starts (SHELL-1)', async () => {
    await offline();
    await page.goto('/pwa.html');
    await page.getByRole('heading', { name: 'Specials' }).waitFor();
    await hydrated(page);
    expect(await missingSaid(page).count()).toBe(0);
  });

  test('a page that is not kept leads home with the named sentence, as a document and by a link', async () => {
    await offline();
    await page.goto('/rooibos-tea');
    await missingSaid(page).waitFor();
    expect(page.url()).toBe(`${our.shop.origin}/`);
    await page.getByRole('button', { name: 'OK', exact: true }).click();
    await goTo('/pantry');
    await heading('Pantry').waitFor();
    await goTo('/bakery');
    await missingSaid(page).waitFor();
    await page.getByRole('heading', { name: 'Specials' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
  });
});

test('what is one shopper’s own is in no cache', async () => {
  const secret = [
    '/order/status?checkoutReference=1',
    '/newsletter?link=secret',
    '/Account/Reset-Password?link=s',
  ];
  shopper.expectConsoleError(/newsletter\/confirm|400 \(Bad Request\)/);
  for (const path of [...secret, '/login', '/order-tracking']) {
    await page.goto(path);
    await hydrated(page);
  }
  await page.goto('/drinks');
  await keptBothWays(page, '/drinks');
  const kept = await keptAddresses(page);
  expect(
    kept.filter((address) => /order|newsletter|Reset|login|secret|api/i.test(address.split('assets')[0]!)),
  ).toEqual([]);
  expect(await isKept(page, '/')).toBe(true);
});
