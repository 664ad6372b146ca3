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
/** The field of the header; a plain form until its script has loaded. */
const opener = (page: Page) => page.getByRole('banner').getByRole('textbox', { name: 'Search the shop' });
const searchField = (page: Page) => page.getByRole('combobox', { name: /^search/i });
const suggestions = (page: Page) => page.getByRole('grid').getByRole('row');

/** Opens a page with the search panel. */
async function openPanel(page: Page): Promise<void> {
  await page.goto('/faq');
  await hydrated(page);
  await alive(opener(page));
  await opener(page).click();
  await searchField(page).waitFor();
}

/** Links and buttons of the panel that are smaller than 44 pixels. */
const smallTargets = (page: Page) =>
  page
    .getByRole('dialog')
    .locator('a, button, input')
    .evaluateAll((all) =>
      all
        .map((element) => ({ of: element.outerHTML, box: element.getBoundingClientRect() }))
        .filter(({ box }) => box.height > 0 && Math.min(box.width, box.height) < 44)
        .map(({ of }) => of),
    );

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

  for (const viewport of [phone, desktop])
    test(`the panel adds a product at ${viewport.width} pixels, by pointer and by keyboard alone`, async () => {
      const { page } = await visit(our.browser, our.shop.origin, { viewport });
      await openPanel(page);
      await searchField(page).fill('rusks');
      const rows = suggestions(page).filter({ has: page.getByRole('button') });
      await rows.nth(1).waitFor();
      await expectAccessible(page);
      expect(await smallTargets(page)).toEqual([]);
      const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
      expect(new Set(heights).size).toBe(1);
      await rows.first().getByRole('button').click();
      await rows
        .first()
        .getByRole('button', { name: /^One more/ })
        .waitFor();
      const below = (await suggestions(page).allTextContents()).indexOf((await rows.nth(1).textContent())!);
      await searchField(page).focus();
      for (let step = 0; step <= below; step++) await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      await rows
        .nth(1)
        .getByRole('button', { name: /^One more/ })
        .waitFor();
      await focused(searchField(page));
      await page.keyboard.press('Enter');
      await expect(rows.nth(1).getByRole('textbox')).toHaveValue('2');
      await expectAccessible(page);
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      expect(new URL(page.url()).pathname).not.toBe('/search');
    });

  test('the panel lies on the field of the header, and fills the window of a phone', async () => {
    const wide = (await visit(our.browser, our.shop.origin, { viewport: desktop })).page;
    await wide.goto('/faq');
    const header = (await opener(wide).boundingBox())!;
    await openPanel(wide);
    const field = (await searchField(wide).boundingBox())!;
    expect([field.x, field.y].map(Math.round)).toEqual([header.x, header.y].map(Math.round));
    const panel = (await wide.getByRole('dialog').boundingBox())!;
    expect(panel.width).toBeGreaterThanOrEqual(header.width);

    const { page } = shopper;
    await openPanel(page);
    const { width, height } = phone;
    await expect.poll(() => page.getByRole('dialog').boundingBox()).toEqual({ x: 0, y: 0, width, height });
    const close = page.getByRole('dialog').getByText('Close search');
    await expect(close).toBeInViewport({ ratio: 1 });
    expect((await close.boundingBox())!.y).toBeGreaterThan(height / 2);
    await expectAccessible(page);
    expect(await smallTargets(page)).toEqual([]);
    await close.click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await focused(opener(page));
  });

  test('an empty field offers recent searches, popular ones and categories (spec D63)', async () => {
    const { page } = shopper;
    await page.route('**/api/search/popular?*', (route) =>
      route.fulfill({ json: { code: 200, result: { words: ['amasi'] } } }),
    );
    for (const text of ['rooibos', 'maize meal', 'rusks']) {
      await openPanel(page);
      await searchField(page).fill(text);
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/search\?q=/);
    }
    await openPanel(page);
    const start = page.getByRole('dialog').getByRole('search');
    const recent = start.getByRole('region', { name: 'Recent searches' });
    await expect(recent.getByRole('link')).toHaveText(['rusks', 'maize meal', 'rooibos']);
    await start
      .getByRole('region', { name: 'Popular searches' })
      .getByRole('link', { name: 'amasi' })
      .waitFor();
    await start.getByRole('region', { name: 'Categories' }).getByRole('link', { name: 'Pantry' }).waitFor();
    await expectAccessible(page);
    await recent.getByRole('button', { name: 'Remove “maize meal”' }).click();
    await expect(recent.getByRole('link')).toHaveText(['rusks', 'rooibos']);
    await focused(recent.getByRole('button', { name: 'Remove “rooibos”' }));

    // The arrow keys lead from the field through the links and back, and typing returns to the field.
    const links = start.getByRole('region').getByRole('link');
    await searchField(page).focus();
    await page.keyboard.press('ArrowUp');
    await focused(links.last());
    await page.keyboard.press('ArrowDown');
    await focused(searchField(page));
    for (const name of ['rusks', 'rooibos', 'amasi']) {
      await page.keyboard.press('ArrowDown');
      await focused(start.getByRole('link', { name, exact: true }));
    }
    await recent.getByRole('button', { name: 'Remove “rusks”' }).focus();
    await page.keyboard.press('ArrowDown');
    await focused(recent.getByRole('link', { name: 'rooibos' }));
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('a');
    await expect(searchField(page)).toHaveValue('a');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);

    // Without a network and without a response the panel has what the browser stores.
    await page.unroute('**/api/search/popular?*');
    await page.route('**/api/search/popular?*', (route) => route.abort());
    shopper.expectConsoleError(/ERR_FAILED/);
    await openPanel(page);
    await start.getByRole('link', { name: 'amasi' }).waitFor();
    await recent.getByRole('button', { name: 'Clear all' }).click();
    await recent.waitFor({ state: 'detached' });
    await focused(searchField(page));
    expect(await page.evaluate(() => localStorage.getItem('recent-searches'))).toBeNull();
  });

  test('escape closes the panel and returns the focus', async () => {
    const { page } = shopper;
    await page.goto('/');
    await hydrated(page);
    await alive(opener(page));
    await opener(page).focus();
    await page.keyboard.press('Enter');
    await searchField(page).waitFor();
    await page.keyboard.type('maize me');
    await suggestions(page).first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Home');
    await page.keyboard.type('x ');
    await expect(searchField(page)).toHaveValue('x maize me');
    await page.keyboard.press('Escape');
    await searchField(page).waitFor({ state: 'hidden' });
    await focused(opener(page));
    // The text is not lost.
    await expect(opener(page)).toHaveValue('x maize me');
  });

  test('typing into the field of the header continues in the panel, with each letter, and Enter searches', async () => {
    const { page } = await visit(our.browser, our.shop.origin, { viewport: desktop });
    await page.goto('/faq');
    await hydrated(page);
    await opener(page).focus();
    await page.keyboard.type('rooibos tea');
    await expect(searchField(page)).toHaveValue('rooibos tea');
    await focused(searchField(page));
    await suggestions(page).first().waitFor();
    await expectAccessible(page);
    await page.keyboard.press('ArrowDown');
    const selected = await searchField(page).getAttribute('aria-activedescendant');
    await expect(page.locator(`[id="${selected}"]`)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/search\?q=rooibos\+tea/);
    await expect(opener(page)).toHaveValue('rooibos tea');
    await page.getByRole('banner').getByRole('link', { name: /home/i }).first().click();
    await expect(opener(page)).toHaveValue('');
  });

  test('a word that is composed, as in Japanese, continues in the panel once it is complete', async () => {
    const { page } = await visit(our.browser, our.shop.origin, { viewport: desktop });
    await page.goto('/faq');
    await hydrated(page);
    await opener(page).focus();
    // A panel would open with the first key as soon as its form is there.
    await page.waitForLoadState('networkidle');
    const keyboard = await page.context().newCDPSession(page);
    for (const text of ['k', 'か', 'かn', 'かに'])
      await keyboard.send('Input.imeSetComposition', { text, selectionStart: 2, selectionEnd: 2 });
    await expect(opener(page)).toHaveValue('かに');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await keyboard.send('Input.insertText', { text: '蟹' });
    await expect(searchField(page)).toHaveValue('蟹');
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
