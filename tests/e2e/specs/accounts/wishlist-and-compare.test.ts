import type { Page } from '@playwright/test';
import { expectAccessible } from '../../fixtures/axe.ts';
import { desktop, hydrated, phone, scriptPath, visit } from '../../fixtures/browser.ts';
import { load, table } from '../../fixtures/import-files.ts';
import { openDemo, openSharedShop } from '../../fixtures/shop-and-browser.ts';
import { expect, test } from '../../fixtures/test.ts';
import { headersOf, logIn, logOut, register, startSession } from '../../pages/customers.ts';
import { placeOrder } from '../../pages/placed-orders.ts';

const our = openDemo({ pictures: false });
/** Products can change here. */
const changing = openSharedShop(undefined, { pictures: false });

const hearts = (page: Page) => page.locator('main').getByRole('button', { name: /^Add to wishlist/ });
const scales = (page: Page) => page.locator('main').getByRole('button', { name: /^Add to comparison/ });
const storedList = (page: Page, key: string): Promise<{ sku: string; name: string }[]> =>
  page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? '[]'), key);

/** Adds the first products of a search to a list. */
async function add(page: Page, buttons: (page: Page) => ReturnType<Page['locator']>, count: number) {
  await page.goto('/search?q=oats');
  await hydrated(page);
  await buttons(page).first().waitFor();
  for (let done = 0; done < count; done++) await buttons(page).first().dispatchEvent('click');
}

