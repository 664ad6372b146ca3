import { expectAccessible } from '../../fixtures/axe.ts';
import { desktop, hydrated, scriptPath, type Visit, visit } from '../../fixtures/browser.ts';
import { load } from '../../fixtures/import-files.ts';
import { manyProducts } from '../../fixtures/large-category.ts';
import { openSharedShop } from '../../fixtures/shop-and-browser.ts';
import { expect, test } from '../../fixtures/test.ts';

let shopper: Visit;

const our = openSharedShop((shop) => load(shop, manyProducts(130)), { pictures: false });
test.beforeEach(async () => {
  shopper = await visit(our.browser, our.shop.origin, { viewport: desktop });
});

async function open(path: string) {
  const response = await shopper.page.goto(path);
  await hydrated(shopper.page);
  return response;
}

const cards = () => shopper.page.locator('#products article');

test.describe('home (CAT-5)', () => {
  test('the home page links to categories and shows four collections with eight products each', async () => {
    const { page } = shopper;
    await open('/');
    await expectAccessible(page);
    for (const name of ['New products', 'Specials', 'Bestsellers', 'Inspirations']) {
      const section = page
        .locator('section')
        .filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) });
      expect(await section.getByRole('article').count(), name).toBe(8);
    }
    await page.getByRole('main').getByRole('link', { name: 'Pantry' }).click();
    await page.waitForURL('**/pantry');
    await page.getByRole('heading', { level: 1, name: 'Pantry' }).waitFor();
  });

  test('the home page is also served at /pwa.html', async () => {
    expect((await open('/pwa.html'))?.status()).toBe(200);
    expect(await shopper.page.locator('link[rel=canonical]').getAttribute('href')).toMatch(/\/$/);
  });
});

test.describe('a category (CAT-2, CAT-3, CAT-4, CAT-8)', () => {
  test('a category page has breadcrumbs, and its URL path is canonical when it is opened by slug', async () => {
    const { page } = shopper;
    expect((await open('/pantry/rice-pasta'))?.status()).toBe(200);
    await expectAccessible(page);
    const crumbs = page.getByRole('navigation', { name: /breadcrumb/i });
    expect(await crumbs.getByRole('link').allTextContents()).toEqual(['Home', 'Pantry']);
    await open('/c/rice-pasta');
    expect(await page.locator('link[rel=canonical]').getAttribute('href')).toContain('/pantry/rice-pasta');
  });

  test('a facet filters the category, appears in the address and can be removed', {
    tag: '@journey',
  }, async () => {
    const { page } = shopper;
    await open('/jars');
    await page.getByRole('link', { name: /^Green/ }).click();
    await page.waitForURL(/colour=/);
    await page.getByText('44 products').first().waitFor();
    await page.reload();
    expect(await page.getByText('44 products').count()).toBeGreaterThan(0);
    await page
      .getByRole('list', { name: /active|chosen/i })
      .getByRole('link', { name: /Green/ })
      .click();
    await page.getByText('130 products').first().waitFor();
    expect(new URL(page.url()).search).not.toContain('colour');
  });

  test('five price ranges divide the list and filter by the displayed price', async () => {
    const { page } = shopper;
    await open('/jars');
    const ranges = page.getByRole('link', { name: /^(< R\d+|R\d+ - \d+|> R\d+)/ });
    await expect(ranges).toHaveCount(5);
    const [, from, to] = /^R(\d+) - (\d+)/.exec((await ranges.nth(3).textContent())!)!;
    await ranges.nth(3).click();
    await page.waitForURL((url) => url.searchParams.get('price') === `${from}.0-${to}.0`);
    const prices = async () =>
      (await cards().allTextContents()).map((text) => Number(/R(\d+\.\d\d)/.exec(text)![1]));
    await expect.poll(async () => Math.min(...(await prices()))).toBeGreaterThanOrEqual(Number(from));
    expect(Math.max(...(await prices()))).toBeLessThan(Number(to));
  });

  test('a category can be sorted by price in both directions', async () => {
    const { page } = shopper;
    for (const [name, first] of [
      [/^price low to high/i, 'R9.99'],
      [/^price high to low/i, 'R654.99'],
    ] as const) {
      await open('/jars');
      await page.getByText('Our selection').first().click();
      await page.getByRole('link', { name }).click();
      await page.waitForURL(/sort=/);
      await expect.poll(() => cards().first().textContent()).toContain(first);
    }
  });

  test('load more adds fifty products until all are shown, and back restores the scroll position', async () => {
    const { page } = shopper;
    await open('/jars');
    for (const count of [100, 130]) {
      await page.getByRole('link', { name: /load more/i }).click();
      await expect.poll(() => cards().count()).toBe(count);
    }
    await expect.poll(() => page.getByRole('link', { name: /load more/i }).count()).toBe(0);
    const far = cards().nth(110);
    await far.scrollIntoViewIfNeeded();
    const place = await page.evaluate(() => window.scrollY);
    await far.getByRole('link').first().click();
    await page.waitForURL(/storage-jar-111/);
    await page.goBack();
    await expect.poll(() => cards().count()).toBe(130);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(place - 200);
  });

  test('an empty category explains that it has no products (CAT-7)', async () => {
    expect((await open('/empty-shelf'))?.status()).toBe(200);
    const message = 'No products synchronized for this category. Please come back while online!';
    expect(await shopper.page.getByRole('main').textContent()).toContain(message);
    expect(await cards().count()).toBe(0);
    const notices = shopper.page.getByRole('region', { name: 'Notifications' });
    await notices.getByText(message).waitFor();
    await expectAccessible(shopper.page);
    await notices.getByRole('button', { name: 'OK' }).click();
    await expect(notices.getByText(message)).toHaveCount(0);
  });

  test('an unknown category, or one above the root, is a 404 with links', async () => {
    shopper.expectConsoleError(/404/);
    for (const path of ['/c/nothing-here', '/c/1', '/nothing/at/all']) {
      expect((await open(path))?.status(), path).toBe(404);
      expect(await shopper.page.getByRole('main').getByRole('link').count()).toBeGreaterThan(0);
    }
    await expectAccessible(shopper.page);
  });
});

