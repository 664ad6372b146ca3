import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../../fixtures/axe.ts';
import { alive, desktop, focused, hydrated, scriptPath, type Visit, visit } from '../../fixtures/browser.ts';
import { load, table } from '../../fixtures/import-files.ts';
import { openSharedShop } from '../../fixtures/shop-and-browser.ts';
import { expect, test } from '../../fixtures/test.ts';
import { cartLink, openPage } from '../../pages/cart.ts';

let shopper: Visit;

const cell = (value: unknown) => `"${JSON.stringify(value).replaceAll('"', '""')}"`;
const slicing = [
  {
    option_id: 1,
    title: 'Slicing',
    type: 'radio',
    is_require: true,
    values: [
      { option_type_id: 1, title: 'Whole', price: 0, price_type: 'fixed' },
      { option_type_id: 2, title: 'Sliced', price: 3, price_type: 'fixed' },
    ],
  },
];
const name = [{ option_id: 1, title: 'Name on it', type: 'field', is_require: true, max_characters: 8 }];
const bundleOptions = [
  {
    option_id: 1,
    title: 'Cereal',
    required: true,
    type: 'radio',
    product_links: [
      { sku: 'PAN-OATS', qty: 1, is_default: true },
      { sku: 'PAN-TEA', qty: 1 },
    ],
  },
];
const products = table(
  'sku,type_id,parent_sku,configurable_attributes,name,url_path,price_incl_tax,tax_class,qty,categories,colour,associated,bundle_options,custom_options',
  'PAN-OATS,simple,,,Pannier Oats,pannier-oats,43.50,zero,9,Pannier,,,,',
  'PAN-MILK,simple,,,Pannier Milk,pannier-milk,20.00,zero,5,Pannier,,,,',
  'PAN-TEA,simple,,,Pannier Tea,pannier-tea,60.00,standard,50,Pannier,,,,',
  'PAN-NONE,simple,,,Pannier None,pannier-none,10.00,standard,0,Pannier,,,,',
  'PAN-TEE,configurable,,colour,Pannier Tee,pannier-tee,,standard,,Pannier,,,,',
  'PAN-TEE-RED,simple,PAN-TEE,,Pannier Tee red,pannier-tee-red,199.00,standard,9,,Red,,,',
  'PAN-TEE-BLUE,simple,PAN-TEE,,Pannier Tee blue,pannier-tee-blue,209.00,standard,9,,Blue,,,',
  `PAN-BREAD,simple,,,Pannier Bread,pannier-bread,25.00,standard,9,Pannier,,,,${cell(slicing)}`,
  `PAN-CAKE,simple,,,Pannier Cake,pannier-cake,90.00,standard,9,Pannier,,,,${cell(name)}`,
  `PAN-BOX,bundle,,,Pannier Box,pannier-box,,standard,,Pannier,,,${cell(bundleOptions)},`,
  'PAN-SET,grouped,,,Pannier Set,pannier-set,,,,Pannier,,PAN-OATS|PAN-MILK,,',
);

const coupons = table(
  'code,label,kind,percent,amount,is_voucher',
  'LARDER10,10 % off,percent,10,,no',
  'GIFT5,R5 off,fixed,,5.00,yes',
);

const deals = table(
  'code,label,kind,qty,pay_qty,price_incl_tax,skus',
  'pannier-milk,3 for R51,n_for,3,,51.00,PAN-MILK',
);

const our = openSharedShop(
  (shop) => load(shop, { 'products.csv': products, 'coupons.csv': coupons, 'deals.csv': deals }),
  { pictures: false },
);
test.beforeEach(async () => {
  shopper = await visit(our.browser, our.shop.origin);
});
const open = (path: string, page: Page = shopper.page) => openPage(page, path);
const notices = (page: Page = shopper.page) => page.getByRole('region', { name: 'Notifications' });

const card = (product: string, page: Page = shopper.page) =>
  page.locator('main article').filter({ has: page.getByRole('link', { name: product, exact: true }) });
async function addFrom(product: string, page: Page = shopper.page): Promise<void> {
  const add = page.getByRole('button', { name: `Add to cart: ${product}` });
  // A button that replaces another between press and release receives neither event.
  await alive(add);
  await add.click();
}
const mini = (page: Page = shopper.page) => page.getByRole('dialog', { name: 'Cart' });
const cartLine = (product: string, page: Page = shopper.page) => page.getByRole('article', { name: product });
const quantity = (product: string, page: Page = shopper.page) =>
  page.getByRole('textbox', { name: `Quantity: ${product}` });
