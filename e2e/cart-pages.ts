import type { Locator, Page } from 'playwright-core';
import { alive, hydrated } from './browser.ts';

/** Opens a page and waits until its cart works. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await cartAlive(page);
}

/** Waits until the page that is there has a cart that works. */
export async function cartAlive(page: Page): Promise<void> {
  await hydrated(page);
  // What is of use to who does something only comes with the first sign of them.
  await page.mouse.move(5, 5);
  await page.mouse.move(6, 6);
  await alive(cartLink(page));
}

export const cartLink = (page: Page): Locator =>
  page.getByRole('banner').getByRole('link', { name: /^Cart/ });

/** The number at the cart, as it is read out. */
export async function countAt(page: Page): Promise<number> {
  const label = await cartLink(page).getAttribute('aria-label');
  return Number(/\d+/.exec(label ?? '')?.[0] ?? 0);
}

/** How many of which product the cart’s page shows. */
export async function linesShown(page: Page): Promise<Record<string, number>> {
  const fields = await page.locator('main article input[inputmode=numeric]').evaluateAll((all) =>
    all.map((field) => {
      const { value } = field as HTMLInputElement;
      return [field.closest('article')?.getAttribute('aria-label') ?? '', Number(value)] as const;
    }),
  );
  return Object.fromEntries(fields);
}

/** What the shop itself has in a cart, by name. @param headers whose cart it is: a token, or a customer’s */
export async function linesKept(
  origin: string,
  headers: Record<string, string>,
): Promise<Record<string, number>> {
  const answer = await fetch(`${origin}/api/cart/pull`, { headers });
  const { result } = (await answer.json()) as { result: { name: string; qty: number }[] };
  return Object.fromEntries(result.map(({ name, qty }) => [name, qty]));
}

/** Shows the token of the guest's cart that a browser keeps; nothing while it has none. */
export async function cartHeaders(page: Page): Promise<Record<string, string> | undefined> {
  const token = await page.evaluate(() => localStorage.getItem('current-cart-token'));
  return token === null ? undefined : { 'x-cart-token': token };
}
