import { long } from '@fynbos/api/testing/long.ts';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { alive, desktop, expectAccessible, focused, hydrated, type Visit, visit } from './browser.ts';
import { openPage } from './cart-pages.ts';
import { openShop } from './opened.ts';
import { load, table } from './shop-files.ts';

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
const box = [
  {
    option_id: 1,
    title: 'Cereal',
    required: true,
    type: 'radio',
    product_links: [
      { sku: 'L-OATS', qty: 1, is_default: true },
      { sku: 'L-TEA', qty: 1 },
    ],
  },
];
const products = table(
  'sku,type_id,parent_sku,configurable_attributes,name,url_path,price_incl_tax,tax_class,qty,categories,colour,associated,bundle_options,custom_options',
  'L-OATS,simple,,,Larder Oats,larder-oats,43.50,zero,9,Larder,,,,',
  'L-MILK,simple,,,Larder Milk,larder-milk,20.00,zero,5,Larder,,,,',
  'L-TEA,simple,,,Larder Tea,larder-tea,60.00,standard,50,Larder,,,,',
  'L-NONE,simple,,,Larder None,larder-none,10.00,standard,0,Larder,,,,',
  'L-TEE,configurable,,colour,Larder Tee,larder-tee,,standard,,Larder,,,,',
  'L-TEE-RED,simple,L-TEE,,Larder Tee red,larder-tee-red,199.00,standard,9,,Red,,,',
  'L-TEE-BLUE,simple,L-TEE,,Larder Tee blue,larder-tee-blue,209.00,standard,9,,Blue,,,',
  `L-BREAD,simple,,,Larder Bread,larder-bread,25.00,standard,9,Larder,,,,${cell(slicing)}`,
  `L-CAKE,simple,,,Larder Cake,larder-cake,90.00,standard,9,Larder,,,,${cell(name)}`,
  `L-BOX,bundle,,,Larder Box,larder-box,,standard,,Larder,,,${cell(box)},`,
  'L-SET,grouped,,,Larder Set,larder-set,,,,Larder,,L-OATS|L-MILK,,',
);

const coupons = table(
  'code,label,kind,percent,amount,is_voucher',
  'LARDER10,10 % off,percent,10,,no',
  'GIFT5,R5 off,fixed,,5.00,yes',
);

const our = openShop({}, (shop) => load(shop, { 'products.csv': products, 'coupons.csv': coupons }), {
  pictures: false,
});
beforeEach(async () => {
  shopper = await visit(our.browser, our.shop.origin);
});
afterEach(() => shopper.close());

const open = (path: string, page: Page = shopper.page) => openPage(page, path);
const said = (page: Page = shopper.page) => page.getByRole('region', { name: 'Notifications' });

const card = (product: string, page: Page = shopper.page) =>
  page.locator('main article').filter({ has: page.getByRole('link', { name: product, exact: true }) });
async function addFrom(product: string, page: Page = shopper.page): Promise<void> {
  const add = page.getByRole('button', { name: `Add to cart: ${product}` });
  // A button that takes another's place between press and release hears of neither.
  await alive(add);
  await add.click();
}
const cartLink = (page: Page = shopper.page) => page.getByRole('banner').getByRole('link', { name: /^Cart/ });
const mini = (page: Page = shopper.page) => page.getByRole('dialog', { name: 'Cart' });
const line = (product: string, page: Page = shopper.page) => page.getByRole('article', { name: product });
const quantity = (product: string, page: Page = shopper.page) =>
  page.getByRole('textbox', { name: `Quantity: ${product}` });
const more = (product: string, page: Page = shopper.page) =>
  page.getByRole('button', { name: `One more: ${product}` });

const counts = (count: number, page: Page = shopper.page) =>
  expect
    .poll(() => cartLink(page).getAttribute('aria-label'))
    .toBe(count === 0 ? 'Cart' : `Cart: ${count} ${count === 1 ? 'item' : 'items'}`);

async function openMini(page: Page = shopper.page) {
  await cartLink(page).click();
  await mini(page).waitFor();
}

/** What the shop itself has in this browser's cart. */
async function atTheShop(page: Page = shopper.page): Promise<Record<string, number>> {
  const token = await page.evaluate(() => localStorage.getItem('current-cart-token'));
  if (!token) return {};
  const answer = await fetch(`${our.shop.origin}/api/cart/pull`, { headers: { 'x-cart-token': token } });
  const { result } = (await answer.json()) as { result: { sku: string; qty: number }[] };
  return Object.fromEntries(result.map(({ sku, qty }) => [sku, qty]));
}
const shopHas = (lines: Record<string, number>, page: Page = shopper.page) =>
  expect.poll(() => atTheShop(page)).toEqual(lines);