const more = (product: string, page: Page = shopper.page) =>
  page.getByRole('button', { name: `One more: ${product}` });

/** Its total stands after the count. */
const counts = (count: number, page: Page = shopper.page) =>
  expect(cartLink(page)).toHaveAccessibleName(
    count === 0 ? 'Cart' : new RegExp(`^Cart: ${count} ${count === 1 ? 'item' : 'items'}( |$)`),
  );

async function openMini(page: Page = shopper.page) {
  await cartLink(page).click();
  await mini(page).waitFor();
}

/** Quantities by SKU in the shop's stored cart of this browser. */
async function atTheShop(page: Page = shopper.page): Promise<Record<string, number>> {
  const token = await page.evaluate(() => localStorage.getItem('current-cart-token'));
  if (!token) return {};
  const response = await fetch(`${our.shop.origin}/api/cart/pull`, { headers: { 'x-cart-token': token } });
  const { result } = (await response.json()) as { result: { sku: string; qty: number }[] };
  return Object.fromEntries(result.map(({ sku, qty }) => [sku, qty]));
}
const shopHas = (quantities: Record<string, number>, page: Page = shopper.page) =>
  expect.poll(() => atTheShop(page)).toEqual(quantities);

test.describe('adding to the cart (CART-4)', () => {
  test('adding from a list shows a notice, updates the count at once and turns the button into a stepper', {
    tag: '@journey',
  }, async () => {
    const { page } = shopper;
    await open('/pannier');
    await addFrom('Pannier Oats');
    await notices().getByText('Product has been added to the cart!').first().waitFor();
    await counts(1);
    await more('Pannier Oats').click();
    await notices().getByText('Product quantity has been updated!').first().waitFor();
    await counts(2);
    await shopHas({ 'PAN-OATS': 2 });
    await page.reload();
    await counts(2);
    await expect.poll(() => quantity('Pannier Oats').inputValue()).toBe('2');
  });

  test('the card of a deal that the cart has begun says how many units it lacks', async () => {
    const milk = card('Pannier Milk');
    await open('/pannier');
    await expect(milk).toContainText('3 for R51');
    await addFrom('Pannier Milk');
    await expect(milk).toContainText('Add 2 more: 3 for R51');
    await more('Pannier Milk').click();
    await expect(milk).toContainText('Add 1 more: 3 for R51');
    await shopper.page.reload();
    await expect(milk).toContainText('Add 1 more: 3 for R51');
    await more('Pannier Milk').click();
    await expect(milk).not.toContainText('more:');
    await expect(milk).toContainText('3 for R51');
  });

  test('on a small phone the lines have at least half of the mini cart, above the total and the button', async () => {
    const { page } = await visit(our.browser, our.shop.origin, { viewport: { width: 360, height: 640 } });
    await open('/pannier', page);
    for (const product of ['Pannier Oats', 'Pannier Milk', 'Pannier Tea']) await addFrom(product, page);
    await counts(3, page);
    await openMini(page);
    await expect(mini(page).getByRole('link', { name: 'Proceed to checkout' })).toBeInViewport({ ratio: 1 });
    const topOf = async (locator: Locator) => (await locator.boundingBox())?.y ?? Number.NaN;
    const lines = await topOf(mini(page).getByRole('article').first());
    expect((await topOf(mini(page).getByText(/^(Estimated t|T)otal/))) - lines).toBeGreaterThanOrEqual(320);
    await mini(page).getByRole('link', { name: 'View cart' }).scrollIntoViewIfNeeded();
    await expectAccessible(page);
  });

  /**
   * Adds a product and leaves before the page can send anything.
   * @param breakStorage runs in the page
   */
  async function addAndLeave(breakStorage: () => void): Promise<void> {
    const { page } = shopper;
    await open('/pannier');
    await addFrom('Pannier Oats');
    await shopHas({ 'PAN-OATS': 1 });
    const add = page.getByRole('button', { name: 'Add to cart: Pannier Milk' });
    await alive(add);
    await page.evaluate(breakStorage);
    const left = page.waitForURL('**/faq');
    await add.evaluate((button: HTMLButtonElement) => {
      window.fetch = () => new Promise(() => {});
      button.click();
      location.assign('/faq');
    });
    await left;
    await counts(2);
    await shopHas({ 'PAN-OATS': 1, 'PAN-MILK': 1 });
    await page.reload();
    await counts(2);
    await shopHas({ 'PAN-OATS': 1, 'PAN-MILK': 1 });
    expect(await page.evaluate(() => localStorage.getItem('cart-unwritten'))).toBeNull();
  }

  test('a product added right before leaving the page, before the device has stored it, is in the cart of the next page once', async () => {
    await addAndLeave(() => {
      IDBObjectStore.prototype.get = () => new Promise(() => {}) as unknown as IDBRequest;
    });
  });

  test('a product added right before leaving the page, when the device cannot store it, is in the cart of the next page once', async () => {
    shopper.expectConsoleError(/The outbox cannot be written/);
    await addAndLeave(() => {
      IDBDatabase.prototype.transaction = () => {
        throw new DOMException('The database is gone', 'UnknownError');
      };
    });
  });

  /** Adds a product while the browser's database does not open, so that the cart is not loaded. */
  async function addWhileLoading(): Promise<void> {
    const { page } = shopper;
    await open('/pannier');
    const add = page.getByRole('button', { name: 'Add to cart: Pannier Milk' });
    await alive(add);
    await page.evaluate(async () => {
      const { open: openDatabase } = IDBFactory.prototype;
      const first = indexedDB.open('blocking', 1);
      await new Promise((done) => first.addEventListener('success', done));
      IDBFactory.prototype.open = () => openDatabase.call(indexedDB, 'blocking', 2);
      addEventListener('unblock', () => first.result.close());
    });
    await add.click();
    await counts(1);
    expect(await page.evaluate(() => localStorage.getItem('cart-unwritten'))).toBeNull();
  }

  test('a product added right before leaving the page, before the cart is loaded, is in the cart of the next page once', async () => {
    await addWhileLoading();
    await open('/faq');
    await counts(1);
    await shopHas({ 'PAN-MILK': 1 });
    await open('/pannier');
    await counts(1);
    await shopHas({ 'PAN-MILK': 1 });
  });

  test('a restored page does not add a product again that the next page has added', async () => {
    const { page, expectConsoleError } = shopper;
    expectConsoleError(/The outbox cannot be written/);
    await addWhileLoading();
    // The next page takes the product from the storage of the tab.
    await page.evaluate(() => {
      sessionStorage.removeItem('cart-early');
      dispatchEvent(new Event('unblock'));
    });
    await counts(0);
    expect(await page.evaluate(() => localStorage.getItem('cart-unwritten'))).toBeNull();
  });

  test('adding works while the button is held down during the loading of its code', async () => {
    const { page } = shopper;
    const { promise: mayCome, resolve: come } = Promise.withResolvers<void>();
    const script = `**${scriptPath('product-card-actions')}`;
    await page.route(script, async (route) => {
      await mayCome;
      await route.continue();
    });
    const requested = page.waitForRequest(script);
    await page.goto('/pannier');
    await hydrated(page);
    await page.getByRole('button', { name: 'Add to cart: Pannier Oats' }).hover();
    const came = (await requested).response();
    await page.mouse.down();
    come();
    await (await came)?.finished();
    // The new button would replace the old one now.
    await page.evaluate(() => new Promise((done) => setTimeout(() => requestAnimationFrame(done), 100)));
    await page.mouse.up();
    await counts(1);
    await shopHas({ 'PAN-OATS': 1 });
  });

  test('adding works from search results and from the product page with a quantity', async () => {
    const { page } = shopper;
    await open('/search?q=pannier+milk');
    await addFrom('Pannier Milk');
    await counts(1);
    await shopHas({ 'PAN-MILK': 1 });
    await open('/pannier-tea');
    await page.getByRole('textbox', { name: 'Quantity', exact: true }).fill('3');
    await page.getByRole('main').getByRole('button', { name: 'Add to cart', exact: true }).click();
    await page.getByText('It is in your cart.').waitFor();
    await counts(4);
    await shopHas({ 'PAN-MILK': 1, 'PAN-TEA': 3 });
    await expectAccessible(page);
  });

  test('adding a product with options opens its page; a missing choice is reported and focused', async () => {
    const { page } = shopper;
    await open('/pannier');
    for (const product of ['Pannier Tee', 'Pannier Cake', 'Pannier Box', 'Pannier Set'])
      expect(await page.getByRole('link', { name: `Choose options: ${product}` }).count()).toBe(1);
    await page.getByRole('link', { name: 'Choose options: Pannier Cake' }).click();
    await page.getByRole('heading', { level: 1, name: 'Pannier Cake' }).waitFor();
    const add = page.getByRole('main').getByRole('button', { name: 'Add to cart', exact: true });
    const field = page.getByRole('textbox', { name: /Name on it/ });
    await field.waitFor();
    await add.click();
    await focused(field);
    await counts(0);
    await expectAccessible(page);
    await field.fill('Thandi');
    await add.click();
    await shopHas({ 'PAN-CAKE': 1 });
    await openMini();
    await mini().getByText('Thandi').waitFor();
  });

  test('adding a variant, a bundle and a grouped product uses the chosen options', async () => {
    const { page } = shopper;
    const add = page.getByRole('main').getByRole('button', { name: 'Add to cart', exact: true });
    await open('/pannier-tee?childSku=PAN-TEE-BLUE');
    await add.click();
    await counts(1);
    await shopHas({ 'PAN-TEE-BLUE': 1 });
    await open('/pannier-box');
    await add.click();
    await counts(2);
    await shopHas({ 'PAN-TEE-BLUE': 1, 'PAN-BOX': 1 });
    await open('/pannier-set');
    await add.click();
    await counts(4);
    await shopHas({ 'PAN-TEE-BLUE': 1, 'PAN-BOX': 1, 'PAN-OATS': 1, 'PAN-MILK': 1 });
  });

  test('a sold-out product is not offered: its card and its page lead to similar products', async () => {
    const { page } = shopper;
    await open('/pannier');
    await card('Pannier None').getByRole('link', { name: 'See similar products: Pannier None' }).click();
    await page.getByRole('heading', { level: 1, name: 'Pannier None' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'See similar products', exact: true }).waitFor();
    const add = page.getByRole('main').getByRole('button', { name: 'Add to cart', exact: true });
    expect(await add.count()).toBe(0);
    await expectAccessible(page);
  });

  test('a line says that its product is in stock once the shop confirms it', async () => {
    const released = Promise.withResolvers<void>();
    await shopper.page.route('**/api/cart/update**', (route) =>
      released.promise.then(() => route.continue()),
    );
    await open('/pannier');
    await addFrom('Pannier Oats');
    await openMini();
    await cartLine('Pannier Oats').getByText('Not yet confirmed').waitFor();
    await expect(cartLine('Pannier Oats').getByText('In stock!')).toHaveCount(0);
    released.resolve();
    await cartLine('Pannier Oats').getByText('In stock!').waitFor();
  });
});

