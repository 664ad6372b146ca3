import { expectAccessible } from '../../fixtures/axe.ts';
import { alive, hydrated, visit } from '../../fixtures/browser.ts';
import { load, table } from '../../fixtures/import-files.ts';
import { openShop } from '../../fixtures/shop-and-browser.ts';
import { expect, test } from '../../fixtures/test.ts';

/** A shop whose search engine does not respond: nothing listens at its address. */

const our = openShop(
  { SEARCH_URL: 'http://127.0.0.1:9' },
  (shop) =>
    load(shop, {
      'products.csv': table(
        'sku,name,url_path,price_incl_tax,qty,categories',
        'FERN,Quillfern,quillfern,10,4,Ferns',
      ),
    }),
  { pictures: false },
);

test.describe('while the search engine is unavailable', () => {
  for (const place of ['/ferns', '/search?q=quillfern'])
    test(`${place} says so and offers a retry`, async () => {
      const { page, expectConsoleError } = await visit(our.browser, our.shop.origin);
      expectConsoleError(/^503 |status of 503/);
      const response = await page.goto(place);
      expect([response?.status(), response?.headers()['retry-after']]).toEqual([503, '5']);
      await page
        .getByText('We cannot list products at the moment. Please try again in a few seconds.')
        .waitFor();
      await hydrated(page);
      await expectAccessible(page);
      await page.getByRole('link', { name: 'Try again' }).click();
      await page.getByText('We cannot list products at the moment.').waitFor();
    });

  test('a page that lacks search data is not cached', async () => {
    const cacheStatus = async (place: string) =>
      (await fetch(our.shop.origin + place)).headers.get('x-vs-cache');
    expect([await cacheStatus('/quillfern'), await cacheStatus('/quillfern')]).toEqual(['Miss', 'Miss']);
    // An address that no earlier run has requested.
    const completePage = `/faq?q=${crypto.randomUUID()}`;
    expect([await cacheStatus(completePage), await cacheStatus(completePage)]).toEqual(['Miss', 'Hit']);
  });

  test('the home page works, and a product can be added to the cart', async () => {
    const { page } = await visit(our.browser, our.shop.origin);
    expect((await page.goto('/'))?.status()).toBe(200);
    expect((await page.goto('/quillfern'))?.status()).toBe(200);
    await hydrated(page);
    const add = page.getByRole('button', { name: 'Add to cart', exact: true });
    await alive(add);
    await add.click();
    await page.getByRole('main').getByText('It is in your cart.').waitFor();
    await page.goto('/cart');
    await page.getByRole('link', { name: 'Quillfern' }).first().waitFor();
  });
});
