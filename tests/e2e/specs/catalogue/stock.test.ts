import type { Page, Request } from '@playwright/test';
import { expectAccessible } from '../../fixtures/axe.ts';
import { alive, hydrated, type Visit, visit } from '../../fixtures/browser.ts';
import { load, table } from '../../fixtures/import-files.ts';
import { waitForMail } from '../../fixtures/mails.ts';
import { openSharedShop } from '../../fixtures/shop-and-browser.ts';
import { expect, onTestFinished, test } from '../../fixtures/test.ts';
import { newEmail, register, startSession } from '../../pages/customers.ts';

let shopper: Visit;

const many = Array.from({ length: 20 }, (_, index) => `ROPE-${index + 1}`);
const special = (name: string, to: Date) =>
  table(
    'sku,name,price_incl_tax,special_price_incl_tax,special_to_date,qty',
    `${name},${name},50,40,${to.toISOString()},9`,
  );

const products = table(
  'sku,type_id,parent_sku,configurable_attributes,name,url_path,price_incl_tax,qty,categories,packsize',
  'PLENTY,simple,,,Plenty,plenty,10,80,Stock room,',
  'THREE,simple,,,Three,three,10,3,Stock room,',
  'NONE,simple,,,None,none,10,0,Stock room,',
  'ROPE,configurable,,packsize,Rope,rope,,,Stock room,',
  ...many.map(
    (sku, index) => `${sku},simple,ROPE,,${sku},${sku.toLowerCase()},${20 + index},5,,${index + 1} m`,
  ),
);

const our = openSharedShop(
  (shop) =>
    load(shop, {
      'products.csv': products,
      'store-stock.csv': table('sku,store,qty', 'PLENTY,CPT,0', 'THREE,CPT,2'),
    }),
  { pictures: false },
);
test.beforeEach(async () => {
  shopper = await visit(our.browser, our.shop.origin);
});

async function open(path: string) {
  await shopper.page.goto(path);
  await hydrated(shopper.page);
}