describe('adding to the cart (CART-4)', () => {
  test('from a list: says so, counts at once, and the card then steps', async () => {
    const { page } = shopper;
    await open('/larder');
    await addFrom('Larder Oats');
    await said().getByText('Product has been added to the cart!').first().waitFor();
    await counts(1);
    await more('Larder Oats').click();
    await said().getByText('Product quantity has been updated!').first().waitFor();
    await counts(2);
    await shopHas({ 'L-OATS': 2 });
    await page.reload();
    await counts(2);
    await expect.poll(() => quantity('Larder Oats').inputValue()).toBe('2');
  });

  test('and leaving in the same moment, before the device has written it down: it is in the cart of the next page, once', async () => {
    const { page } = shopper;
    await open('/larder');
    await addFrom('Larder Oats');
    await shopHas({ 'L-OATS': 1 });
    const add = page.getByRole('button', { name: 'Add to cart: Larder Milk' });
    await alive(add);
    const left = page.waitForURL('**/faq');
    await add.evaluate((button: HTMLButtonElement) => {
      // A device that is slower than the page is left.
      const never = { objectStore: () => ({ get: () => ({}), put: () => ({}) }) };
      Object.assign(IDBDatabase.prototype, { transaction: () => never });
      button.click();
      location.assign('/faq');
    });
    await left;
    await counts(2);
    await shopHas({ 'L-OATS': 1, 'L-MILK': 1 });
    await page.reload();
    await counts(2);
    expect(await page.evaluate(() => localStorage.getItem('cart-unwritten'))).toBeNull();
    await shopHas({ 'L-OATS': 1, 'L-MILK': 1 });
  });

  test.each(['card-buttons', 'card-stepper'])(
    'with a button that is held down while the code of %s comes',
    async (part) => {
      const { page } = shopper;
      const { promise: mayCome, resolve: come } = Promise.withResolvers<void>();
      await page.route(`**/${part}-*.js`, async (route) => {
        await mayCome;
        await route.continue();
      });
      const asked = page.waitForRequest(`**/${part}-*.js`);
      await page.goto('/larder');
      await hydrated(page);
      const add = page.getByRole('button', { name: 'Add to cart: Larder Oats' });
      await add.hover();
      if (part === 'card-stepper') {
        await alive(add);
        await page.mouse.move(1, 1);
        await add.hover();
      }
      const came = (await asked).response();
      await page.mouse.down();
      come();
      await (await came)?.finished();
      // It would take its place now.
      await page.evaluate(() => new Promise((done) => setTimeout(() => requestAnimationFrame(done), 100)));
      await page.mouse.up();
      await counts(1);
      await shopHas({ 'L-OATS': 1 });
    },
  );

  test('from a search and from the product page, where how many is asked', async () => {
    const { page } = shopper;
    await open('/search?q=larder+milk');
    await addFrom('Larder Milk');
    await counts(1);
    await shopHas({ 'L-MILK': 1 });
    await open('/larder-tea');
    await page.getByRole('textbox', { name: 'Quantity', exact: true }).fill('3');
    await page.getByRole('main').getByRole('button', { name: 'Add to cart', exact: true }).click();
    await page.getByText('It is in your cart.').waitFor();
    await counts(4);
    await shopHas({ 'L-MILK': 1, 'L-TEA': 3 });
    await expectAccessible(page);
  });

  test('of something with options leads to them; what is not chosen is said and led to', async () => {
    const { page } = shopper;
    await open('/larder');
    for (const product of ['Larder Tee', 'Larder Cake', 'Larder Box', 'Larder Set'])
      expect(await page.getByRole('link', { name: `Choose options: ${product}` }).count()).toBe(1);
    await page.getByRole('link', { name: 'Choose options: Larder Cake' }).click();
    await page.getByRole('heading', { level: 1, name: 'Larder Cake' }).waitFor();
    const add = page.getByRole('main').getByRole('button', { name: 'Add to cart', exact: true });
    const field = page.getByRole('textbox', { name: /Name on it/ });
    await field.waitFor();
    await add.click();
    await focused(field);
    await counts(0);
    await expectAccessible(page);
    await field.fill('Thandi');
    await add.click();
    await shopHas({ 'L-CAKE': 1 });
    await openMini();
    await mini().getByText('Thandi').waitFor();
  });

  test('of a variant, a bundle and a group takes what was chosen', async () => {
    const { page } = shopper;
    const add = page.getByRole('main').getByRole('button', { name: 'Add to cart', exact: true });
    await open('/larder-tee?childSku=L-TEE-BLUE');
    await add.click();
    await counts(1);
    await shopHas({ 'L-TEE-BLUE': 1 });
    await open('/larder-box');
    await add.click();
    await counts(2);
    await shopHas({ 'L-TEE-BLUE': 1, 'L-BOX': 1 });
    await open('/larder-set');
    await add.click();
    await counts(4);
    await shopHas({ 'L-TEE-BLUE': 1, 'L-BOX': 1, 'L-OATS': 1, 'L-MILK': 1 });
  });

  test('takes a sold-out product, with what that means, where the shop allows it (decision 23)', async () => {
    await open('/larder');
    await addFrom('Larder None');
    await openMini();
    await line('Larder None').getByText('Delivery and collection times may vary for this product.').waitFor();
    await expectAccessible(shopper.page);
  });
});

