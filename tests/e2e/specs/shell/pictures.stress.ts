import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { hydrated, visit } from '../../fixtures/browser.ts';
import { openShop } from '../../fixtures/shop-and-browser.ts';
import { expect, test } from '../../fixtures/test.ts';
import { fillPersonalDetails, main, openCheckout, placeButton, throughSteps } from '../../pages/checkout.ts';
import { newEmail, register, startSession } from '../../pages/customers.ts';
import { openPictureComparison } from './picture-comparison.ts';

/**
 * Compares 25 states of the shop at three widths and in both themes with the pictures in `docs/pictures`
 * (`npm run test:stress -- pictures`). After an intended change, `UPDATE_PICTURES=1` stores the new ones.
 */
const folder = path.join(import.meta.dirname, '../../../..', 'docs', 'pictures', 'states');
const isUpdate = process.env.UPDATE_PICTURES === '1';
/** The largest share of pixels that may differ: dates and numbers change, and so do edges of letters. */
const tolerance = 0.02;

const our = openShop({}, undefined, { pictures: true });

/** A guest's address, a customer's address, and whether the page has the layout of a desktop. */
interface Shopper {
  email: string;
  customer: string;
  wide: boolean;
}
type Show = (page: Page, shopper: Shopper) => Promise<unknown>;

const at =
  (address: string) =>
  async (page: Page): Promise<void> => {
    await page.goto(address);
    await hydrated(page);
  };
const opened = (page: Page) => page.locator('dialog[open]').waitFor();

async function addProduct(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await hydrated(page);
  await main(page).getByRole('button', { name: 'Add to cart', exact: true }).click();
  await main(page).getByText('It is in your cart.').waitFor();
}

/** The states in the order in which one shopper reaches them. */
const states: Record<string, Show> = {
  home: at('/'),
  menu: async (page, { wide }) => {
    const name = wide ? /all categories/i : /^categories$/i;
    await page.getByRole('button', { name }).first().click();
    await opened(page);
  },
  category: at('/pantry'),
  filters: async (page, { wide }) => {
    if (wide) return at('/pantry?price=0.0-250.0&diet=vegan')(page);
    await page.getByRole('button', { name: /^filters/i }).click();
    await opened(page);
  },
  specials: at('/sale'),
  brand: at('/brand/rooikrans'),
  search: at('/search?q=rooibos'),
  'nothing-found': at('/search?q=qzxjv'),
  'search-panel': async (page) => {
    await at('/')(page);
    await page.getByRole('banner').getByRole('textbox', { name: 'Search' }).click();
    await opened(page);
  },
  product: at('/rooibos-tea'),
  variants: at('/white-sugar'),
  bundle: at('/sunday-tea-table'),
  group: at('/rusk-tin-refill-trio'),
  recipe: at('/magazine-chickpea-curry'),
  delivery: at('/shipping-delivery'),
  stores: at('/storelocator'),
  missing: at('/nothing/at/all'),
  'cart-empty': at('/cart'),
  cart: async (page) => {
    await addProduct(page, '/cape-malay-rotis-4-pack');
    await addProduct(page, '/chopped-tomatoes-400-g');
    await at('/cart')(page);
  },
  checkout: async (page, { email }) => {
    await openCheckout(page);
    await fillPersonalDetails(page, email);
  },
  review: async (page, { email }) => {
    await throughSteps(page, email);
    await placeButton(page).waitFor();
  },
  'thank-you': async (page) => {
    await main(page).getByRole('checkbox', { name: 'I accept these terms of sale.' }).check();
    await placeButton(page).click();
    await page.getByRole('heading', { name: 'Thank you for your order!' }).waitFor();
  },
  login: at('/login'),
  account: async (page, { customer }) => {
    await startSession(page, customer);
    await at('/my-account')(page);
  },
  orders: at('/my-account/orders'),
};

const heights: Record<number, number> = { 360: 740, 390: 844, 1366: 768 };

test.describe('the states of the shop look as documented', () => {
  test.describe.configure({ timeout: 600_000 });
  for (const [width, height] of Object.entries(heights).map(([key, value]) => [Number(key), value] as const))
    for (const colorScheme of ['light', 'dark'] as const)
      test(`at ${width} pixels, ${colorScheme}`, async () => {
        const { page, expectConsoleError, close } = await visit(our.browser, our.shop.origin, {
          viewport: { width, height },
          colorScheme,
          reducedMotion: 'reduce',
          locale: 'en-ZA',
          extraHTTPHeaders: { accept: 'text/html,application/json,image/webp,*/*;q=0.8' },
        });
        expectConsoleError(/404/);
        const comparison = await openPictureComparison(our.browser);
        const shopper = { email: newEmail(), customer: await register(our.shop), wide: width > 1000 };
        const differing: string[] = [];
        for (const [name, show] of Object.entries(states)) {
          await test.step(name, () => show(page, shopper));
          const file = path.join(folder, `${width}-${colorScheme}`, `${name}.webp`);
          const screenshot = await settledScreenshot(page);
          if (isUpdate) await mkdir(path.dirname(file), { recursive: true });
          if (isUpdate) await writeFile(file, await comparison.encode(screenshot));
          else if ((await comparison.difference(screenshot, await readFile(file))) > tolerance)
            differing.push(name);
        }
        expect(differing).toEqual([]);
        await comparison.close();
        await close();
      });
});

/** A screenshot once two in a row are equal: pictures are decoded and notices have gone. */
async function settledScreenshot(page: Page): Promise<Buffer> {
  await page.waitForLoadState('networkidle');
  let last = await page.screenshot();
  await expect
    .poll(
      async () => {
        const before = last;
        last = await page.screenshot();
        return last.equals(before);
      },
      { intervals: [300] },
    )
    .toBe(true);
  return last;
}