/** Records the stock and price requests of the page from now on. */
function recordStockRequests(page: Page): URL[] {
  const requests: URL[] = [];
  page.on('request', (request: Request) => {
    const url = new URL(request.url());
    if (/^\/api\/(stock|product)\//.test(url.pathname)) requests.push(url);
  });
  return requests;
}

const skusOf = (url: URL) => url.searchParams.get('skus')!.split(',');
const card = (name: string) => shopper.page.locator('#products article').filter({ hasText: name });

test.describe('stock on a product page (PDP-6)', () => {
  test('is shown as being checked, in stock, low, or out of stock', async () => {
    const { page } = shopper;
    let release = () => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    await page.route('**/api/stock/**', async (route) => {
      await held;
      await route.continue();
    });
    await open('/plenty');
    await page.getByText('Stock check in progress, please wait...').waitFor();
    release();
    await page.getByText('In stock!').waitFor();
    await expectAccessible(page);
    await open('/three');
    await page.getByText('Only 3 left').waitFor();
    await open('/none');
    await page.getByText('Out of stock!').waitFor();
  });

  test('that is sold out offers a mail: a guest enters an address, a customer needs one tap (spec D75)', async () => {
    const { page } = shopper;
    const email = newEmail();
    const main = page.getByRole('main');
    const button = main.getByRole('button', { name: 'Notify me' });
    await open('/none');
    await button.waitFor();
    await expectAccessible(page);
    await main.getByLabel('E-mail address').fill('nobody');
    await button.click();
    await main.getByText('E-mail address: Please provide valid e-mail address.').waitFor();
    await expectAccessible(page);
    await main.getByLabel('E-mail address').fill(email);
    await button.click();
    const done = main.getByRole('status').filter({ hasText: 'We’ll e-mail you once it’s back in stock' });
    await expect(done).toBeFocused();
    await expectAccessible(page);
    await open('/none');
    await button.hover();
    await expect(main.getByLabel('E-mail address')).toHaveValue(email);

    const customer = await register(our.shop);
    await startSession(page, customer);
    await open('/none');
    await button.hover();
    await main.getByText(`We’ll e-mail ${customer} when it’s back in stock.`).waitFor();
    await expect(main.getByLabel('E-mail address')).toHaveCount(0);
    shopper.expectConsoleError(/ERR_INTERNET_DISCONNECTED/);
    await page.context().setOffline(true);
    await button.click();
    await main.getByText('This does not work while you are offline.').waitFor();
    await page.context().setOffline(false);
    await button.click();
    await done.waitFor();

    await load(our.shop, {
      'products.csv': products.replace('NONE,simple,,,None,none,10,0', 'NONE,simple,,,None,none,10,9'),
    });
    for (const address of [email, customer]) {
      const { text } = await waitForMail(
        our.shop,
        address,
        ({ subject }) => subject === 'Back in stock: None',
      );
      expect(text).toContain('/p/NONE/none');
    }
    await page.goto('/p/NONE/none');
    await main.getByRole('button', { name: 'Add to cart', exact: true }).waitFor();
    await expect(button).toHaveCount(0);
    await load(our.shop, { 'products.csv': products });
  });

  test('limits the quantity to the available stock (spec D23)', { tag: '@journey' }, async () => {
    const { page } = shopper;
    await open('/three');
    const field = page.getByRole('textbox', { name: 'Quantity', exact: true });
    await alive(field);
    await field.fill('3');
    expect(await page.getByRole('alert').first().textContent()).toBe('');
    await field.fill('4');
    await page.getByText('Only 3 products of this type are available.').waitFor();
    await field.fill('0');
    await page.getByText('Quantity must be greater than 0.').waitFor();
  });

  test('is shown as uncertain when it cannot be checked', async () => {
    const { page } = shopper;
    await page.route('**/api/stock/**', (route) => route.abort());
    shopper.expectConsoleError(/ERR_FAILED|Failed to load/);
    await open('/plenty');
    await page.getByText('The system is not sure about the stock quantity.').waitFor();
    await open('/rope');
    await page.getByText('The system is not sure about the stock quantity.').waitFor();
  });

  test('is reported when a variant sells out while the page is open', async () => {
    const { page } = shopper;
    await open('/rope');
    await page.getByText('In stock!').first().waitFor();
    // The choice would carry another name if the stock of all variants were requested after the import.
    await page.waitForLoadState('networkidle');
    await load(our.shop, { 'products.csv': table('sku,qty', 'ROPE-2,0') });
    onTestFinished(() => load(our.shop, { 'products.csv': table('sku,qty', 'ROPE-2,5') }));
    await page.getByRole('link', { name: '2 m', exact: true }).click();
    await page.getByText('Out of stock!').first().waitFor();
  });

  test('is requested for all variants of a product, 15 SKUs at a time (STOCK-1)', async () => {
    const requests = recordStockRequests(shopper.page);
    await open('/rope');
    await shopper.page.getByText('In stock!').first().waitFor();
    await expect.poll(() => requests.length).toBe(2);
    const lists = requests.filter(({ pathname }) => pathname === '/api/stock/list').map(skusOf);
    expect(lists.map((skus) => skus.length).sort()).toEqual([15, 6]);
    expect(new Set(lists.flat())).toEqual(new Set(['ROPE', ...many]));
    // A choice before the responses arrive would request all variants once more.
    await shopper.page.waitForLoadState('networkidle');
    await shopper.page.getByRole('link', { name: '7 m', exact: true }).click();
    await expect.poll(() => requests.at(-1)?.searchParams.get('sku')).toBe('ROPE-7');
  });
});

test.describe('stock of a chosen store (STOCK-1, spec D8)', () => {
  const choose = (code: string) =>
    shopper.page.addInitScript((store) => localStorage.setItem('adv-store-picker', store), code);

  test('is shown on the product page and in lists', async () => {
    const { page } = shopper;
    await choose('CPT');
    const requests = recordStockRequests(page);
    await open('/three');
    await page.getByText('Only 2 left').waitFor();
    expect(requests.every((url) => url.searchParams.get('storePartitionKey') === 'CPT')).toBe(true);
    await open('/stock-room');
    await card('Plenty').getByText('Out of stock!').waitFor();
    await card('Three').getByText('Only 2 left').waitFor();
  });

  test('is dropped when the shop does not know the store', async () => {
    const { page } = shopper;
    await open('/plenty');
    await page.evaluate(() => localStorage.setItem('adv-store-picker', 'MARS'));
    await page.reload();
    await page.getByText('In stock!').first().waitFor();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('adv-store-picker'))).toBeNull();
  });

  test('is not requested in a list with data saving on, or when no store is chosen', async () => {
    const { page } = shopper;
    const requests = recordStockRequests(page);
    await open('/stock-room');
    await page.waitForLoadState('networkidle');
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
    );
    await choose('CPT');
    await open('/stock-room');
    await page.waitForLoadState('networkidle');
    expect(requests).toEqual([]);
  });
});

/** Moves the clock without firing timers: a write to the browser's storage that is pending would time out. */
const passAMinute = (page: Page) => page.clock.setSystemTime(Date.now() + 65_000);

