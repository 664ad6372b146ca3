import type { Page } from '@playwright/test';
import { expectAccessible } from '../../fixtures/axe.ts';
import { hydrated, type Visit, visit } from '../../fixtures/browser.ts';
import { openDemo } from '../../fixtures/shop-and-browser.ts';
import { expect, test } from '../../fixtures/test.ts';

/** Grocery details of products: diets, allergens, nutrition, unit prices and VAT. */
const our = openDemo({ pictures: false });
let shopper: Visit;

const phone = { width: 390, height: 844 };

test.beforeEach(async () => {
  shopper = await visit(our.browser, our.shop.origin, { viewport: { width: 1280, height: 900 } });
});

async function open(path: string): Promise<Page> {
  await shopper.page.goto(path);
  await hydrated(shopper.page);
  return shopper.page;
}

const facet = (page: Page, name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 3, name, exact: true }) });
const totalOf = async (page: Page) =>
  Number(/\d+/.exec((await page.locator('h1').locator('..').textContent())!.replaceAll(',', ''))![0]);
const cardNamed = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name }).first();

test.describe('grocery facets, after the seven standard ones (CAT-3)', () => {
  test('grocery facets appear only in categories whose products have these attributes', async () => {
    const page = await open('/bakery');
    const headings = await page.locator('section > h3[id^=facet-]').allTextContents();
    expect(headings.slice(-2)).toEqual(['Diet', 'Hide products with']);
    expect(headings[0]).toBe('Price');
    await expectAccessible(page);
    await open('/household');
    expect(await facet(page, 'Hide products with').count()).toBe(0);
  });

  test('diets are combined with AND: each further diet leaves fewer products', async () => {
    const page = await open('/bakery');
    const all = await totalOf(page);
    await facet(page, 'Diet')
      .getByRole('link', { name: /^Vegan/ })
      .click();
    await page.waitForURL(/diet=/);
    await expect.poll(() => totalOf(page)).toBeLessThan(all);
    const vegan = await totalOf(page);
    await facet(page, 'Diet')
      .getByRole('link', { name: /^Gluten free/ })
      .click();
    await page.waitForURL(/diet=\d+&diet=/);
    await expect.poll(() => totalOf(page)).toBeLessThan(vegan);
    for (const labels of await page.locator('#products article').allTextContents()) {
      expect(labels).toMatch(/Vegan.*Gluten free|Gluten free.*Vegan/);
    }
  });

  test('an allergen filter excludes products, is named in the filter list, and can be removed; its address restores it', async () => {
    const page = await open('/bakery');
    const all = await totalOf(page);
    const wheat = facet(page, 'Hide products with').getByRole('link', { name: /^Wheat/ });
    const withWheat = Number(/\d+/.exec((await wheat.textContent())!)![0]);
    await wheat.click();
    await page.waitForURL(/allergens=/);
    await expect.poll(() => totalOf(page)).toBe(all - withWheat);
    await page.reload();
    await hydrated(page);
    const chosen = page.getByRole('list', { name: 'Chosen filters' });
    expect(await chosen.getByText('Hide products with: Wheat').count()).toBe(1);
    await expectAccessible(page);
    await chosen.getByRole('link', { name: 'Remove filter Hide products with: Wheat' }).click();
    await expect.poll(() => totalOf(page)).toBe(all);
  });

  test('grocery facets filter search results too', async () => {
    const page = await open('/search?q=bread');
    expect(await facet(page, 'Diet').count()).toBe(1);
    expect(await facet(page, 'Hide products with').count()).toBe(1);
  });
});