test.describe('the mini cart (CART-5)', () => {
  test('the mini cart requests totals whenever it opens, and shows the amount left to free delivery', async () => {
    const { page } = shopper;
    await open('/pannier');
    await addFrom('Pannier Oats');
    await shopHas({ 'PAN-OATS': 1 });
    for (let time = 0; time < 2; time++) {
      const requested = page.waitForRequest('**/api/cart/pull**');
      await openMini();
      await requested;
      await mini().getByText('more for free delivery').waitFor();
      await mini().getByText('R43.50').first().waitFor();
      await page.keyboard.press('Escape');
      await mini().waitFor({ state: 'hidden' });
    }
    await openMini();
    await expectAccessible(page);
  });

  test('the mini cart confirms removals, also at quantity 0, and restores a removed product', async () => {
    const { page } = shopper;
    await open('/pannier');
    await addFrom('Pannier Oats');
    await addFrom('Pannier Tea');
    await shopHas({ 'PAN-OATS': 1, 'PAN-TEA': 1 });
    await openMini();
    await mini().getByRole('button', { name: 'Remove: Pannier Oats' }).first().click();
    await mini().getByText('Remove this product?').waitFor();
    await expectAccessible(page);
    await mini().getByRole('button', { name: 'Keep' }).click();
    await shopHas({ 'PAN-OATS': 1, 'PAN-TEA': 1 });
    await mini().getByRole('textbox', { name: 'Quantity: Pannier Oats' }).fill('0');
    await page.keyboard.press('Enter');
    await mini().getByRole('button', { name: 'Remove', exact: true }).click();
    await shopHas({ 'PAN-TEA': 1 });
    const undo = mini().getByRole('button', { name: 'Undo' });
    await focused(undo);
    await expectAccessible(page);
    await undo.click();
    await shopHas({ 'PAN-TEA': 1, 'PAN-OATS': 1 });
  });

  test('an empty mini cart links back to shopping', async () => {
    await open('/pannier');
    await openMini();
    await mini().getByText('Your cart is empty').waitFor();
    await expectAccessible(shopper.page);
    await mini().getByRole('link', { name: 'Go shopping' }).click();
    await shopper.page.waitForURL(`${our.shop.origin}/`);
  });

  test('the mini cart works with the keyboard alone', async () => {
    const { page } = shopper;
    await open('/pannier');
    const add = page.getByRole('button', { name: 'Add to cart: Pannier Oats' });
    await alive(add);
    await add.focus();
    await focused(add);
    await page.keyboard.press('Enter');
    await counts(1);
    await focused(more('Pannier Oats'));
    await page.keyboard.press('Enter');
    await counts(2);
    await cartLink(shopper.page).focus();
    await page.keyboard.press('Enter');
    await mini().waitFor();
    await mini().getByRole('button', { name: 'Remove: Pannier Oats' }).focus();
    await page.keyboard.press('Enter');
    await focused(mini().getByRole('button', { name: 'Remove', exact: true }));
    await page.keyboard.press('Enter');
    await counts(0);
    await focused(mini().getByRole('button', { name: 'Undo' }));
    await page.keyboard.press('Enter');
    await counts(2);
    await page.keyboard.press('Escape');
    await mini().waitFor({ state: 'hidden' });
    await focused(cartLink(shopper.page));
  });
});