test.describe('returning to a list after a minute (STOCK-1, PDP-8)', () => {
  test('requests stock and prices again; before a minute it does not', async () => {
    const { page } = shopper;
    await page.clock.install();
    await open('/stock-room');
    await card('Three').getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: 'Three' }).waitFor();
    const requests = recordStockRequests(page);
    await page.goBack();
    await card('Three').waitFor();
    await page.waitForLoadState('networkidle');
    expect(requests.filter(({ pathname }) => pathname !== '/api/stock/check')).toEqual([]);
    await card('Three').getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: 'Three' }).waitFor();
    await load(our.shop, { 'products.csv': table('sku,qty,price_incl_tax', 'THREE,1,12') });
    onTestFinished(() => load(our.shop, { 'products.csv': table('sku,qty,price_incl_tax', 'THREE,3,10') }));
    await passAMinute(page);
    await page.goBack();
    await card('Three').getByText('Only 1 left').waitFor();
    await card('Three').getByText('R12.00').waitFor();
    const paths = requests.map(({ pathname }) => pathname);
    expect(paths).toContain('/api/stock/list');
    expect(paths).toContain('/api/product/render-list');
  });
});

test.describe('restoring a page from the browser’s back-forward cache after a minute (STOCK-1, PDP-8)', () => {
  for (const place of ['/rope', '/stock-room', '/'])
    test(`requests stock and prices again: ${place}`, async () => {
      const { page } = shopper;
      await page.clock.install();
      await open(place);
      if (place === '/rope') await page.getByText('In stock!').first().waitFor();
      await page.waitForLoadState('networkidle');
      const requests = recordStockRequests(page);
      const comeBack = () =>
        page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
      await comeBack();
      await page.waitForLoadState('networkidle');
      expect(requests).toEqual([]);
      await passAMinute(page);
      await comeBack();
      const paths = () => new Set(requests.map(({ pathname }) => pathname));
      await expect.poll(paths).toEqual(new Set(['/api/stock/list', '/api/product/render-list']));
    });
});

test.describe('a special price that ends while its page is open (PDP-8)', () => {
  test('is requested again at that second, and the page shows the new price', {
    tag: '@stress',
  }, async () => {
    const { page } = shopper;
    const end = new Date(Date.now() + 12_000);
    await load(our.shop, { 'products.csv': special('ENDING', end) });
    await open('/ending');
    await page.getByText('R40.00').first().waitFor();
    const priceRequest = page.waitForRequest('**/api/product/render-list**');
    const synced = page.evaluate(
      () =>
        new Promise<unknown>((done) =>
          addEventListener('prices-after-sync', (event) => done((event as CustomEvent).detail.items.length)),
        ),
    );
    const query = new URL((await priceRequest).url()).searchParams;
    expect([query.get('skus'), query.get('currencyCode'), query.get('storeId')]).toEqual([
      'ENDING',
      'ZAR',
      '1',
    ]);
    expect(await synced).toBe(1);
    await expect.poll(() => page.locator('main .text-4xl').first().textContent()).toBe('R50.00');
    expect(await page.getByText('R40.00').count()).toBe(0);
    expect(await page.getByText('This price may be out of date.').count()).toBe(0);
  });

  test('ends offline too, and the page warns that its price may be old', async () => {
    const { page } = shopper;
    await load(our.shop, { 'products.csv': special('LASTING', new Date(Date.now() + 3_600_000)) });
    await page.clock.install();
    await page.route('**/api/product/**', (route) => route.abort());
    shopper.expectConsoleError(/ERR_FAILED|Failed to load/);
    await open('/lasting');
    await page.getByText('R40.00').first().waitFor();
    await page.getByText('In stock!').waitFor();
    await page.waitForLoadState('networkidle');
    const synced = page.evaluate(
      () =>
        new Promise<unknown>((done) =>
          addEventListener('prices-after-sync', (event) => done((event as CustomEvent).detail.items)),
        ),
    );
    await page.clock.fastForward('01:01:00');
    expect(await synced).toEqual([]);
    await page.getByText('This price may be out of date.').waitFor();
    expect(await page.locator('main .text-4xl').first().textContent()).toBe('R50.00');
    await expectAccessible(page);
  });

  test('ends for a grouped product that contains it too', async () => {
    const { page } = shopper;
    await load(our.shop, {
      'products.csv': special('PARTING', new Date(Date.now() + 3_600_000)),
      'products-sets.csv': table(
        'sku,type_id,name,url_path,tax_class,associated',
        'PAIR,grouped,Pair,pair,standard,PARTING|PLENTY',
      ),
    });
    await page.clock.install();
    await page.route('**/api/product/**', (route) => route.abort());
    shopper.expectConsoleError(/ERR_FAILED|Failed to load/);
    await open('/pair');
    const price = () => page.locator('main p.tabular-nums').first().textContent();
    await expect.poll(price).toContain('R50.00');
    // The script that checks the end time loads late.
    await page.waitForLoadState('networkidle');
    const priceRequest = page.waitForRequest('**/api/product/render-list**');
    await page.clock.fastForward('00:59:00');
    expect(await price()).toContain('R50.00');
    await page.clock.fastForward('00:02:00');
    expect(skusOf(new URL((await priceRequest).url()))).toEqual(['PAIR', 'PARTING', 'PLENTY']);
    await expect.poll(price).toBe('R60.00');
    await page.getByText('This price may be out of date.').waitFor();
  });
});
