import { expectAccessible } from '../../fixtures/axe.ts';
import { hydrated, phone, visit } from '../../fixtures/browser.ts';
import { openDemo } from '../../fixtures/shop-and-browser.ts';
import { expect, test } from '../../fixtures/test.ts';

/** Names of categories, attributes and options in the language of the page (D68). */

const our = openDemo({ pictures: false });

test('a list, its filters and a product page have the names of the language, from the server and in the browser', async () => {
  const { page } = await visit(our.browser, our.shop.origin, { viewport: phone, locale: 'af-ZA' });
  const main = page.getByRole('main');
  await page.goto('/pantry/rice-pasta');
  await hydrated(page);
  await expect(page).toHaveTitle(/^Rys en pasta/);
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Rys en pasta');
  const structured = await page.locator('script[type="application/ld+json"]').allTextContents();
  expect(structured.join()).toContain('"name":"Rys en pasta"');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Filters' }).click();
  const filters = page.getByRole('dialog', { name: 'Filters' });
  await filters.getByRole('link', { name: /^Glutenvry \d/ }).click();
  await main.getByRole('link', { name: 'Verwyder filter Glutenvry' }).waitFor();
  await page.keyboard.press('Escape');
  // A page that the browser makes itself.
  await main.getByRole('article').first().getByRole('link').first().click();
  const crumbs = page.getByRole('navigation', { name: 'Broodkrummels' });
  await crumbs.getByRole('link', { name: 'Rys en pasta' }).waitFor();
  await expect(main.getByRole('row', { name: /^Verpakking/ })).toContainText(/Sak|Pakkie|Boks|Pak/);
});