test.describe('the cart page', () => {
  test.beforeEach(async () => {
    await shopper.page.setViewportSize(desktop);
  });

  test('the cart page is not cached and not indexed', async () => {
    const response = await fetch(`${our.shop.origin}/cart`);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(await response.text()).toContain('name="robots" content="noindex"');
  });

  test('the cart page accepts coupons and vouchers, explains a rejected code, and removes codes (CART-3)', async () => {
    const { page } = shopper;
    shopper.expectConsoleError(/40[09]/);
    await open('/pannier');
    await addFrom('Pannier Tea');
    await shopHas({ 'PAN-TEA': 1 });
    await open('/cart');
    const field = page.getByRole('textbox', { name: 'Coupon or voucher' });
    await field.fill('NOPE');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('Incorrect coupon code.').waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    await expectAccessible(page);
    await field.fill('LARDER10');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('button', { name: 'Remove the code LARDER10' }).waitFor();
    await page.getByText('R54.00').first().waitFor();
    await page.getByText('15% VAT included').waitFor();
    // The line shows its full price, as the subtotal does, and its share of the discount.
    await expect.poll(() => cartLine('Pannier Tea').innerText()).toMatch(/R60\.00\s+Discount -R6\.00/);
    await expect
      .poll(() => page.locator('#summary').innerText())
      .toMatch(/Subtotal\s+R60\.00\s+Discount\s+-R6\.00/);
    await field.fill('GIFT5');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('button', { name: 'Remove the code GIFT5' }).click();
    await page.getByRole('button', { name: 'Remove the code GIFT5' }).waitFor({ state: 'detached' });
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Remove the code LARDER10' }).click();
    await page.getByRole('button', { name: 'Remove the code LARDER10' }).waitFor({ state: 'detached' });
    await expect.poll(() => page.locator('#summary').innerText()).toContain('R60.00');
  });

  test('a typed quantity above the stock becomes the stock, another invalid one is reset, and each says why', async () => {
    const { page } = shopper;
    await open('/pannier');
    await addFrom('Pannier Oats');
    await shopHas({ 'PAN-OATS': 1 });
    await open('/cart');
    const oats = cartLine('Pannier Oats');
    const field = quantity('Pannier Oats');
    await field.fill('1.5');
    await page.keyboard.press('Enter');
    await expect(field).toHaveValue('1');
    await oats.getByText('Quantity must be a whole number.').waitFor();
    await field.fill('10');
    await page.keyboard.press('Enter');
    await expect(field).toHaveValue('9');
    await oats.getByText('Only 9 products of this type are available.').waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('false');
    await expectAccessible(page);
    await shopHas({ 'PAN-OATS': 9 });
    await field.fill('12');
    await field.blur();
    await expect(field).toHaveValue('9');
    await oats.getByText('Only 9 products of this type are available.').waitFor();
    await field.fill('0x');
    await field.blur();
    await oats.getByText('Quantity must be a whole number.').waitFor();
    await page.getByRole('button', { name: 'One less: Pannier Oats' }).click();
    await oats.getByText('Quantity must be a whole number.').waitFor({ state: 'detached' });
    await shopHas({ 'PAN-OATS': 8 });
  });

  test('a refused coupon says why, and too many tries when the next one is possible (CART-3)', async () => {
    const { page } = shopper;
    shopper.expectConsoleError(/409|429/);
    const refusals = [
      { code: 409, meta: { problem: 'coupon_first_order', retry: false } },
      { code: 409, meta: { problem: 'coupon_used', retry: false } },
      { code: 429, meta: { problem: 'too_many_attempts', retry: true, values: { seconds: 120 } } },
    ];
    await page.route('**/api/cart/apply-coupon*', (route) => {
      const refusal = refusals.shift()!;
      return route.fulfill({ status: refusal.code, json: { result: 'Refused.', ...refusal } });
    });
    await open('/pannier');
    await addFrom('Pannier Tea');
    await shopHas({ 'PAN-TEA': 1 });
    await open('/cart');
    await page.getByRole('textbox', { name: 'Coupon or voucher' }).fill('WELCOME50');
    for (const reason of [
      'This code is for a first order only.',
      'You’ve already used this code.',
      'Too many tries. Try again in 2 min.',
    ]) {
      await page.getByRole('button', { name: 'Apply' }).click();
      await page.getByText(reason).waitFor();
    }
    expect(refusals).toEqual([]);
  });

  test('a line is compact on a phone, and names the deal that it lacks and the deal that it has', async () => {
    const { page } = shopper;
    await page.setViewportSize({ width: 360, height: 740 });
    await open('/pannier');
    await addFrom('Pannier Oats');
    await addFrom('Pannier Milk');
    await shopHas({ 'PAN-OATS': 1, 'PAN-MILK': 1 });
    await open('/cart');
    const milk = cartLine('Pannier Milk');
    await milk.getByText('Add 2 more: 3 for R51').waitFor();
    const oats = await cartLine('Pannier Oats').boundingBox();
    expect(oats?.height).toBeLessThanOrEqual(100);
    await more('Pannier Milk').click();
    await milk.getByRole('button', { name: 'Add 1 more: 3 for R51' }).click();
    await milk.getByText('3 for R51 applied, you save R9.00').waitFor();
    await expect.poll(() => milk.innerText()).toMatch(/R60\.00\s+Discount -R9\.00/);
    await expect
      .poll(() => page.locator('#summary').innerText())
      .toMatch(/Subtotal\s+R103\.50\s+Discount\s+-R9\.00/);
    await expectAccessible(page);
  });

  test('the cart page estimates delivery for an address and adds the chosen method to the total', async () => {
    const { page } = shopper;
    await open('/pannier');
    await addFrom('Pannier Tea');
    await shopHas({ 'PAN-TEA': 1 });
    await open('/cart');
    await page.getByRole('button', { name: 'Add your postal code to see delivery date and fee' }).waitFor();
    await page.getByText('Estimate delivery').click();
    await page.getByLabel('Province').selectOption('ZA-WC');
    await page.getByLabel('Postal code').fill('8001');
    await page.getByRole('button', { name: 'Show delivery' }).click();
    const shippingMethod = page.getByRole('radio').first();
    await shippingMethod.waitFor();
    await expectAccessible(page);
    await shippingMethod.check();
    await expect.poll(() => page.locator('#summary').innerText()).toContain('R120.00');
    await expect.poll(() => page.locator('#summary').innerText()).not.toContain('Estimated total');
    await page.reload();
    await expect.poll(() => page.locator('#summary').innerText()).toContain('R120.00');
  });

  test('the cart page changes the variant, options and bundle of a cart line in place (CART-6)', async () => {
    const { page } = shopper;
    const add = page.getByRole('main').getByRole('button', { name: 'Add to cart', exact: true });
    await open('/pannier-tee?childSku=PAN-TEE-BLUE');
    await add.click();
    await shopHas({ 'PAN-TEE-BLUE': 1 });
    await open('/pannier-bread');
    await add.click();
    await shopHas({ 'PAN-TEE-BLUE': 1, 'PAN-BREAD': 1 });
    await open('/pannier-box');
    await add.click();
    await shopHas({ 'PAN-TEE-BLUE': 1, 'PAN-BREAD': 1, 'PAN-BOX': 1 });
    await open('/cart');
    const edit = async (product: string, choice: RegExp) => {
      await page.getByRole('button', { name: `Change options: ${product}` }).click();
      const dialog = page.getByRole('dialog', { name: `Change options: ${product}` });
      await dialog.getByRole('radio', { name: choice }).check();
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Update the cart' }).click();
      await dialog.waitFor({ state: 'hidden' });
    };
    await edit('Pannier Tee', /Red/);
    await shopHas({ 'PAN-TEE-RED': 1, 'PAN-BREAD': 1, 'PAN-BOX': 1 });
    await edit('Pannier Bread', /Sliced/);
    await cartLine('Pannier Bread').getByText('Sliced').waitFor();
    await cartLine('Pannier Bread').getByText('R28.00').waitFor();
    await edit('Pannier Box', /Pannier Tea/);
    await cartLine('Pannier Box')
      .getByText(/Pannier Tea/)
      .waitFor();
    await page.reload();
    await cartLine('Pannier Tee').getByText('Red').waitFor();
    await shopHas({ 'PAN-TEE-RED': 1, 'PAN-BREAD': 1, 'PAN-BOX': 1 });
  });

  test('the cart page empties the cart after a confirmation, and undo restores it', async () => {
    const { page } = shopper;
    await open('/pannier');
    await addFrom('Pannier Oats');
    await addFrom('Pannier Tea');
    await shopHas({ 'PAN-OATS': 1, 'PAN-TEA': 1 });
    await open('/cart');
    await page.getByRole('button', { name: 'Empty the cart' }).click();
    await page.getByText('Remove everything from the cart?').waitFor();
    await page.getByRole('button', { name: 'Empty the cart' }).click();
    await page.getByText('Your cart is empty').waitFor();
    await shopHas({});
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Undo' }).click();
    await shopHas({ 'PAN-OATS': 1, 'PAN-TEA': 1 });
  });

  test('the cart page explains sold-out products and changed prices, and offers a solution', async () => {
    const { page } = shopper;
    // A product of its own, unchanged by an earlier attempt.
    const jam = `JAM-${crypto.randomUUID()}`;
    const about = 'sku,name,url_path,price_incl_tax,tax_class,qty,categories';
    await load(our.shop, {
      'products.csv': table(about, `${jam},Pannier Jam,${jam.toLowerCase()},30.00,standard,5,Pannier`),
    });
    await open(`/${jam.toLowerCase()}`);
    await page.getByRole('textbox', { name: 'Quantity', exact: true }).fill('4');
    await page.getByRole('main').getByRole('button', { name: 'Add to cart', exact: true }).click();
    await shopHas({ [jam]: 4 });
    await open('/cart');
    await cartLine('Pannier Jam').waitFor();
    await load(our.shop, { 'products.csv': table('sku,qty,price_incl_tax', `${jam},2,33`) });
    await page.reload();
    await cartLine('Pannier Jam').getByText('Only 2 products of this type are available.').first().waitFor();
    await cartLine('Pannier Jam').getByText('The price changed from R30.00 to R33.00.').waitFor();
    await expectAccessible(page);
    await cartLine('Pannier Jam').getByRole('button', { name: 'Set to 2' }).click();
    await shopHas({ [jam]: 2 });
    await cartLine('Pannier Jam').getByRole('button', { name: 'OK' }).click();
    await load(our.shop, { 'products.csv': table('sku,qty', `${jam},0`) });
    await page.reload();
    await cartLine('Pannier Jam').getByText('Out of stock!').waitFor();
    const notice = 'Delivery and collection times may vary for this product.';
    await cartLine('Pannier Jam').getByText(notice).waitFor();
    await load(our.shop, { 'products.csv': table('sku,status', `${jam},2`) });
    await page.reload();
    await cartLine('Pannier Jam').getByText('This product is not available at the moment.').waitFor();
    await expectAccessible(page);
  });

  test('the cart page is accessible on a wide screen in dark mode', { tag: '@stress' }, async () => {
    const dark = await visit(our.browser, our.shop.origin, { viewport: desktop, colorScheme: 'dark' });
    await open('/pannier', dark.page);
    await addFrom('Pannier Oats', dark.page);
    await card('Pannier Oats', dark.page).getByRole('textbox').waitFor();
    await expectAccessible(dark.page);
    await openMini(dark.page);
    await expectAccessible(dark.page);
    await mini(dark.page).getByRole('link', { name: 'View cart' }).click();
    await cartLine('Pannier Oats', dark.page).waitFor();
    await expectAccessible(dark.page);
  });
});

