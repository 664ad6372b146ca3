import { describe, expect, test } from 'vitest';
import { alive, expectAccessible, hydrated, visit } from '../../fixtures/browser.ts';
import { load, table } from '../../fixtures/import-files.ts';
import { openShop } from '../../fixtures/shop-and-browser.ts';

/** A shop whose operator turned off default features and uses an external checkout. */

const settings = {
  STOCK_SYNC: 'off',
  LIST_OUT_OF_STOCK: 'off',
  EXTERNAL_CHECKOUT_URL: 'https://pay.example/cart',
};
const our = openShop(
  settings,
  (shop) =>
    load(shop, {
      'products.csv': table(
        'sku,name,url_path,price_incl_tax,qty,categories',
        'HERE,Quillfern here,here,10,4,Ferns',
        'SOLD,Quillfern sold,sold,10,0,Ferns',
      ),
    }),
  { pictures: false },
);

describe('STOCK_SYNC=off (STOCK-1)', () => {
  test('requests no stock and shows it as uncertain', async () => {
    const { page, close } = await visit(our.browser, our.shop.origin);
    const stockRequests: string[] = [];
    page.on(
      'request',
      (request) => request.url().includes('/api/stock/') && stockRequests.push(request.url()),
    );
    await page.goto('/here');
    await hydrated(page);
    await page.getByText('The system is not sure about the stock quantity.').waitFor();
    await page.waitForLoadState('networkidle');
    expect(stockRequests).toEqual([]);
    await close();
  });
});

describe('LIST_OUT_OF_STOCK=off (CAT-6)', () => {
  test('hides sold-out products from lists, searches and suggestions but not their own pages', async () => {
    const { page, close } = await visit(our.browser, our.shop.origin);
    for (const place of ['/ferns', '/search?q=quillfern']) {
      await page.goto(place);
      await page.getByRole('heading', { name: 'Quillfern here' }).waitFor();
      expect(await page.getByRole('heading', { name: 'Quillfern sold' }).count(), place).toBe(0);
    }
    const response = await page.request.get('/api/search/suggest?text=quillfern');
    expect(await response.text()).not.toContain('Quillfern sold');
    const filter = encodeURIComponent(JSON.stringify({ filters: { url_path: 'ferns' } }));
    const ferns = await page.request.get(`/api/catalog/fynbos/category/_search?request=${filter}`);
    expect((await ferns.json()).items[0].product_count).toBe(1);
    expect((await page.goto('/sold'))?.status()).toBe(200);
    await close();
  });
});

describe('EXTERNAL_CHECKOUT_URL (SHELL-3)', () => {
  test('hides «Proceed to checkout» and links to the operator’s checkout', async () => {
    const { page, close } = await visit(our.browser, our.shop.origin);
    await page.goto('/ferns');
    await hydrated(page);
    const add = page.getByRole('button', { name: 'Add to cart: Quillfern here' });
    await alive(add);
    await add.click();
    const cart = page.getByRole('banner').getByRole('link', { name: 'Cart: 1 item' });
    await alive(cart);
    await cart.click();
    const checkoutLink = page.getByRole('dialog', { name: 'Cart' }).getByRole('link', {
      name: 'Continue to our payment page',
    });
    expect(await checkoutLink.getAttribute('href')).toBe('https://pay.example/cart');
    expect(await page.getByText('Proceed to checkout').count()).toBe(0);
    await expectAccessible(page);
    await close();
  });
});
