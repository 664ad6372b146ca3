import { addMediaFiles } from '@fynbos/test-kit/catalogue/media-files.ts';
import { orderLinkIn } from '@fynbos/test-kit/orders/order-link.ts';
import type { Page } from '@playwright/test';
import { desktop, hydrated, type Visit, visit } from '../../fixtures/browser.ts';
import { load, table } from '../../fixtures/import-files.ts';
import { openSharedShop } from '../../fixtures/shop-and-browser.ts';
import { expect, test } from '../../fixtures/test.ts';
import { cartAlive, cartLink, countAt, openPage } from '../../pages/cart.ts';
import { acceptTerms, main, placeButton, thanked, throughSteps } from '../../pages/checkout.ts';
import { headersOf, newEmail, nextClientIp, register, startSession } from '../../pages/customers.ts';
import { placeOrder } from '../../pages/placed-orders.ts';

/** Each picture reference that cannot be shown has the placeholder in every place, and never a broken icon. */

const references = [
  '/products/nowhere.jpg',
  '\\products\\nowhere.jpg',
  'https://cdn.example.com/oats.jpg',
  'cre\u0300me/cr\u00e8me.jpg',
];
/** Names of files in the media folder that are no pictures. */
const noPictures = ['words.jpg', 'empty.png'];
const skus = [...references, ...noPictures].map((_, at) => `BLURRY-${at}`);

let clear: (() => Promise<void>) | undefined;
// The menus of the files that share this shop show the picture of the category. Before the shop is released.
test.afterAll(() => clear?.());
let media: Awaited<ReturnType<typeof addMediaFiles>>;
const our = openSharedShop(async (shop) => {
  clear = () => load(shop, { 'categories.csv': table('path,image', 'Blurry,no_selection') });
  media = await addMediaFiles({ 'words.jpg': 'no picture', 'empty.png': '' });
  const all = [...references, ...noPictures.map((name) => `${media.folder}/${name}`)];
  await load(shop, {
    'products.csv': table(
      'sku,name,url_path,price_incl_tax,tax_class,qty,categories,image,gallery',
      ...all.map(
        (reference, at) =>
          `${skus[at]},Blurry Oats ${at},blurry-${at},20.00,zero,900,Blurry,"${reference}","${reference}"`,
      ),
    ),
    'categories.csv': table('path,image', `Blurry,${references[0]}`),
  });
});
test.afterAll(() => media?.remove());

let shopper: Visit;
let page: Page;
test.beforeEach(async () => {
  shopper = await visit(our.browser, our.shop.origin, {
    viewport: desktop,
    extraHTTPHeaders: { 'x-forwarded-for': nextClientIp() },
  });
  shopper.expectConsoleError(/404/);
  ({ page } = shopper);
});

/** Waits for every picture of the page, also those below the fold, and expects each to be one. */
async function expectPictures(place: string, atLeast = skus.length): Promise<void> {
  await expect.poll(() => page.locator('img').count(), place).toBeGreaterThanOrEqual(atLeast);
  const pictures = await page.locator('img').evaluateAll((images: HTMLImageElement[]) =>
    Promise.all(
      images.map(async (image) => {
        image.loading = 'eager';
        await image.decode().catch(() => {});
        return { src: image.currentSrc || image.src, isShown: image.naturalWidth > 0 };
      }),
    ),
  );
  expect([place, pictures.filter(({ isShown }) => !isShown)]).toEqual([place, []]);
}

/** Presses a button of each product in the list of the category. */
async function press(name: string, count = skus.length): Promise<void> {
  await openPage(page, '/blurry');
  for (let at = 0; at < count; at++) {
    const button = main(page).getByRole('button', { name: `${name}: Blurry Oats ${at}`, exact: true });
    await button.waitFor();
    await button.dispatchEvent('click');
  }
}

test('unusable pictures have the placeholder in lists, products and the search panel', async () => {
  for (const path of ['/blurry', '/search?q=blurry']) {
    await page.goto(path);
    await hydrated(page);
    await expectPictures(path);
  }
  for (const at of skus.keys()) {
    await page.goto(`/blurry-${at}`);
    await hydrated(page);
    await expectPictures(`/blurry-${at}`, 1);
  }
  await page.goto('/search?q=b');
  await cartAlive(page);
  await page.getByRole('combobox', { name: /^search/i }).fill('blurry');
  const suggestions = page.getByRole('grid').getByRole('row');
  await suggestions.filter({ hasText: 'Blurry Oats' }).first().waitFor();
  await expectPictures('suggestions', 3);
});

test('unusable pictures have the placeholder in wishlist and comparison', async () => {
  await press('Add to wishlist');
  await page.goto('/wishlist');
  await expectPictures('wishlist');
  await press('Add to comparison', 4);
  await page.goto('/compare');
  await expectPictures('comparison', 4);
});

test('unusable pictures have the placeholder in cart, checkout and the orders of a guest', async () => {
  await press('Add to cart');
  await expect.poll(() => countAt(page)).toBe(skus.length);
  await cartLink(page).click();
  await expectPictures('mini cart');
  await page.goto('/cart');
  await expectPictures('cart');
  await throughSteps(page, newEmail());
  await expectPictures('checkout');
  await acceptTerms(page);
  await placeButton(page).click();
  const number = await thanked(page);
  await expectPictures('thank-you page', 0);
  const link = await orderLinkIn(our.shop.database, number);
  await page.goto(`/order-tracking?${new URLSearchParams({ link })}`);
  await page.getByRole('heading', { level: 1, name: `Order ${number}`, exact: true }).waitFor();
  await expectPictures('order of a guest');
});

test('unusable pictures have the placeholder in the orders of an account', async () => {
  const email = await register(our.shop);
  const quantities = Object.fromEntries(skus.map((sku) => [sku, 1]));
  const headers = await headersOf(our.shop, email);
  const number = await placeOrder(our.shop, quantities, { email, headers });
  await startSession(page, email);
  await page.goto('/my-account/orders');
  await expectPictures('orders', 4);
  await page.goto(`/my-account/orders/${number}`);
  await expectPictures('order');
  await page.goto(`/review/${skus[0]}`);
  await expectPictures('review', 1);
});
