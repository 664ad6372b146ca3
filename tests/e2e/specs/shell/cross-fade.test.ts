import type { BrowserContextOptions, Locator } from '@playwright/test';
import { alive, hydrated, visit } from '../../fixtures/browser.ts';
import { openDemo } from '../../fixtures/shop-and-browser.ts';
import { expect, test } from '../../fixtures/test.ts';

/** Pages cross-fade by the View Transitions API. */
const our = openDemo({ pictures: false });

/** Opens a category, and counts the transitions from there on. */
async function openPantry(options: BrowserContextOptions = {}) {
  const { page } = await visit(our.browser, our.shop.origin, {
    reducedMotion: 'no-preference',
    ...options,
  });
  await page.addInitScript(() => {
    const start = document.startViewTransition;
    document.startViewTransition = (update) => {
      const { dataset } = document.documentElement;
      dataset.fades = String(Number(dataset.fades ?? 0) + 1);
      return start.call(document, update);
    };
  });
  await page.goto('/pantry');
  await hydrated(page);
  await alive(page.getByRole('button', { name: 'Categories', exact: true }));
  const fades = () => page.evaluate(() => Number(document.documentElement.dataset.fades ?? 0));
  return { page, fades, card: page.locator('#products article h3 a').first() };
}

async function press(link: Locator): Promise<void> {
  await alive(link);
  await link.evaluate((element: HTMLElement) => element.click());
}

test('a link to another page fades, and back; the heading gets the focus, and a filter does not fade', async () => {
  const { page, fades, card } = await openPantry();
  await press(page.locator('a[href*="product_brand="]').first());
  await page.getByRole('list', { name: 'Chosen filters' }).waitFor();
  expect(await fades()).toBe(0);
  await press(card);
  await expect(page.locator('.buying-card h1')).toBeFocused();
  expect(await fades()).toBe(1);
  // The next press reaches the new page.
  await page.getByRole('link', { name: 'Home', exact: true }).last().click();
  await page.waitForURL(`${our.shop.origin}/`);
  await expect.poll(fades).toBe(2);
  await page.goBack();
  await page.locator('.buying-card h1').waitFor();
  await expect.poll(fades).toBe(3);
});

test('with reduced motion or low data no page fades', async () => {
  for (const options of [{ reducedMotion: 'reduce' as const }, { extraHTTPHeaders: { 'save-data': 'on' } }]) {
    const { page, fades, card } = await openPantry(options);
    await press(card);
    await page.locator('.buying-card h1').waitFor();
    await page.goBack();
    await card.waitFor();
    expect(await fades()).toBe(0);
  }
});