describe('the mini cart (CART-5)', () => {
  test('asks the shop what all costs whenever it opens, and shows how far it is to free delivery', async () => {
    const { page } = shopper;
    await open('/larder');
    await addFrom('Larder Oats');
    await shopHas({ 'L-OATS': 1 });
    for (let time = 0; time < 2; time++) {
      const asked = page.waitForRequest('**/api/cart/pull**');
      await openMini();
      await asked;
      await mini().getByText('more for free delivery').waitFor();
      await mini().getByText('R43.50').first().waitFor();
      await page.keyboard.press('Escape');
      await mini().waitFor({ state: 'hidden' });
    }
    await openMini();
    await expectAccessible(page);
  });

  test('asks before it removes, also at quantity 0, and puts back what was removed', async () => {
    const { page } = shopper;
    await open('/larder');
    await addFrom('Larder Oats');
    await addFrom('Larder Tea');
    await shopHas({ 'L-OATS': 1, 'L-TEA': 1 });
    await openMini();
    await mini().getByRole('button', { name: 'Remove: Larder Oats' }).first().click();
    await mini().getByText('Remove this product?').waitFor();
    await expectAccessible(page);
    await mini().getByRole('button', { name: 'Keep' }).click();
    await shopHas({ 'L-OATS': 1, 'L-TEA': 1 });
    await mini().getByRole('textbox', { name: 'Quantity: Larder Oats' }).fill('0');
    await page.keyboard.press('Enter');
    await mini().getByRole('button', { name: 'Remove', exact: true }).click();
    await shopHas({ 'L-TEA': 1 });
    const undo = mini().getByRole('button', { name: 'Undo' });
    await focused(undo);
    await expectAccessible(page);
    await undo.click();
    await shopHas({ 'L-TEA': 1, 'L-OATS': 1 });
  });

  test('is empty with a way back to shopping', async () => {
    await open('/larder');
    await openMini();
    await mini().getByText('Your cart is empty').waitFor();
    await expectAccessible(shopper.page);
    await mini().getByRole('link', { name: 'Go shopping' }).click();
    await shopper.page.waitForURL(`${our.shop.origin}/`);
  });

  test('works with the keyboard alone', async () => {
    const { page } = shopper;
    await open('/larder');
    const add = page.getByRole('button', { name: 'Add to cart: Larder Oats' });
    await alive(add);
    await add.focus();
    await focused(add);
    await page.keyboard.press('Enter');
    await counts(1);
    await focused(more('Larder Oats'));
    await page.keyboard.press('Enter');
    await counts(2);
    await cartLink().focus();
    await page.keyboard.press('Enter');
    await mini().waitFor();
    await mini().getByRole('button', { name: 'Remove: Larder Oats' }).focus();
    await page.keyboard.press('Enter');
    await focused(mini().getByRole('button', { name: 'Remove', exact: true }));
    await page.keyboard.press('Enter');
    await counts(0);
    await focused(mini().getByRole('button', { name: 'Undo' }));
    await page.keyboard.press('Enter');
    await counts(2);
    await page.keyboard.press('Escape');
    await mini().waitFor({ state: 'hidden' });
    await focused(cartLink());
  });
});

