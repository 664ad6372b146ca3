import { isLong } from '@fynbos/api/testing/long.ts';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { hydrated } from './browser.ts';
import { openPage } from './cart-pages.ts';
import { chance } from './chance.ts';
import { main, openCheckout, personal, putInCart, shipping } from './checkout-pages.ts';
import { openLarder } from './opened.ts';
import { poison } from './poison.ts';
import { visitWithWorker } from './worker-pages.ts';

/** Whatever a browser holds in the shop's name is dropped where it is none of the shop's, and fetched anew (reliability, 21). */
const our = openLarder();

const rounds = isLong ? 10 : 1;
/** In the short form those that read most of what is kept. */
const paths = [
  '/',
  '/larder',
  '/larder-oats',
  '/cart',
  '/checkout',
  '/wishlist',
  '/my-account',
  '/search?q=oats',
];

/** Shops, is poisoned, looks at every kind of page, and shops again. @returns how many places were poisoned */
async function livePoisoned(page: Page, seed: number): Promise<number> {
  await putInCart(page, 'larder-tea');
  const before = await poison(page, chance(seed));
  for (const path of isLong ? paths : paths.slice(0, 5)) {
    await page.goto(path);
    await hydrated(page);
    await page.waitForLoadState('networkidle');
    await expect.poll(() => main(page).getByRole('heading', { level: 1 }).count(), { message: path }).toBe(1);
  }
  expect(await page.evaluate(() => 'polluted' in {})).toBe(false);
  await putInCart(page, 'larder-oats');
  await openPage(page, '/cart');
  await main(page).getByRole('article', { name: 'Larder Oats' }).waitFor();
  return before;
}

test('garbage in the storage of a browser is dropped, and the shop goes on', {
  timeout: 120_000 * rounds,
}, async ({ task }) => {
  const seeds = Array.from({ length: rounds }, (_, round) => Number(process.env.SEED ?? 1) + round);
  task.meta.tried = 0;
  for (const seed of seeds) {
    const { page, close, expectFault } = await visitWithWorker(our.browser, our.shop.origin);
    // The shop knows no customer and no cart of what was made up; that it says so is no fault of the page.
    expectFault(/40[14]/);
    try {
      await putInCart(page, 'larder-oats');
      await openCheckout(page);
      await personal(page, 'poisoned@example.co.za');
      await shipping(page);
      task.meta.tried += await livePoisoned(page, seed);
      await close();
    } catch (cause) {
      // A second try has the machine to itself.
      await page.context().close();
      throw new Error(`SEED=${seed}`, { cause });
    }
  }
});
