import type { Page } from '@playwright/test';
import { expectAccessible } from '../../fixtures/axe.ts';
import { alive, desktop, focused, hydrated, phone, type Visit, visit } from '../../fixtures/browser.ts';
import { openDemo } from '../../fixtures/shop-and-browser.ts';
import { expect, test } from '../../fixtures/test.ts';

let shopper: Visit;

// Without pictures their alternative texts appear, which must fit too.
const our = openDemo({ pictures: false });
test.beforeEach(async () => {
  shopper = await visit(our.browser, our.shop.origin);
});
/** Links to the search page until its script has loaded. */
const opener = (page: Page) =>
  page.getByRole('banner').getByText('What are you looking for?').locator('xpath=ancestor-or-self::a');
const searchField = (page: Page) => page.getByRole('combobox', { name: /^search/i });
const suggestions = (page: Page) => page.getByRole('listbox').getByRole('option');

test.describe('search (SEA-1, SEA-3)', () => {
  test('finds products despite a typo, and suggests a correction', async () => {
    const { page } = shopper;
    await page.goto('/search?q=roibos');
    await hydrated(page);
    expect(await page.locator('#products article').first().textContent()).toContain('Rooibos Tea');
    await page.getByRole('link', { name: 'rooibos', exact: true }).click();
    await page.waitForURL(/q=rooibos/);
    await expectAccessible(page);
  });

  test('the panel suggests while typing, and the keyboard alone reaches the product', {
    tag: '@journey',
  }, async () => {
    const { page } = shopper;
    await page.goto('/');
    await hydrated(page);
    await alive(opener(page));
    await opener(page).click();
    const field = searchField(page);
    await field.waitFor();
    await field.pressSequentially('maize me');
    await suggestions(page).filter({ hasText: 'Super Maize Meal' }).first().waitFor();
    await expectAccessible(page);
    const options = await suggestions(page).allTextContents();
    const targetIndex = options.findIndex((text) => text.includes('Super Maize Meal'));
    for (let step = 0; step <= targetIndex; step++) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/maize-meal/);
    await page.getByRole('heading', { level: 1, name: /Maize Meal/ }).waitFor();
  });

  test('escape closes the panel and returns the focus', async () => {
    const { page } = shopper;
    await page.goto('/');
    await hydrated(page);
    await alive(opener(page));
    await opener(page).focus();
    await page.keyboard.press('Enter');
    await searchField(page).waitFor();
    await page.keyboard.press('Escape');
    await searchField(page).waitFor({ state: 'hidden' });
    await focused(opener(page));
  });

  test('reports a query under three characters, and helps when nothing is found', async () => {
    const { page } = shopper;
    await page.goto('/search?q=ro');
    expect(await page.getByRole('main').textContent()).toContain('3 characters');
    await page.goto('/search?q=zzxxqq');
    await hydrated(page);
    expect(await page.getByRole('main').textContent()).toContain('zzxxqq');
    await expectAccessible(page);
  });

  test('the panel reports that the network is missing', async () => {
    const { page } = shopper;
    await page.goto('/');
    await hydrated(page);
    await alive(opener(page));
    await opener(page).click();
    await searchField(page).waitFor();
    shopper.expectConsoleError(/ERR_INTERNET_DISCONNECTED/);
    await page.context().setOffline(true);
    await searchField(page).pressSequentially('milk');
    await page
      .getByText(/offline/i)
      .filter({ visible: true })
      .first()
      .waitFor();
  });
});

test.describe('the shell', () => {
  test('the menu opens as a panel on a phone, holds the focus, and leads to a category (UI-1)', {
    tag: '@journey',
  }, async () => {
    const { page } = shopper;
    await page.goto('/');
    await hydrated(page);
    await page.getByRole('button', { name: 'Categories', exact: true }).click();
    const menu = page.getByRole('dialog');
    await menu.waitFor();
    await expectAccessible(page);
    await menu.getByRole('link', { name: 'Drinks', exact: true }).click();
    await page.waitForURL('**/drinks');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  });

  test('tab order starts with the skip link and passes through the page with visible focus', async () => {
    const { page } = shopper;
    await page.setViewportSize(desktop);
    await page.goto('/pantry');
    await hydrated(page);
    // These parts load with the first user input.
    await page.getByRole('main').getByRole('button', { name: 'Add to wishlist' }).first().waitFor();
    await page.waitForLoadState('networkidle');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Skip to content');
    await page.keyboard.press('Enter');
    // The browser moves the focus asynchronously after a link within the page; an earlier key press starts
    // elsewhere.
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
    const seen = new Set<string>();
    for (let step = 0; step < 150; step++) {
      await page.keyboard.press('Tab');
      const focused = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement;
        const { outlineStyle, boxShadow } = getComputedStyle(element);
        return { text: element.textContent ?? '', visible: outlineStyle !== 'none' || boxShadow !== 'none' };
      });
      expect(focused.visible, `after ${[...seen].at(-1)}: ${focused.text.slice(0, 80)}`).toBe(true);
      seen.add(focused.text);
    }
    expect([...seen].some((text) => text.includes('Samp 1 kg'))).toBe(true);
  });

  test('uses the chosen language on every later page (SHOP-2)', async () => {
    const { page } = shopper;
    await page.setViewportSize(desktop);
    await page.goto('/pantry');
    await hydrated(page);
    const footer = page.getByRole('contentinfo');
    await footer.getByRole('combobox', { name: 'Language' }).selectOption('de-DE');
    await footer.getByRole('button', { name: 'Change language' }).click();
    await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('de-DE');
    await page.goto('/');
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('de-DE');
    expect(await page.getByRole('main').textContent()).not.toContain('New products');
  });

  for (const { width, height } of [phone, desktop])
    test(`no page scrolls horizontally at ${width} pixels, not even at 200 % zoom`, async () => {
      const { page } = shopper;
      for (const size of [
        { width, height },
        { width: Math.round(width / 2), height: Math.round(height / 2) },
      ]) {
        await page.setViewportSize({ width: Math.max(size.width, 320), height: size.height });
        for (const path of ['/', '/pantry', '/rooibos-tea', '/search?q=tea']) {
          await page.goto(path);
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          expect(overflow, `${path} at ${size.width}`).toBeLessThanOrEqual(0);
        }
      }
    });
});
