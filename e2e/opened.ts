import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, inject } from 'vitest';
import { openBrowser } from './browser.ts';
import { type RunningShop, startShop } from './shop.ts';

/**
 * A shop and a browser for all tests of a file, closed after them.
 *
 * @param env what to set for the shop
 * @param prepare what to do with it before the first test
 */
export function openShop(
  env: Record<string, string> = {},
  prepare: (shop: RunningShop) => unknown = () => {},
): { readonly shop: RunningShop; readonly browser: Browser } {
  let shop: RunningShop;
  let browser: Browser;
  beforeAll(async () => {
    [shop, browser] = await Promise.all([startShop(env), openBrowser()]);
    await prepare(shop);
  });
  afterAll(async () => {
    // What could not be opened needs no closing.
    await browser?.close();
    await shop?.stop();
  });
  return {
    get shop() {
      return shop;
    },
    get browser() {
      return browser;
    },
  };
}

/** A browser for all tests of a file, and the demo shop as it is, which others look at too: nobody changes what they see. */
export function openDemo(): { readonly shop: Pick<RunningShop, 'origin'>; readonly browser: Browser } {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());
  return {
    shop: { origin: inject('lookedAt') },
    get browser() {
      return browser;
    },
  };
}