test.describe('the wishlist of a guest (ACC-6, spec accounts 4.6)', () => {
  test('a product card adds to the wishlist by keyboard, shows a notice and stores the product', {
    tag: '@journey',
  }, async () => {
    const { page } = await visit(our.browser, our.shop.origin);
    await page.goto('/search?q=oats');
    await hydrated(page);
    await hearts(page).first().waitFor();
    const name = (await hearts(page).first().getAttribute('aria-label'))!.replace('Add to wishlist: ', '');
    await hearts(page).first().focus();
    await page.keyboard.press('Enter');
    await page.getByText(`Product ${name} has been added to wishlist!`).waitFor();
    expect(await storedList(page, 'current-wishlist')).toMatchObject([{ name, qty: 1 }]);
    await page.goto('/wishlist');
    await page.locator('main').getByRole('link', { name, exact: true }).waitFor();
    await page.getByText('1 product', { exact: true }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: `Remove from wishlist: ${name}` }).click();
    await page.getByText('Nothing on your wishlist yet').waitFor();
    expect(await storedList(page, 'current-wishlist')).toEqual([]);
  });

  test('wishlist and compare buttons fade in when they load, and shift nothing', async () => {
    const { page } = await visit(our.browser, our.shop.origin, {
      viewport: desktop,
      reducedMotion: 'no-preference',
    });
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
          document.documentElement.dataset.shift = String(
            Number(document.documentElement.dataset.shift ?? 0) + entry.value,
          );
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto('/search?q=oats');
    const fading = page.evaluate(
      () =>
        new Promise((done) =>
          document.addEventListener('transitionrun', ({ propertyName, target }) => {
            const hasHeart = target instanceof Element && target.querySelector(':scope > [aria-pressed]');
            if (hasHeart && propertyName === 'opacity') done(undefined);
          }),
        ),
    );
    await hydrated(page);
    await fading;
    await hearts(page).first().waitFor();
    await page.locator('main article a').first().click();
    await page.locator('main article h1').waitFor();
    await hearts(page).first().waitFor();
    expect(Number((await page.locator('html').getAttribute('data-shift')) ?? 0)).toBeLessThan(0.02);
  });

  test('the header counts the wishlist, the same in both tabs', async () => {
    const { page } = await visit(our.browser, our.shop.origin, { viewport: desktop });
    const otherTab = await page.context().newPage();
    await otherTab.goto('/wishlist');
    await otherTab.getByText('Nothing on your wishlist yet').waitFor();
    await add(page, hearts, 2);
    const link = (tab: Page, name: string) =>
      tab.getByRole('banner').getByRole('link', { name, exact: true });
    await link(page, 'Wishlist: 2 products').waitFor();
    await link(otherTab, 'Wishlist: 2 products').waitFor();
    await expect.poll(() => otherTab.locator('main article').count()).toBe(2);
    await otherTab.getByRole('button', { name: 'Remove all' }).click();
    await link(page, 'Wishlist').waitFor();
    expect(await storedList(page, 'current-wishlist')).toEqual([]);
  });

  test('the wishlist opens as a panel over the page, from the header and from a notice', async () => {
    const { page } = await visit(our.browser, our.shop.origin, { viewport: desktop });
    await add(page, hearts, 1);
    const panel = page.getByRole('dialog', { name: 'Wishlist' });
    await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Show' }).click();
    await panel.getByText(/R\d/).waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
    await page.getByRole('banner').getByRole('link', { name: 'Wishlist: 1 product' }).click();
    await panel.waitFor();
    await expectAccessible(page);
    expect(new URL(page.url()).pathname).toBe('/search');
    const name = (await storedList(page, 'current-wishlist'))[0]!.name;
    await panel.getByRole('button', { name: `Remove ${name}` }).click();
    await panel.getByText('Nothing on your wishlist yet').waitFor();
    await panel.getByRole('link', { name: 'Open the wishlist' }).click();
    await page.waitForURL('**/wishlist');
    await panel.waitFor({ state: 'hidden' });
  });

  test('the wishlist shows the last known data while the shop is unreachable', async () => {
    const { page, expectConsoleError } = await visit(our.browser, our.shop.origin);
    await add(page, hearts, 1);
    await page.route('**/api/**', (route) => route.abort());
    expectConsoleError(/ERR_FAILED|net::/);
    await page.goto('/wishlist');
    await page.getByText('The last known values are shown.').waitFor();
    expect(await page.locator('main article').first().textContent()).toMatch(/R\d/);
    expect(await page.locator('main article').first().textContent()).not.toContain('In stock');
  });

  test('the wishlist marks a product no longer sold, which can be removed', async () => {
    const { page } = await visit(changing.browser, changing.shop.origin);
    const sku = `GONE-${crypto.randomUUID()}`;
    const name = `Wandering tea ${sku}`;
    const sell = (status: number) =>
      load(changing.shop, {
        'products.csv': table('sku,name,price_incl_tax,qty,status', `${sku},${name},12.00,9,${status}`),
      });
    await sell(1);
    await page.goto('/search?q=wandering%20tea');
    await hydrated(page);
    await page.getByRole('button', { name: `Add to wishlist: ${name}` }).dispatchEvent('click');
    await sell(2);
    await page.goto('/wishlist');
    await page.getByText('No longer in the shop').waitFor();
    await page.getByRole('button', { name: `Remove ${name}` }).click();
    await page.getByText('Nothing on your wishlist yet').waitFor();
  });

  test('the wishlist explains that it needs scripts', async () => {
    const { page } = await visit(our.browser, our.shop.origin, { javaScriptEnabled: false });
    await page.goto('/wishlist');
    expect(await page.getByText('JavaScript is needed to show it').isVisible()).toBe(true);
    expect(await page.getByRole('contentinfo').getByRole('link', { name: 'Wishlist' }).isVisible()).toBe(
      true,
    );
  });
});