describe('the cart’s page', () => {
  beforeEach(async () => {
    await shopper.page.setViewportSize(desktop);
  });

  test('comes as a frame that nobody keeps and no search engine lists', async () => {
    const answer = await fetch(`${our.shop.origin}/cart`);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(await answer.text()).toContain('name="robots" content="noindex"');
  });

  test('takes coupons and vouchers, says why one does not count, and takes them away (CART-3)', async () => {
    const { page } = shopper;
    shopper.expectFault(/40[09]/);
    await open('/larder');
    await addFrom('Larder Tea');
    await shopHas({ 'L-TEA': 1 });
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
    await page.getByText('15 % VAT included').waitFor();
    await field.fill('GIFT5');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('button', { name: 'Remove the code GIFT5' }).click();
    await page.getByRole('button', { name: 'Remove the code GIFT5' }).waitFor({ state: 'detached' });
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Remove the code LARDER10' }).click();
    await page.getByRole('button', { name: 'Remove the code LARDER10' }).waitFor({ state: 'detached' });
    await expect.poll(() => page.locator('#summary').innerText()).toContain('R60.00');
  });

  test('says what delivery costs to a place, and counts what is chosen', async () => {
    const { page } = shopper;
    await open('/larder');
    await addFrom('Larder Tea');
    await shopHas({ 'L-TEA': 1 });
    await open('/cart');
    await page.getByText('Delivery is added once we know where to.').waitFor();
    await page.getByText('Estimate delivery').click();
    await page.getByLabel('Province').selectOption('ZA-WC');
    await page.getByLabel('Postal code').fill('8001');
    await page.getByRole('button', { name: 'Show delivery' }).click();
    const way = page.getByRole('radio').first();
    await way.waitFor();
    await expectAccessible(page);
    await way.check();
    await expect.poll(() => page.locator('#summary').innerText()).toContain('R120.00');
    await page.reload();
    await expect.poll(() => page.locator('#summary').innerText()).toContain('R120.00');
  });

  test('changes variant, options and bundle of a line in its place (CART-6)', async () => {
    const { page } = shopper;
    const add = page.getByRole('main').getByRole('button', { name: 'Add to cart', exact: true });
    await open('/larder-tee?childSku=L-TEE-BLUE');
    await add.click();
    await shopHas({ 'L-TEE-BLUE': 1 });
    await open('/larder-bread');
    await add.click();
    await shopHas({ 'L-TEE-BLUE': 1, 'L-BREAD': 1 });
    await open('/larder-box');
    await add.click();
    await shopHas({ 'L-TEE-BLUE': 1, 'L-BREAD': 1, 'L-BOX': 1 });
    await open('/cart');
    const edit = async (product: string, choice: RegExp) => {
      await page.getByRole('button', { name: `Change options: ${product}` }).click();
      const dialog = page.getByRole('dialog', { name: `Change options: ${product}` });
      await dialog.getByRole('radio', { name: choice }).check();
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Update the cart' }).click();
      await dialog.waitFor({ state: 'hidden' });
    };
    await edit('Larder Tee', /Red/);
    await shopHas({ 'L-TEE-RED': 1, 'L-BREAD': 1, 'L-BOX': 1 });
    await edit('Larder Bread', /Sliced/);
    await line('Larder Bread').getByText('Sliced').waitFor();
    await line('Larder Bread').getByText('R28.00').waitFor();
    await edit('Larder Box', /Larder Tea/);
    await line('Larder Box')
      .getByText(/Larder Tea/)
      .waitFor();
    await page.reload();
    await line('Larder Tee').getByText('Red').waitFor();
    await shopHas({ 'L-TEE-RED': 1, 'L-BREAD': 1, 'L-BOX': 1 });
  });

  test('empties the cart when that was meant, and puts everything back', async () => {
    const { page } = shopper;
    await open('/larder');
    await addFrom('Larder Oats');
    await addFrom('Larder Tea');
    await shopHas({ 'L-OATS': 1, 'L-TEA': 1 });
    await open('/cart');
    await page.getByRole('button', { name: 'Empty the cart' }).click();
    await page.getByText('Remove everything from the cart?').waitFor();
    await page.getByRole('button', { name: 'Empty the cart' }).click();
    await page.getByText('Your cart is empty').waitFor();
    await shopHas({});
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Undo' }).click();
    await shopHas({ 'L-OATS': 1, 'L-TEA': 1 });
  });

  test('explains what was sold or changed its price meanwhile, with a way out', async () => {
    const { page } = shopper;
    // One of its own, which no try before has sold or taken away.
    const jam = `JAM-${crypto.randomUUID()}`;
    const about = 'sku,name,url_path,price_incl_tax,tax_class,qty,categories';
    await load(our.shop, {
      'products.csv': table(about, `${jam},Larder Jam,${jam.toLowerCase()},30.00,standard,5,Larder`),
    });
    await open(`/${jam.toLowerCase()}`);
    await page.getByRole('textbox', { name: 'Quantity', exact: true }).fill('4');
    await page.getByRole('main').getByRole('button', { name: 'Add to cart', exact: true }).click();
    await shopHas({ [jam]: 4 });
    await open('/cart');
    await line('Larder Jam').waitFor();
    await load(our.shop, { 'products.csv': table('sku,qty,price_incl_tax', `${jam},2,33`) });
    await page.reload();
    await line('Larder Jam').getByText('Only 2 products of this type are available.').first().waitFor();
    await line('Larder Jam').getByText('The price changed from R30.00 to R33.00.').waitFor();
    await expectAccessible(page);
    await line('Larder Jam').getByRole('button', { name: 'Set to 2' }).click();
    await shopHas({ [jam]: 2 });
    await line('Larder Jam').getByRole('button', { name: 'OK' }).click();
    await load(our.shop, { 'products.csv': table('sku,qty', `${jam},0`) });
    await page.reload();
    await line('Larder Jam').getByText('Out of stock!').waitFor();
    await load(our.shop, { 'products.csv': table('sku,status', `${jam},2`) });
    await page.reload();
    await line('Larder Jam').getByText('This product is not sold at the moment.').waitFor();
    await expectAccessible(page);
  });

  long('can be read on a wide screen, in the dark as well', async () => {
    const dark = await visit(our.browser, our.shop.origin, { viewport: desktop, colorScheme: 'dark' });
    await open('/larder', dark.page);
    await addFrom('Larder Oats', dark.page);
    await card('Larder Oats', dark.page).getByRole('textbox').waitFor();
    await expectAccessible(dark.page);
    await openMini(dark.page);
    await expectAccessible(dark.page);
    await mini(dark.page).getByRole('link', { name: 'View cart' }).click();
    await line('Larder Oats', dark.page).waitFor();
    await expectAccessible(dark.page);
    await dark.close();
  });
});