test.describe('before JavaScript', () => {
  test('filters, sorting, load more and search are plain links and forms', async () => {
    const { page } = await visit(our.browser, our.shop.origin, {
      javaScriptEnabled: false,
      viewport: desktop,
    });
    await page.goto('/jars');
    await page.getByRole('link', { name: /load more/i }).click();
    await expect.poll(() => page.locator('#products article').count()).toBe(100);
    await page.goto('/search');
    await page.getByRole('main').getByRole('combobox').fill('rooibos');
    await page
      .getByRole('main')
      .getByRole('button', { name: /search/i })
      .click();
    await expect.poll(() => page.locator('#products article').count()).toBeGreaterThan(0);
    await page.getByRole('banner').getByRole('textbox').fill('samp');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/search\?q=samp/);
  });
});

test.describe('product page (PDP-1, PDP-3)', () => {
  test('a product page shows its price with VAT, its stock and its details', async () => {
    const { page } = shopper;
    await open('/strawberry-jam-450-g');
    await page.getByText('In stock!').first().waitFor();
    const main = page.getByRole('main');
    expect(await main.textContent()).toContain('R44.99');
    expect(await main.textContent()).toMatch(/VAT/);
    await expectAccessible(page);
    // Apples are zero-rated.
    await open('/golden-delicious-apples-1-5-kg');
    await page.getByText('In stock!').first().waitFor();
    expect(await main.textContent()).toContain('R34.99');
    expect(await main.textContent()).not.toMatch(/VAT/);
  });

  test('products of every type have a page with a price', async () => {
    const { page } = shopper;
    const body = {
      filters: { visibility: { in: [2, 3, 4] } },
      size: 4000,
      includeFields: ['type_id', 'url_path'],
    };
    const response = await page.request.post('/api/catalog/fynbos/product/_search', { data: body });
    const items = (await response.json()).items as { type_id: string; url_path: string }[];
    const pathByType = new Map(items.map((item) => [item.type_id, item.url_path]));
    expect(pathByType.size).toBe(6);
    for (const [type, path] of pathByType) {
      expect((await open(`/${path}`))?.status(), type).toBe(200);
      expect(await page.getByRole('main').textContent(), type).toMatch(/R\d/);
    }
  });

  test('choosing a variant changes price and address, and the address restores it', async () => {
    const { page } = shopper;
    await open('/rooibos-tea');
    await page
      .getByRole('link', { name: /160 bags/i })
      .or(page.getByRole('radio', { name: /160 bags/i }))
      .first()
      .click();
    await page.waitForURL(/childSku=TEA-ROOIBOS-160/);
    // The address changes a moment before the page does.
    await page.locator('[aria-current="true"]', { hasText: '160 bags' }).waitFor();
    const price = await page.getByRole('main').getByText(/^R\d/).first().textContent();
    await page.reload();
    expect(await page.getByRole('main').getByText(/^R\d/).first().textContent()).toBe(price);
  });

  test('variant choices stay on the page while their code loads, and a click made meanwhile is applied', async () => {
    const { page } = shopper;
    const { promise: codeRequested, resolve: markRequested } = Promise.withResolvers<void>();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(`**${scriptPath('variant-choice')}`, async (route) => {
      markRequested();
      await released;
      await route.continue();
    });
    const checked = page.waitForResponse(/api\/stock\/list/);
    await page.goto('/rooibos-tea');
    const choice = page.getByRole('main').getByRole('link', { name: /160 bags/i });
    // The live stock check changes the page around them at the same time.
    await checked;
    await page.evaluate(() => document.body.setAttribute('data-same', ''));
    await choice.click();
    await codeRequested;
    for (let frame = 0; frame < 10; frame++) {
      await page.evaluate(() => new Promise(requestAnimationFrame));
      expect(await choice.isVisible()).toBe(true);
    }
    release();
    await page.waitForURL(/childSku=TEA-ROOIBOS-160/);
    expect(await page.locator('body[data-same]').count()).toBe(1);
  });

  test('a variant opened directly redirects to its parent with a 301', async () => {
    const response = await shopper.page.request.get('/p/TEA-ROOIBOS-80/rooibos-tea-80-bags', {
      maxRedirects: 0,
    });
    expect(response.status()).toBe(301);
    expect(response.headers().location).toContain('childSku=TEA-ROOIBOS-80');
  });

  test('a product page works when the live stock check fails', async () => {
    const { page } = shopper;
    await page.route('**/api/stock/check**', (route) => route.abort());
    shopper.expectConsoleError(/ERR_FAILED|Failed to load/);
    await open('/golden-delicious-apples-1-5-kg');
    expect(await page.getByRole('main').textContent()).toContain('R34.99');
  });
});

test('a brand page lists the products of the brand (CAT-9)', async () => {
  expect((await open('/brand/rooikrans'))?.status()).toBe(200);
  expect(await cards().count()).toBeGreaterThan(1);
  await expectAccessible(shopper.page);
});
