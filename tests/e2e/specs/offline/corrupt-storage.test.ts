import { seededRandom } from '@fynbos/test-kit/seeded-random.ts';
import type { Page } from '@playwright/test';
import { hydrated, visit } from '../../fixtures/browser.ts';
import { poison } from '../../fixtures/corrupt-storage.ts';
import { openSharedShop } from '../../fixtures/shop-and-browser.ts';
import { isLong } from '../../fixtures/stress-mode.ts';
import { expect, reportAttempts, test } from '../../fixtures/test.ts';
import { openPage } from '../../pages/cart.ts';
import { main, openCheckout, personal, putInCart, shipping } from '../../pages/checkout.ts';
import { visitWithWorker } from '../../pages/service-worker.ts';

/** Invalid browser data is dropped and fetched again (reliability, 21). */
const our = openSharedShop();

const rounds = isLong ? 10 : 1;
/** The short run visits the pages that read most of the stored data. */
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

/**
 * Shops, corrupts the storage, visits every kind of page, and shops again.
 * @returns number of corrupted entries
 */
async function livePoisoned(page: Page, seed: number): Promise<number> {
  await putInCart(page, 'larder-tea');
  // The page may still store the response of the shop, or its own state when it is left.
  await page.goto('/robots.txt');
  const before = await poison(page, seededRandom(seed));
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

test('the storefront drops corrupted browser storage and continues', async () => {
  test.setTimeout(300_000 * rounds);
  const seeds = Array.from({ length: rounds }, (_, round) => Number(process.env.SEED ?? 1) + round);
  let attempts = 0;
  for (const seed of seeds) {
    const { page, close, expectConsoleError } = await visitWithWorker(our.browser, our.shop.origin);
    // The shop rejects the made-up customer and cart; that is not an error of the page.
    expectConsoleError(/40[14]/);
    try {
      await putInCart(page, 'larder-oats');
      await openCheckout(page);
      await personal(page, 'poisoned@example.co.za');
      await shipping(page);
      attempts += await livePoisoned(page, seed);
      await close();
    } catch (cause) {
      throw new Error(`SEED=${seed}`, { cause });
    }
  }
  reportAttempts(attempts);
});

test('scroll positions that the router cannot use do not stop a page', async () => {
  const { page } = await visit(our.browser, our.shop.origin);
  for (const positions of ['5', 'null', '{"']) {
    await page.goto('/robots.txt');
    await page.evaluate((text) => sessionStorage.setItem('react-router-scroll-positions', text), positions);
    // Leads to the login with a navigation in the browser.
    await page.goto('/my-account');
    await main(page).getByRole('heading', { level: 1 }).waitFor();
  }
});