describe('without a network', () => {
  test('adds, changes and removes, and is confirmed once when the network is back', async () => {
    const { page } = shopper;
    shopper.expectFault(/ERR_INTERNET_DISCONNECTED|Failed to load|Failed to fetch/);
    const keys = new Set<string>();
    page.on('request', (request) => {
      const key = request.headers()['idempotency-key'];
      if (key) keys.add(key);
    });
    await open('/larder');
    await addFrom('Larder Oats');
    await addFrom('Larder Milk');
    await shopHas({ 'L-OATS': 1, 'L-MILK': 1 });
    await page.waitForLoadState('networkidle');
    // Where the network goes before the answer to one of these came, it is sent again with the same key.
    const before = keys.size;
    await page.context().setOffline(true);
    await addFrom('Larder Tea');
    await more('Larder Oats').click();
    await counts(4);
    await openMini();
    await mini().getByText('You are offline.').waitFor();
    await mini().getByText('Not yet confirmed by the shop').first().waitFor();
    await expectAccessible(page);
    await mini().getByRole('button', { name: 'Remove: Larder Milk' }).first().click();
    await mini().getByRole('button', { name: 'Remove', exact: true }).click();
    await page.context().setOffline(false);
    await shopHas({ 'L-OATS': 2, 'L-TEA': 1 });
    await mini().getByText('Not yet confirmed by the shop').waitFor({ state: 'detached' });
    expect(keys.size - before).toBe(3);
    await page.reload();
    await counts(3);
  });

  test('keeps what was done while the shop is down, and says so', async () => {
    const { page } = shopper;
    shopper.expectFault(/ERR_FAILED|Failed to load/);
    await open('/larder');
    await addFrom('Larder Oats');
    await shopHas({ 'L-OATS': 1 });
    await page.route('**/api/cart/**', async (route) => {
      const isBack = await page.evaluate(() => 'isBack' in window);
      await (isBack ? route.continue() : route.abort());
    });
    await more('Larder Oats').click();
    await counts(2);
    await openMini();
    await mini()
      .getByText('Your cart is kept here and sent as soon as it does.')
      .first()
      .waitFor({ timeout: 20_000 });
    await expectAccessible(page);
    // It is there from the press on: otherwise what waits might be sent by itself before, and nothing were left to press.
    await page.evaluate(() => addEventListener('click', () => Object.assign(window, { isBack: true }), true));
    await mini().getByRole('button', { name: 'Try again' }).click();
    await shopHas({ 'L-OATS': 2 });
  });
});

test('two tabs show one cart', async () => {
  const { page } = shopper;
  await open('/larder');
  const other = await page.context().newPage();
  await open('/larder', other);
  await addFrom('Larder Oats');
  await counts(1, other);
  await addFrom('Larder Tea', other);
  await counts(2);
  await shopHas({ 'L-OATS': 1, 'L-TEA': 1 });
  await expect.poll(() => quantity('Larder Tea').inputValue()).toBe('1');
  await other.close();
});