test.describe('comparing (ACC-6)', () => {
  for (const viewport of [phone, desktop])
    test(`the comparison shows attributes side by side at ${viewport.width} pixels`, async () => {
      const { page } = await visit(our.browser, our.shop.origin, { viewport });
      await add(page, scales, 3);
      await page.goto('/compare');
      await page.getByRole('rowheader', { name: 'Energy' }).waitFor();
      for (const row of [
        'Price',
        'Unit price',
        'Availability',
        'Brand',
        'Dietary labels',
        'Contains allergens',
      ])
        await page.getByRole('rowheader', { name: row, exact: true }).waitFor();
      expect(await page.getByRole('row', { name: /^Energy/ }).textContent()).toMatch(/kJ per 100 g/);
      await page.getByLabel('Highlight differences').check();
      await expect.poll(() => page.locator('tr[data-differs]').count()).toBeGreaterThan(2);
      await expectAccessible(page);
      const region = page.getByRole('region', { name: 'Compare products' });
      await region.evaluate((element) => element.scrollTo(200, 0));
      const name = (await page
        .getByRole('rowheader', { name: 'Price', exact: false })
        .first()
        .boundingBox())!;
      expect(name.x).toBeGreaterThanOrEqual(0);
      await page
        .getByRole('button', { name: /^Remove / })
        .first()
        .click();
      await expect.poll(() => page.locator('thead th').count()).toBe(3);
    });

  test('the comparison has at most four products: the fifth replaces one that the shopper chooses', async () => {
    const { page } = await visit(our.browser, our.shop.origin);
    await add(page, scales, 4);
    const compared = await storedList(page, 'current-compare');
    const name = (await scales(page).first().getAttribute('aria-label'))!.replace('Add to comparison: ', '');
    await scales(page).first().dispatchEvent('click');
    const panel = page.getByRole('dialog', { name: 'Replace a product' });
    await panel.getByText(`Choose the one that ${name} replaces.`).waitFor();
    await expectAccessible(page);
    expect(await storedList(page, 'current-compare')).toEqual(compared);
    await panel.getByRole('button', { name: `Replace ${compared[1]!.name}` }).click();
    await panel.waitFor({ state: 'hidden' });
    await page.getByText(`Product ${name} has been added to compare!`).last().waitFor();
    const names = (await storedList(page, 'current-compare')).map((product) => product.name);
    expect(names).toEqual([name, ...compared.map((product) => product.name).toSpliced(1, 1)]);
  });

  test('the comparison explains its limit if the choice cannot be loaded', async () => {
    const { page, expectConsoleError } = await visit(our.browser, our.shop.origin);
    expectConsoleError(/ERR_FAILED|Failed to fetch/);
    await page.route(`**${scriptPath('list-panels')}`, (route) => route.abort());
    await add(page, scales, 5);
    await page.getByText('Warning: 4 products fit side by side.').waitFor();
    expect(await storedList(page, 'current-compare')).toHaveLength(4);
  });

  test('the comparison has an empty state', async () => {
    const { page } = await visit(our.browser, our.shop.origin);
    await page.goto('/compare');
    await page.getByText('Nothing to compare yet').waitFor();
    await expectAccessible(page);
  });
});

test('products with any SKU are listed, compared, ordered again and removed', async () => {
  const skus = [
    'ODD/1',
    'ODD%2F',
    'ODD+',
    'ODD&',
    `ODD'"`,
    'ODD,1',
    'ODD;1',
    'ÖDD茶',
    '#ODD',
    '?odd=1',
    '.ODD',
    'ODD 1',
  ];
  await load(changing.shop, {
    'products.csv': table(
      'sku,name,url_path,price_incl_tax,tax_class,qty,categories',
      ...skus.map(
        (sku, at) => `"${sku.replaceAll('"', '""')}",Oddment ${at}.,oddment-${at},20.00,zero,900,Oddments`,
      ),
    ),
  });
  const { page } = await visit(changing.browser, changing.shop.origin, { viewport: desktop });
  const removeAll = async (name: RegExp) => {
    const buttons = page.locator('main').getByRole('button', { name });
    for (let left = await buttons.count(); left > 0; left--) {
      await buttons.first().click();
      await expect(buttons).toHaveCount(left - 1);
    }
  };
  await page.goto('/oddments');
  await hydrated(page);
  await expect(hearts(page)).toHaveCount(skus.length);
  for (const _ of skus) await hearts(page).first().dispatchEvent('click');
  await page.goto('/wishlist');
  await page.waitForLoadState('networkidle');
  await expect(page.locator('main article').getByText('No longer in the shop')).toHaveCount(0);
  await expect(page.locator('main article')).toHaveCount(skus.length);
  await removeAll(/^Remove from wishlist/);
  expect(await storedList(page, 'current-wishlist')).toEqual([]);

  for (let first = 0; first < skus.length; first += 4) {
    await page.goto('/oddments');
    await hydrated(page);
    for (let at = first; at < first + 4; at++)
      await page.getByRole('button', { name: `Add to comparison: Oddment ${at}.` }).dispatchEvent('click');
    await page.goto('/compare');
    await expect(page.locator('main table').getByText('In stock!')).toHaveCount(4);
    await removeAll(/^Remove Oddment/);
    expect(await storedList(page, 'current-compare')).toEqual([]);
  }

  const email = await register(changing.shop);
  const headers = await headersOf(changing.shop, email);
  const quantities = Object.fromEntries(skus.map((sku) => [sku, 1]));
  const number = await placeOrder(changing.shop, quantities, { email, headers });
  await startSession(page, email);
  await page.goto(`/my-account/orders/${number}`);
  await page.getByRole('button', { name: 'Order again' }).click();
  await page.getByText(`${skus.length} items were added to your cart:`).waitFor();
  await page.goto('/cart');
  await expect(page.locator('main article')).toHaveCount(skus.length);
});

