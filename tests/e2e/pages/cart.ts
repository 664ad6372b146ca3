import type { Locator, Page } from '@playwright/test';
import { alive, hydrated } from '../fixtures/browser.ts';

/** Opens a page and waits until its cart works. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await cartAlive(page);
}

/** Waits until the cart of the current page works. */
export async function cartAlive(page: Page): Promise<void> {
  await hydrated(page);
  // Code for interaction loads with the first mouse event.
  await page.mouse.move(5, 5);
  await page.mouse.move(6, 6);
  await alive(cartLink(page));
}

/** The link to the cart: in the header of a wide screen, in the bottom navigation of a phone. */
export const cartLink = (page: Page): Locator =>
  page.locator('header, .bottom-nav').getByRole('link', { name: /^Cart/ });

/** The number at the cart. */
export async function countAt(page: Page): Promise<number> {
  return Number(/\d+/.exec((await cartLink(page).textContent()) ?? '')?.[0] ?? 0);
}

/** Quantity of each product on the cart page. */
export async function shownQuantities(page: Page): Promise<Record<string, number>> {
  const fields = await page.locator('main article input[inputmode=numeric]').evaluateAll((all) =>
    all.map((field) => {
      const { value } = field as HTMLInputElement;
      return [field.closest('article')?.getAttribute('aria-label') ?? '', Number(value)] as const;
    }),
  );
  return Object.fromEntries(fields);
}

/**
 * Quantities by product name in the shop's stored cart.
 * @param headers identify the cart: a cart token, or a customer's token
 */
export async function storedQuantities(
  origin: string,
  headers: Record<string, string>,
): Promise<Record<string, number>> {
  const response = await fetch(`${origin}/api/cart/pull`, { headers });
  const { result } = (await response.json()) as { result: { name: string; qty: number }[] };
  return Object.fromEntries(result.map(({ name, qty }) => [name, qty]));
}

/** Returns a header with the guest's cart token from the browser, or undefined without one. */
export async function cartHeaders(page: Page): Promise<Record<string, string> | undefined> {
  const token = await page.evaluate(() => localStorage.getItem('current-cart-token'));
  return token === null ? undefined : { 'x-cart-token': token };
}