test.describe('the cart offline', () => {
  test('the cart accepts changes offline, and sends each once when the network is back', {
    tag: '@journey',
  }, async () => {
    const { page } = shopper;
    shopper.expectConsoleError(/ERR_INTERNET_DISCONNECTED|Failed to load|Failed to fetch/);
    const keys = new Set<string>();
    page.on('request', (request) => {
      const key = request.headers()['idempotency-key'];
      if (key) keys.add(key);
    });
    await open('/pannier');
    await addFrom('Pannier Oats');
    await addFrom('Pannier Milk');
    await shopHas({ 'PAN-OATS': 1, 'PAN-MILK': 1 });
    await page.waitForLoadState('networkidle');
    // If the network fails before a response arrives, the request is retried with the same key.
    const before = keys.size;
    await page.context().setOffline(true);
    await addFrom('Pannier Tea');
    await more('Pannier Oats').click();
    await counts(4);
    await openMini();
    await mini().getByText('You are offline.').waitFor();
    await mini().getByText('Not yet confirmed by the shop').first().waitFor();
    await expectAccessible(page);
    await mini().getByRole('button', { name: 'Remove: Pannier Milk' }).first().click();
    await mini().getByRole('button', { name: 'Remove', exact: true }).click();
    await page.context().setOffline(false);
    await shopHas({ 'PAN-OATS': 2, 'PAN-TEA': 1 });
    await mini().getByText('Not yet confirmed by the shop').waitFor({ state: 'detached' });
    expect(keys.size - before).toBe(3);
    await page.reload();
    await counts(3);
  });

  test('the cart stores changes while the shop is down, and shows a notice', async () => {
    const { page } = shopper;
    shopper.expectConsoleError(/ERR_FAILED|Failed to load/);
    await open('/pannier');
    await addFrom('Pannier Oats');
    await shopHas({ 'PAN-OATS': 1 });
    await page.route('**/api/cart/**', async (route) => {
      const isBack = await page.evaluate(() => 'isBack' in window);
      await (isBack ? route.continue() : route.abort());
    });
    await more('Pannier Oats').click();
    await counts(2);
    await openMini();
    await mini()
      .getByText('Your cart is saved in this browser and sent when the shop responds.')
      .first()
      .waitFor({ timeout: 120_000 });
    await expectAccessible(page);
    // The network is restored by the click itself; otherwise a background retry could succeed first and
    // leave nothing to click.
    await page.evaluate(() => addEventListener('click', () => Object.assign(window, { isBack: true }), true));
    await mini().getByRole('button', { name: 'Try again' }).click();
    await shopHas({ 'PAN-OATS': 2 });
  });
});

test('two tabs show the same cart', async () => {
  const { page } = shopper;
  await open('/pannier');
  const otherTab = await page.context().newPage();
  await open('/pannier', otherTab);
  await addFrom('Pannier Oats');
  await counts(1, otherTab);
  await addFrom('Pannier Tea', otherTab);
  await counts(2);
  await shopHas({ 'PAN-OATS': 1, 'PAN-TEA': 1 });
  await expect.poll(() => quantity('Pannier Tea').inputValue()).toBe('1');
  await otherTab.close();
});
