import type { Page } from '@playwright/test';
import { hydrated, type Visit, visit } from '../../fixtures/browser.ts';
import { load, table } from '../../fixtures/import-files.ts';
import { openShop } from '../../fixtures/shop-and-browser.ts';
import { expect, test } from '../../fixtures/test.ts';
import { field, main } from '../../pages/checkout.ts';

/** Names of an import that have no place to break, on the narrowest phone. */
const compound = 'Haferflockenvollkornfrühstücksgetränkepulvermischung';
const digits = '600100'.repeat(10);
const address = `https://example.co.za/${'very-long-path/'.repeat(6)}`;
const chinese = '有机燕麦片早餐谷物即食麦片'.repeat(4);

const cell = (value: unknown) => `"${JSON.stringify(value).replaceAll('"', '""')}"`;
/** A choice whose title and value have no place to break. */
const choice = (option_id: number, type: string, [title, value]: [string, string]) => ({
  ...{ option_id, title, type, is_require: true },
  values: [{ option_type_id: option_id, title: value, price: 5, price_type: 'fixed' }],
});
const choices = cell([
  choice(1, 'radio', [digits, compound]),
  choice(2, 'drop_down', [compound, digits]),
  choice(3, 'checkbox', [address, chinese]),
]);
const part = (sku: string) => ({ sku, qty: 1 });
const bundle = cell([
  { title: compound, required: true, type: 'radio', product_links: [part('L-DIGITS'), part('L-CHINESE')] },
]);

const our = openShop(
  {},
  (shop) =>
    load(shop, {
      'products.csv': table(
        'sku,name,url_path,price_incl_tax,tax_class,qty,categories,attr_brand,description',
        `${'LONG'.repeat(15)},${compound},long-compound,1043.50,zero,90,${compound},${compound},${address}`,
        `L-DIGITS,${digits},long-digits,43.50,zero,90,${compound},${compound},${digits}`,
        `L-ADDRESS,${address},long-address,43.50,zero,90,${compound},${compound},${address}`,
        `L-CHINESE,${chinese},long-chinese,43.50,zero,90,${compound},${compound},${chinese}`,
      ),
      'products-choices.csv': table(
        'sku,type_id,parent_sku,configurable_attributes,name,url_path,price_incl_tax,tax_class,qty,colour,custom_options,bundle_options',
        `L-CHOICES,simple,,,${compound},long-choices,43.50,zero,90,,${choices},`,
        `L-FAMILY,configurable,,colour,${compound},long-family,,zero,,,,`,
        `L-FAMILY-A,simple,L-FAMILY,,${compound},,43.50,zero,90,${compound},,`,
        `L-FAMILY-B,simple,L-FAMILY,,${compound},,43.50,zero,90,${digits},,`,
        `L-FAMILY-C,simple,L-FAMILY,,${compound},,43.50,zero,0,${chinese},,`,
        `L-BUNDLE,bundle,,,${compound},long-bundle,,zero,,,,${bundle}`,
      ),
    }),
  { pictures: false },
);
const products = ['long-compound', 'long-digits', 'long-address', 'long-chinese'];

let shopper: Visit;
let page: Page;
test.beforeEach(async () => {
  shopper = await visit(our.browser, our.shop.origin, { viewport: { width: 320, height: 640 } });
  ({ page } = shopper);
});

/** Texts whose right edge is outside the page, apart from those in a row that scrolls or is clipped by design. */
const overflowing = () =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const isScrolled = (element: Element | null): boolean =>
      element !== null &&
      element !== document.body &&
      (getComputedStyle(element).overflowX !== 'visible' || isScrolled(element.parentElement));
    const overflows = [...document.querySelectorAll('body *')].filter((element) => {
      const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
      const { right, width: own } = element.getBoundingClientRect();
      return (
        hasText &&
        own > 0 &&
        right > width + 1 &&
        element.checkVisibility() &&
        !isScrolled(element.parentElement)
      );
    });
    return [
      ...overflows.map((element) => `${element.tagName} ${element.textContent?.slice(0, 30)}`),
      ...(document.documentElement.scrollWidth > width
        ? [`page ${document.documentElement.scrollWidth}`]
        : []),
    ];
  });

async function expectNothingOverflows(): Promise<void> {
  await hydrated(page);
  expect(await overflowing(), page.url()).toEqual([]);
}

test('long words and numbers wrap at 320 px on lists, products, cart and checkout', async () => {
  await page.goto('/');
  await expectNothingOverflows();
  for (const path of [
    `/search?q=${compound}`,
    '/long-compound',
    '/long-digits',
    '/long-address',
    '/long-chinese',
  ]) {
    await page.goto(path);
    await expectNothingOverflows();
  }
  await main(page).getByRole('navigation').first().getByRole('link').last().click();
  await page.waitForURL((url) => url.pathname !== '/long-chinese');
  await expectNothingOverflows();
  for (const path of products) {
    await page.goto(`/${path}`);
    await main(page).getByRole('button', { name: 'Add to cart', exact: true }).click();
    await main(page).getByText('It is in your cart.').waitFor();
    expect(await overflowing(), path).toEqual([]);
  }
  await page.goto('/cart');
  await main(page).getByText(compound).first().waitFor();
  await expectNothingOverflows();
  await page.goto('/checkout');
  await field(page, 'First name').waitFor();
  await main(page).locator('summary').filter({ hasText: 'Your order' }).click();
  await main(page).getByText(compound).first().waitFor();
  await expectNothingOverflows();
});

test('long words and numbers wrap at 320 px in custom options, variants and bundles', async () => {
  for (const path of ['/long-choices', '/long-family', '/long-bundle']) {
    await page.goto(path);
    await main(page).getByRole('button', { name: 'Add to cart', exact: true }).waitFor();
    await expectNothingOverflows();
  }
});