test.describe('recently viewed (PDP-7)', () => {
  test('recently viewed shows earlier products, newest first, and a new visit moves a product to the front', async () => {
    const { page } = await visit(our.browser, our.shop.origin, { viewport: desktop });
    const open = async (text: string) => {
      await page.goto(`/search?q=${text}`);
      await hydrated(page);
      await page.locator('main article a').first().click();
      await page.locator('main').getByRole('button', { name: 'Add to wishlist', exact: true }).waitFor();
      return page.getByRole('heading', { level: 1 }).textContent();
    };
    const [oats, rice] = [await open('oats'), await open('rice')];
    await open('honey');
    const strip = page.locator('section', { has: page.getByRole('heading', { name: 'Recently viewed' }) });
    await strip.scrollIntoViewIfNeeded();
    const names = () => strip.getByRole('heading', { level: 3 }).allTextContents();
    await expect.poll(names).toEqual([rice, oats]);
    await open('oats');
    await open('honey');
    await expect.poll(names).toEqual([oats, rice]);
    expect((await storedList(page, 'recently-viewed')).length).toBe(3);
  });
});

test.describe('lists and the account (ACC-6, STORE-1)', () => {
  test('lists are merged at login, appear in another browser and leave this one at logout', async () => {
    const email = await register(our.shop);
    const home = await visit(our.browser, our.shop.origin, { viewport: desktop });
    await add(home.page, hearts, 2);
    await home.page.evaluate(() => localStorage.setItem('adv-store-picker', 'KNY Fynbos Knysna'));
    const saved = home.page.waitForResponse(
      (response) => response.url().includes('/values/wishlist') && response.request().method() === 'POST',
    );
    await logIn(home.page, email);
    expect((await saved).status()).toBe(200);
    const skus = (await storedList(home.page, 'current-wishlist')).map(({ sku }) => sku);

    const away = await visit(our.browser, our.shop.origin, { viewport: desktop });
    await away.page.goto('/search?q=rice');
    await hydrated(away.page);
    await hearts(away.page).first().waitFor();
    await hearts(away.page).first().dispatchEvent('click');
    const [rice] = await storedList(away.page, 'current-wishlist');
    await logIn(away.page, email);
    await expect
      .poll(async () => (await storedList(away.page, 'current-wishlist')).map(({ sku }) => sku))
      .toEqual([rice!.sku, ...skus]);
    await away.page.getByRole('banner').getByRole('link', { name: 'Fynbos Knysna' }).waitFor();
    await away.page.goto('/wishlist');
    await expect.poll(() => away.page.locator('main article').count()).toBe(3);
    const removed = away.page.waitForRequest(
      (request) => request.url().includes('/values/wishlist') && request.postData() === '{"value":[]}',
    );
    await away.page.getByRole('button', { name: 'Remove all' }).click();
    await (await removed).response();

    // This browser does not restore a product that was removed in another.
    await home.page.goto('/wishlist');
    await home.page.getByText('Nothing on your wishlist yet').waitFor();
    await home.page.goto('/search?q=honey');
    await hydrated(home.page);
    await hearts(home.page).first().waitFor();
    await hearts(home.page).first().dispatchEvent('click');
    await home.page.goto('/my-account');
    await logOut(home.page);
    await home.page.getByRole('banner').getByRole('link', { name: 'Wishlist', exact: true }).waitFor();
    expect(await storedList(home.page, 'current-wishlist')).toEqual([]);
  });
});
