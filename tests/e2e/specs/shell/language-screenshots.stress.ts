import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { desktop, hydrated, phone, visit } from '../../fixtures/browser.ts';
import { openShop } from '../../fixtures/shop-and-browser.ts';
import { expect, test } from '../../fixtures/test.ts';
import { messagesOf } from '../../fixtures/ui-messages.ts';

/**
 * Full-page screenshots of ten pages in languages with short words, long words and no spaces, for manual
 * review. A program cannot judge line breaks; this test checks that no text is cut off or overflows.
 */
const folder = path.join(import.meta.dirname, '../../../..', 'test-results', 'pictures', 'languages');

const our = openShop({}, async () => {
  await mkdir(folder, { recursive: true });
});

const pages: Record<string, string> = {
  home: '/',
  category: '/pantry',
  product: '/rooibos-tea',
  cart: '/cart',
  checkout: '/checkout',
  login: '/login',
  content: '/shipping-delivery',
  faq: '/faq',
  stores: '/storelocator',
  missing: '/nothing/at/all',
};

for (const locale of ['en-US', 'de-DE', 'ja-JP'])
  test.describe(`in ${locale}`, () => {
    for (const viewport of [phone, desktop])
      test(`no text is cut off at ${viewport.width} pixels`, async () => {
        const shopper = await visit(our.browser, our.shop.origin, { viewport, reducedMotion: 'reduce' });
        shopper.expectConsoleError(/404/);
        const { page } = shopper;
        await page
          .context()
          .addCookies([{ name: 'fynbos-locale', value: locale, url: our.shop.origin, sameSite: 'Lax' }]);
        await fillCart(page, messagesOf(locale)['product.addToCart']!);
        const problems: string[] = [];
        for (const [name, address] of Object.entries(pages)) {
          await page.goto(address, { waitUntil: 'load' });
          await hydrated(page);
          await page.waitForLoadState('networkidle');
          for (const cut of await cutOff(page)) problems.push(`${name}: ${cut}`);
          const rows = await page
            .locator('header')
            .first()
            .evaluate(({ clientHeight }) => clientHeight);
          if (rows > 130) problems.push(`${name}: the header takes ${rows} pixels`);
          await seeEverything(page);
          const file = path.join(folder, `${name}-${locale}-${viewport.width}.png`);
          await page.screenshot({ path: file, fullPage: true });
        }
        expect(problems).toEqual([]);
      });
  });

async function fillCart(page: Page, add: string): Promise<void> {
  await page.goto('/rooibos-tea');
  await hydrated(page);
  await page.getByRole('main').getByRole('button', { name: add, exact: true }).first().click();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('current-cart-count'))).toBe('1');
}

/** Pictures further down load when they come near the viewport. */
async function seeEverything(page: Page): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let at = 0; at < height; at += 600) await page.evaluate((top) => scrollTo(0, top), at);
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => scrollTo(0, 0));
}

/** Texts that overflow the window or their container. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const overflows: string[] = [];
    const labelOf = (element: Element) =>
      `${element.tagName} ${(element.textContent ?? '').trim().slice(0, 40)}`;
    if (document.documentElement.scrollWidth > innerWidth)
      overflows.push('the page is wider than the window');
    for (const element of document.body.querySelectorAll<HTMLElement>(
      'a, button, h1, h2, h3, p, label, span, td, th',
    )) {
      const { overflowX, display } = getComputedStyle(element);
      // Elements for screen readers only are one pixel on purpose; the number at the cart overlaps its
      // corner.
      if (display === 'inline' || element.clientWidth < 2 || element.closest('.sr-only, header a')) continue;
      if (element.scrollWidth > element.clientWidth + 1)
        overflows.push(`${overflowX === 'visible' ? 'sticks out' : 'is cut'}: ${labelOf(element)}`);
    }
    return overflows;
  });
}
