import { expectAccessible } from '../../fixtures/axe.ts';
import { hydrated, phone, visit } from '../../fixtures/browser.ts';
import { openDemo } from '../../fixtures/shop-and-browser.ts';
import { expect, test } from '../../fixtures/test.ts';

/** Names of categories, attributes and options in the language of the page (D68). */

const our = openDemo({ pictures: false });

test('a list, its filters and a product page have the names of the language, from the server and in the browser', async () => {
  const { page } = await visit(our.browser, our.shop.origin, { viewport: phone, locale: 'af-ZA' });
  const main = page.getByRole('main');
  const whole = page.waitForResponse(/\/api\/catalog\/labels\?/);
  await page.goto('/pantry/rice-pasta');
  await hydrated(page);
  // The page carries what it shows, and its scripts load the rest.
  const carried = await page.locator('#catalogue-labels').evaluate(({ textContent }) => textContent);
  expect(JSON.parse(carried!)).toMatchObject({ 'Rice & Pasta': 'Rys en pasta' });
  expect(carried!.length * 4).toBeLessThan((await (await whole).text()).length);
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

test('the page of a product names its deal and its carrier in the language', async () => {
  const { page } = await visit(our.browser, our.shop.origin, { viewport: phone, locale: 'af-ZA' });
  await page.goto('/baked-beans-in-tomato-sauce-410-g');
  await hydrated(page);
  await expect(page.getByRole('main').getByText('6 vir die prys van 5').first()).toBeVisible();
  const strip = page.getByRole('complementary', { name: 'Aflewering' });
  await strip.getByRole('button').first().click();
  await page.getByRole('dialog').getByRole('textbox').fill('6570');
  await page.keyboard.press('Enter');
  await expect(strip.getByRole('button', { name: /^6570 Knysna: Koerier tot by jou deur/ })).toBeVisible();
});

test('the cart shows options in the language at once, also those added in another language', async () => {
  const { page } = await visit(our.browser, our.shop.origin, { viewport: phone, locale: 'af-ZA' });
  // The page is never at rest, when its scripts load all translations.
  await page.addInitScript(() => {
    const start = window.setTimeout;
    const withoutRest = (run: TimerHandler, ms?: number, ...values: unknown[]) =>
      ms === 4000 ? 0 : start(run, ms, ...values);
    window.setTimeout = withoutRest as typeof setTimeout;
  });
  await page.goto('/nappies-size-3?childSku=BBN-SIZE3-72');
  await hydrated(page);
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Voeg by mandjie', exact: true }).click();
  await main.getByText('Dit is in jou mandjie.').waitFor();
  await page.goto('/cart');
  await expect(main.getByText('Pakgrootte: 72 stuks')).toBeVisible();
  await expect(main.getByText('Pack size')).toHaveCount(0);
});
