import type { Locator } from '@playwright/test';
import { expectAccessible } from '../../fixtures/axe.ts';
import { alive, desktop, hydrated, phone, type Visit, visit } from '../../fixtures/browser.ts';
import { openDemo } from '../../fixtures/shop-and-browser.ts';
import { expect, test } from '../../fixtures/test.ts';
import { brokenTokens } from '../../fixtures/text-fit.ts';
import { openPage } from '../../pages/cart.ts';

/** What a phone has within reach of the thumb (NAV-2, CART-4). */
const our = openDemo({ pictures: false });
let shopper: Visit;

test.beforeEach(async () => {
  shopper = await visit(our.browser, our.shop.origin);
});

const places = () => shopper.page.locator('.bottom-nav');
const buyBar = () => shopper.page.locator('.buy-bar').getByRole('button');
const isInView = (selector: string) =>
  shopper.page.locator(selector).evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });

test('the bottom navigation leads to the main places, and shows the total of the cart', async () => {
  const { page } = shopper;
  await openPage(page, '/pantry');
  await expect(places().getByRole('link', { name: 'Home' })).not.toHaveAttribute('aria-current');
  await page.getByRole('button', { name: 'Add to cart: Samp 1 kg' }).click();
  await expect(
    places().getByRole('link', { name: /^Cart: 1 item R\d+\.\d\d R\d+\.\d\d more for free delivery/ }),
  ).toBeVisible();
  await places().getByRole('link', { name: 'Search' }).click();
  await page.getByRole('dialog').getByRole('combobox').waitFor();
  await page.keyboard.press('Escape');
  await places().getByRole('link', { name: 'Home' }).click();
  await expect(places().getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page');
  await places().getByRole('link', { name: /^Cart/ }).click();
  await page.getByRole('dialog', { name: 'Cart' }).getByText('Samp 1 kg').waitFor();
});

test('a count leaves its icon visible, and the sort order is not cut off', async () => {
  const { page } = shopper;
  await openPage(page, '/pantry?sort=unit_price_incl_tax');
  const sort = page.getByText('Unit price low to high').first();
  expect(await sort.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0);
  await page.getByRole('button', { name: 'Add to cart: Samp 1 kg' }).click();
  const link = places().getByRole('link', { name: /^Cart: 1 item/ });
  const isBesideIcon = () =>
    link.evaluate((element) => {
      const [icon, badge] = ['svg', 'svg + span'].map((part) => element.querySelector(part));
      const [behind, count] = [icon!.getBoundingClientRect(), badge?.getBoundingClientRect()];
      return count && count.left >= behind.left + behind.width / 2 - 1 && count.bottom <= behind.bottom - 8;
    });
  // A count that has just grown is larger for a moment.
  await expect.poll(isBesideIcon).toBe(true);
});

test('in the dark, a picture is as dim as the background beside it', async () => {
  const { page } = await visit(our.browser, our.shop.origin, { colorScheme: 'dark' });
  await page.goto('/breakfast-box-for-a-week');
  const gallery = page.getByRole('list', { name: /Breakfast Box/ });
  // 90 % of #f7f3ea.
  await expect(gallery).toHaveCSS('background-image', /rgb\(222, 219, 211\)/);
  await expect(gallery.getByRole('img').first()).toHaveCSS('filter', 'brightness(0.9)');
});

test('the end of a page and a focused element are not behind the bottom navigation', async () => {
  const { page } = shopper;
  await openPage(page, '/pantry');
  const last = page.getByRole('contentinfo').getByRole('button').last();
  await last.focus();
  const [nav, control] = await Promise.all([places().boundingBox(), last.boundingBox()]);
  expect(control!.y + control!.height).toBeLessThanOrEqual(nav!.y);
});

test('the total of the cart is above the bottom navigation, and the focus of a quantity covers no text', async () => {
  const { page } = shopper;
  await openPage(page, '/pantry');
  await page.getByRole('button', { name: 'Add to cart: Samp 1 kg' }).click();
  await places()
    .getByRole('link', { name: /^Cart: 1 item R/ })
    .waitFor();
  // The button below the totals is out of view.
  await page.setViewportSize({ width: phone.width, height: 480 });
  await page.goto('/cart');
  const checkout = page.getByRole('main').getByText('Checkout', { exact: true }).last();
  await checkout.waitFor();
  const [nav, button] = await Promise.all([places().boundingBox(), checkout.boundingBox()]);
  expect(button!.y + button!.height).toBeLessThanOrEqual(nav!.y);
  const line = page.getByRole('article', { name: 'Samp 1 kg' });
  const [field, stock] = await Promise.all([
    line.getByRole('textbox').boundingBox(),
    line.getByText('In stock!').boundingBox(),
  ]);
  // The frame has 3 pixels, 2 pixels outside the field.
  expect(stock!.y + stock!.height).toBeLessThanOrEqual(field!.y - 5);
});

test('the search panel shows long names of categories with whole words', async () => {
  const { page } = await visit(our.browser, our.shop.origin, { locale: 'xh-ZA' });
  await page.goto('/');
  await hydrated(page);
  const search = page.locator('.bottom-nav a[href$="/search"]');
  // Before, the link leads to the search page.
  await alive(search);
  await search.click();
  await page.getByRole('dialog').getByText('okukhenkcisiweyo').waitFor();
  expect(await brokenTokens(page)).toEqual([]);
});

test('why a coupon is refused is not behind the bottom navigation', async () => {
  const { page } = shopper;
  shopper.expectConsoleError(/40[09]/);
  await openPage(page, '/pantry');
  await page.getByRole('button', { name: 'Add to cart: Samp 1 kg' }).click();
  await expect(places().getByRole('link', { name: /^Cart: 1 item R/ })).toBeVisible();
  await openPage(page, '/cart');
  const field = page.getByRole('textbox', { name: 'Coupon or voucher' });
  await field.fill('NOPE');
  // The field is the lowest that is in view.
  await field.evaluate((element) => element.scrollIntoView({ block: 'end' }));
  await field.press('Enter');
  const reason = page.getByText('Incorrect coupon code.');
  await reason.waitFor();
  const [nav, message] = await Promise.all([places().boundingBox(), reason.boundingBox()]);
  expect(message!.y + message!.height).toBeLessThanOrEqual(nav!.y);
});

test('a notice covers neither the checkout button at the foot of the cart nor an open menu', async () => {
  const { page } = await visit(our.browser, our.shop.origin, { viewport: { width: 360, height: 640 } });
  const notices = page.getByRole('region', { name: 'Notifications' });
  await openPage(page, '/pantry');
  for (const index of [0, 1, 2]) {
    await page
      .getByRole('button', { name: /^Add to cart: / })
      // Those before may be steppers by now.
      .nth(4 * index)
      .click();
    await expect(
      page.locator('.bottom-nav').getByRole('link', { name: new RegExp(`^Cart: ${index + 1} item`) }),
    ).toBeVisible();
  }
  const sort = page.locator('main details').filter({ hasText: 'Sort by' }).first();
  await sort.locator('summary').click();
  const layerOf = (part: Locator) =>
    part.evaluate((element) => {
      let layer = 0;
      for (let at: Element | null = element; at; at = at.parentElement)
        layer = Number(getComputedStyle(at).zIndex) || layer;
      return layer;
    });
  expect(await layerOf(sort.locator('ul'))).toBeGreaterThan(await layerOf(notices));
  await openPage(page, '/cart');
  await page
    .getByRole('button', { name: /^One more/ })
    .first()
    .click();
  const notice = notices.getByText('Product quantity has been updated!').last();
  await notice.waitFor();
  const bar = page.locator('main .sticky').getByRole('link', { name: 'Checkout', exact: true });
  await expect(bar).toBeInViewport();
  const [button, message] = await Promise.all([bar.boundingBox(), notice.boundingBox()]);
  expect(message!.y + message!.height).toBeLessThanOrEqual(button!.y);
});

test('a wide screen has the cart in its header instead', async () => {
  const { page } = await visit(our.browser, our.shop.origin, { viewport: desktop });
  await page.goto('/pantry');
  await expect(page.locator('.bottom-nav')).toBeHidden();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Cart' })).toBeVisible();
});

test('a bar with price and button is there while the button of a product page is out of view', async () => {
  const { page } = shopper;
  await openPage(page, '/rooibos-tea');
  await alive(page.locator('.buy-button'));
  await page.locator('.buy-button').scrollIntoViewIfNeeded();
  await page.evaluate(() => scrollBy(0, 200));
  await expect.poll(() => isInView('.buy-button')).toBe(true);
  await expect(buyBar()).toBeHidden();
  await page.evaluate(() => scrollTo(0, 1500));
  await expect(buyBar()).toBeVisible();
  await expect(page.locator('.buy-bar')).toContainText(/R\d+\.\d\d/);
  await expectAccessible(page);
  await buyBar().click();
  await expect(places().getByRole('link', { name: /^Cart: 1 item/ })).toBeVisible();
});

test('the lists of the footer open under their names', async () => {
  const { page } = shopper;
  await openPage(page, '/');
  const footer = page.getByRole('contentinfo');
  const name = footer.getByRole('button', { name: 'Legal' });
  await alive(name);
  await expect(footer.getByRole('link', { name: 'Privacy policy' })).toBeHidden();
  await name.click();
  await expect(name).toHaveAttribute('aria-expanded', 'true');
  await expect(footer.getByRole('link', { name: 'Privacy policy' })).toBeVisible();
});

test('without scripts the links of footer and bottom navigation are there', async () => {
  const { page } = await visit(our.browser, our.shop.origin, { javaScriptEnabled: false });
  await page.goto('/');
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Privacy policy' })).toBeVisible();
  await page.locator('.bottom-nav').getByRole('link', { name: 'Cart' }).click();
  await page.waitForURL('**/cart');
});

test('filters and sorting stay at the top of a list, and cover nothing that is scrolled to', async () => {
  const { page } = shopper;
  await openPage(page, '/pantry');
  await page.evaluate(() => scrollTo(0, 2000));
  const filters = page.getByRole('button', { name: 'Filters' });
  await expect.poll(async () => (await filters.boundingBox())!.y).toBeLessThan(100);
  const price = page
    .locator('#products')
    .getByText(/^R\d+\.\d\d$/)
    .nth(8);
  await price.evaluate((element) => element.scrollIntoView());
  const [bar, text] = await Promise.all([filters.boundingBox(), price.boundingBox()]);
  expect(text!.y).toBeGreaterThanOrEqual(bar!.y + bar!.height);
  await filters.click();
  await page.getByRole('dialog', { name: 'Filters' }).waitFor();
});