test.describe('unit prices', () => {
  test('tiles show the price per kilogram, per 100 g for small packs, and the lowest of several sizes', async () => {
    const page = await open('/pantry/spices-sauces');
    await page.getByRole('article').first().waitFor();
    expect(await page.getByText(/^R[\d.]+ per 100 g$/).count()).toBeGreaterThan(3);
    await open('/pantry/rice-pasta');
    expect(await cardNamed(page, 'Basmati Rice').textContent()).toMatch(/From R[\d.]+ per kg/);
    expect(await cardNamed(page, 'Jasmine Rice 1 kg').textContent()).not.toMatch(/per kg/);
  });

  test('in a list sorted by unit price each of the first cards shows it, also for a pack of one kilogram', async () => {
    const page = await open('/pantry?sort=unit_price_incl_tax');
    const cards = await page.getByRole('article').allTextContents();
    expect(cards.slice(0, 20).filter((card) => !/R[\d.]+ per \S/.test(card))).toEqual([]);
    expect(await cardNamed(page, 'Samp 1 kg').textContent()).toContain('R17.99 per kg');
  });

  test('the product page shows the unit price of the chosen size', async () => {
    const page = await open('/pantry/rice-pasta');
    await cardNamed(page, 'Basmati Rice').getByRole('link').first().click();
    await page.getByRole('heading', { level: 1, name: 'Basmati Rice' }).waitFor();
    const unit = page
      .getByRole('main')
      .getByText(/^R[\d.]+ per (kg|100 g)$/)
      .first();
    const before = await unit.textContent();
    await page.getByRole('main').locator('a[href*=childSku]:not([aria-current])').first().click();
    await expect.poll(() => unit.textContent().catch(() => '')).not.toBe(before);
  });

  test('beside other sizes, a pack of one kilogram shows its unit price, too', async () => {
    const page = await open('/frozen/frozen-vegetables');
    await cardNamed(page, 'Garden Peas').getByRole('link').first().click();
    const size = page.getByRole('main').getByRole('link', { name: '1 kg', exact: true }).locator('..');
    await expect.poll(() => size.textContent()).toMatch(/R[\d.]+ per kg$/);
  });

  test('a size that is a capacity has no unit price', async () => {
    const page = await open('/search?q=blender');
    expect(await cardNamed(page, 'Kitchen Blender 1.5 L').textContent()).not.toContain('per litre');
    await cardNamed(page, 'Kitchen Blender 1.5 L').getByRole('link').first().click();
    await page.getByRole('heading', { level: 1, name: 'Kitchen Blender 1.5 L' }).waitFor();
    await page.getByRole('row', { name: /Capacity 1\.5 L/ }).waitFor();
    expect(await page.getByRole('main').textContent()).not.toContain('per litre');
  });
});

test.describe('VAT (spec D17)', () => {
  test('a list states VAT once, and not for zero-rated products', async () => {
    const page = await open('/pantry');
    const list = page.locator('section').filter({ has: page.locator('#products') });
    expect(await list.getByText('Prices include VAT where it applies.').count()).toBe(1);
    expect(await list.getByText('incl. VAT').count()).toBe(0);
  });

  test('a product page states included VAT, and nothing for zero-rated brown bread', async () => {
    const page = await open('/brown-bread-700-g');
    expect(
      await page
        .getByRole('main')
        .getByText(/\bVAT\b/)
        .count(),
    ).toBe(0);
    await open('/white-bread-700-g');
    expect(await page.getByText('incl. VAT', { exact: true }).count()).toBe(1);
  });
});

test.describe('food information', () => {
  test('ingredients are listed with emphasised allergens, and nutrition per 100 g and per serving', async () => {
    const page = await open('/rolled-oats');
    const food = page.getByRole('region', { name: 'Ingredients and nutrition' });
    expect(await food.locator('strong').allTextContents()).toContain('oats');
    expect(await food.getByRole('listitem').allTextContents()).toContain('Gluten');
    const heads = await food.getByRole('columnheader').allTextContents();
    expect(heads).toEqual(['Typical values', 'per 100 g', 'per serving (40 g)']);
    expect(await food.getByRole('row', { name: /^Energy 1,546 kJ 618 kJ/ }).count()).toBe(1);
    await expectAccessible(page);
  });

  test('nutrition of tea in bags is per 100 ml', async () => {
    const page = await open('/search?q=rooibos+lemon+tea');
    await cardNamed(page, 'Rooibos & Lemon Tea').getByRole('link').click();
    expect(await page.getByRole('columnheader', { name: 'per 100 ml' }).textContent()).toBe('per 100 ml');
  });

  test('food information fits a phone, in a list and on a product page', async () => {
    await shopper.page.setViewportSize(phone);
    for (const path of ['/bakery', '/rolled-oats']) {
      const page = await open(path);
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(wider, path).toBeLessThanOrEqual(0);
      await expectAccessible(page);
    }
  });
});

test('a product page shows at most eight related products, and never the product itself (PDP-7)', async () => {
  const page = await open('/rolled-oats');
  const strip = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'You may also like' }) });
  const names = await strip.getByRole('article').getByRole('heading').allTextContents();
  expect(names.length).toBeGreaterThan(0);
  expect(names.length).toBeLessThanOrEqual(8);
  expect(names).not.toContain('Rolled Oats');
});
