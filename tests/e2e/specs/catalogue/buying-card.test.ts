import { expectAccessible } from '../../fixtures/axe.ts';
import { alive, desktop, hydrated, phone, type Visit, visit } from '../../fixtures/browser.ts';
import { openDemo } from '../../fixtures/shop-and-browser.ts';
import { expect, test } from '../../fixtures/test.ts';

/** What sells a product on its page: packs with prices, stock at the store, deals, diets and allergens. */
const our = openDemo({ pictures: false });

async function open({ page }: Visit, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

const sizesOf = ({ page }: Visit) =>
  page.getByRole('region', { name: /^Pack size/ }).locator('li', { has: page.getByRole('link') });
const eachSize = /^\d kg\s*R[\d.]+\s*R[\d.]+ per kg$/;

for (const viewport of [phone, { ...desktop, width: 1366 }])
  test(`each pack has its price and its price per kilogram, and a wide screen shows a card (${viewport.width} px)`, async () => {
    const shopper = await visit(our.browser, our.shop.origin, { viewport });
    await open(shopper, '/basmati-rice');
    await expect(sizesOf(shopper)).toHaveText([eachSize, eachSize]);
    const card = shopper.page.locator('.buying-card');
    await expect(card.getByRole('heading', { level: 1 })).toHaveText('Basmati Rice');
    await expect(card).toHaveCSS('border-top-width', viewport === phone ? '0px' : '1px');
    expect(await shopper.page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
    await expectAccessible(shopper.page);
  });

test('without scripts, a page has the prices of the packs and the deals too', async () => {
  const shopper = await visit(our.browser, our.shop.origin, { javaScriptEnabled: false });
  await shopper.page.goto('/basmati-rice');
  await expect(sizesOf(shopper)).toHaveText([eachSize, eachSize]);
  await shopper.page.goto('/pasta-screws-500-g');
  await expect(shopper.page.locator('.buying-card').getByText('3 for R45')).toBeVisible();
});

test('a deal says what the cart lacks, also with other products of it, and then what it saves', {
  tag: '@journey',
}, async () => {
  const shopper = await visit(our.browser, our.shop.origin);
  const card = shopper.page.locator('.buying-card');
  const add = card.getByRole('button', { name: 'Add to cart', exact: true });
  await open(shopper, '/tomato-potato-chips-125-g');
  await card.getByText('3 for R60', { exact: true }).waitFor();
  await alive(add);
  await add.click();
  await card.getByText('Add 2 more: 3 for R60').waitFor();
  // Also with a stored cart, before anything is touched.
  await shopper.page.reload();
  await card.getByText('Add 2 more: 3 for R60').waitFor();
  await open(shopper, '/salt-and-vinegar-potato-chips-125-g');
  await card.getByText('Add 2 more: 3 for R60').waitFor();
  await expectAccessible(shopper.page);
  await card.getByRole('button', { name: 'One more' }).click();
  await add.click();
  await card.getByText(/^3 for R60 applied, you save R[\d.]+$/).waitFor();
  await expect(card.getByText(/^Add \d more/)).toHaveCount(0);
  // Another promotion has no progress.
  await open(shopper, '/pasta-screws-500-g');
  await alive(add);
  await card.getByText('3 for R45', { exact: true }).waitFor();
});

test('the stock names the store that the shopper chose', async () => {
  const shopper = await visit(our.browser, our.shop.origin);
  await shopper.page.addInitScript(() => localStorage.setItem('adv-store-picker', 'CPT Fynbos Claremont'));
  await open(shopper, '/pasta-screws-500-g');
  await expect(shopper.page.getByText('In stock!')).toHaveText(/^In stock! ?\(Fynbos Claremont\)/);
});

test('diets and allergens have icons beside their words, in the language of the shopper', async () => {
  for (const [locale, diet, allergen] of [
    ['en-ZA', 'Vegan', 'Gluten'],
    ['zu-ZA', 'Okwama-vegan', 'I-gluten'],
  ] as const) {
    const shopper = await visit(our.browser, our.shop.origin, { locale });
    await open(shopper, '/rolled-oats');
    for (const word of [diet, allergen]) {
      const term = shopper.page.getByRole('listitem').filter({ hasText: new RegExp(`^${word}$`) });
      await expect(term.first().locator('svg[aria-hidden]')).toBeVisible();
    }
    await expectAccessible(shopper.page);
  }
});
