import { describe, expect, test } from 'vitest';
import { alive, expectAccessible, hydrated, visit } from './browser.ts';
import { openShop } from './opened.ts';
import { load, table } from './shop-files.ts';

/** A shop whose search engine does not answer: nobody listens where it is told to be. */

const our = openShop(
  { SEARCH_URL: 'http://127.0.0.1:9', OUTPUT_CACHE: 'on' },
  (shop) =>
    load(shop, {
      'products.csv': table(
        'sku,name,url_path,price_incl_tax,qty,categories',
        'FERN,Quillfern,quillfern,10,4,Ferns',
      ),
    }),
  { pictures: false },
);

describe('while the search engine is away', () => {
  test.each(['/ferns', '/search?q=quillfern'])(
    '%s says so in a sentence, with a way to try again',
    async (place) => {
      const { page, expectFault, close } = await visit(our.browser, our.shop.origin);
      expectFault(/^503 |status of 503/);
      const answer = await page.goto(place);
      expect([answer?.status(), answer?.headers()['retry-after']]).toEqual([503, '5']);
      await page
        .getByText('We cannot list products at the moment. Please try again in a few seconds.')
        .waitFor();
      await hydrated(page);
      await expectAccessible(page);
      await page.getByRole('link', { name: 'Try again' }).click();
      await page.getByText('We cannot list products at the moment.').waitFor();
      await close();
    },
  );

  test('what lacks something because of that is not kept for those who come later', async () => {
    const kept = async (place: string) => (await fetch(our.shop.origin + place)).headers.get('x-vs-cache');
    expect([await kept('/quillfern'), await kept('/quillfern')]).toEqual(['Miss', 'Miss']);
    // An address that nobody has asked for, an earlier try neither.
    const whole = `/faq?q=${crypto.randomUUID()}`;
    expect([await kept(whole), await kept(whole)]).toEqual(['Miss', 'Hit']);
  });

  test('the home stands, and a product can be put into the cart', async () => {
    const { page, close } = await visit(our.browser, our.shop.origin);
    expect((await page.goto('/'))?.status()).toBe(200);
    expect((await page.goto('/quillfern'))?.status()).toBe(200);
    await hydrated(page);
    const add = page.getByRole('button', { name: 'Add to cart' });
    await alive(add);
    await add.click();
    await page.getByRole('main').getByText('It is in your cart.').waitFor();
    await page.goto('/cart');
    await page.getByRole('link', { name: 'Quillfern' }).first().waitFor();
    await close();
  });
});
