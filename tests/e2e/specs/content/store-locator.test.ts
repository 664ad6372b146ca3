import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../../fixtures/axe.ts';
import { alive, desktop, hydrated, phone, visit } from '../../fixtures/browser.ts';
import { openDemo, openSharedShop } from '../../fixtures/shop-and-browser.ts';
import { expect, test } from '../../fixtures/test.ts';

const our = openDemo({ pictures: false });
/** Stores can be added here. */
const changing = openSharedShop(undefined, { pictures: false });

const picker = '#store-picker';

test.describe('the store locator (CMS-2, STORE-1)', () => {
  test('lists every store without scripts, and finds the nearest with a form', async () => {
    const { page } = await visit(our.browser, our.shop.origin, { javaScriptEnabled: false });
    await page.goto('/storelocator');
    expect(await page.locator('[data-store]').count()).toBe(12);
    await page.getByLabel('Town or postal code').fill('3201');
    await page.getByRole('button', { name: 'Find stores' }).click();
    await page.waitForURL('**/storelocator?near=3201');
    await expect.poll(() => page.locator('[data-store]').first().getAttribute('data-store')).toBe('DBN');
    expect(await page.locator('[data-store]').first().textContent()).toMatch(/\d+ km away/);
    expect(await page.getByText('Nearest to Pietermaritzburg first').isVisible()).toBe(true);
    await page.goto('/storelocator?near=Narnia');
    expect(await page.getByText('We do not know “Narnia”.').isVisible()).toBe(true);
  });

  test('describes each store as a local business in structured data', async () => {
    const { page } = await visit(our.browser, our.shop.origin);
    await page.goto('/storelocator');
    const written = await page.locator('script[type="application/ld+json"]').first().textContent();
    const graph = JSON.parse(written!)['@graph'];
    expect(graph).toHaveLength(12);
    expect(graph[0]).toMatchObject({
      '@type': ['LocalBusiness', 'GroceryStore'],
      name: 'Fynbos Claremont',
      address: { postalCode: '7708', addressCountry: 'ZA' },
      geo: { latitude: -33.98056 },
    });
  });

  for (const viewport of [phone, desktop])
    test(`is accessible at ${viewport.width} pixels, and the keyboard opens the hours`, async () => {
      const { page } = await visit(our.browser, our.shop.origin, { viewport });
      await page.goto('/storelocator');
      await hydrated(page);
      await page.locator('[data-store="KNY"] summary').focus();
      await page.keyboard.press('Enter');
      expect(await page.locator('[data-store="KNY"] dl').textContent()).toContain('8:30 AM – 2:00 PM');
      await expectAccessible(page);
    });

  test('requests the device location only on a click, and handles a refusal', async () => {
    const { page, close } = await visit(our.browser, our.shop.origin);
    await page.goto('/storelocator');
    await hydrated(page);
    await page.getByRole('button', { name: 'Use my location' }).click();
    await page.getByText('Enter a town or a postal code instead.').waitFor();
    await close();
    const locationOptions = {
      geolocation: { latitude: -25.75, longitude: 28.19 },
      permissions: ['geolocation'],
    };
    const allowed = await visit(our.browser, our.shop.origin, locationOptions);
    await allowed.page.goto('/storelocator');
    await hydrated(allowed.page);
    await allowed.page.getByRole('button', { name: 'Use my location' }).click();
    await allowed.page.getByText('Nearest to you first').waitFor();
    expect(await allowed.page.locator('[data-store]').first().getAttribute('data-store')).toBe('PTA');
  });
});

test.describe('the store picker (STORE-1, spec accounts 4.7)', () => {
  test('stores the choice in cookie and storage, updates the page and other tabs, and can clear it', {
    tag: '@journey',
  }, async () => {
    const { page } = await visit(our.browser, our.shop.origin, { viewport: desktop });
    const otherPage = await page.context().newPage();
    await otherPage.goto('/storelocator');
    await page.goto('/search?q=blender');
    await page.locator('main article a').first().click();
    await page.getByRole('button', { name: 'Add to wishlist', exact: true }).waitFor();
    await hydrated(page);
    const storeLink = page.getByRole('banner').getByRole('link', { name: 'Our stores' });
    await alive(storeLink);
    await storeLink.click();
    await page.locator(`${picker} [data-store]`).first().waitFor();
    await expectAccessible(page);
    await page.locator(picker).getByLabel('Town or postal code').fill('Paarl');
    await page.keyboard.press('Enter');
    const stockRequest = page.waitForRequest((request) => request.url().includes('storePartitionKey=STB'));
    await page.locator(picker).getByRole('button', { name: 'Choose this store Fynbos Stellenbosch' }).click();
    expect((await stockRequest).url()).toContain('/api/stock/');
    await expect.poll(() => cookieOf(page)).toBe('STB');
    expect(await page.evaluate(() => localStorage.getItem('adv-store-picker'))).toBe(
      'STB Fynbos Stellenbosch',
    );
    await page.getByRole('banner').getByRole('link', { name: 'Fynbos Stellenbosch' }).waitFor();
    await otherPage.locator('[data-store="STB"]').getByText('Your store').waitFor();
    await otherPage.getByRole('button', { name: 'Shop without a store' }).click();
    await storeLink.waitFor();
    await expect.poll(() => cookieOf(page)).toBeUndefined();
  });

  test('drops a store that no longer exists (spec D8)', async () => {
    const { page } = await visit(our.browser, our.shop.origin, { viewport: desktop });
    await page.goto('/');
    await page.evaluate(() => localStorage.setItem('adv-store-picker', 'GONE Fynbos Gone'));
    await page.goto('/search?q=oats');
    await page.locator('main article a').first().click();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('adv-store-picker'))).toBeNull();
  });

  test('shows a store that an import adds to the running shop', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'fynbos-stores-'));
    const row =
      'GQB,Fynbos Walmer,4 Fig Road,Walmer,Gqeberha,ZA-EC,6070,-33.97,25.58,+27410000113,Mo-Su 00:00-24:00,collect\n';
    const header =
      'code,name,street,suburb,city,region_code,postcode,latitude,longitude,telephone,hours,services\n';
    await writeFile(path.join(folder, 'stores.csv'), header + row);
    await changing.shop.import(folder);
    await rm(folder, { recursive: true });
    const { page } = await visit(changing.browser, changing.shop.origin);
    await expect
      .poll(async () => {
        await page.goto('/storelocator?near=gqeberha');
        return page.locator('[data-store]').first().getAttribute('data-store');
      })
      .toBe('GQB');
    await page.locator('[data-store="GQB"]').getByText('Open until').waitFor();
    expect(await page.locator('[data-store="GQB"] a[href="tel:+27410000113"]').textContent()).toBe(
      '041 000 0113',
    );
  });
});

async function cookieOf(page: Page): Promise<string | undefined> {
  return (await page.context().cookies()).find(({ name }) => name === 'adv-store-picker')?.value;
}
