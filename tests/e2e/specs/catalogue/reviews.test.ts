import type { BrowserContextOptions, Page } from '@playwright/test';
import { expectAccessible } from '../../fixtures/axe.ts';
import { desktop, hydrated, phone, visit } from '../../fixtures/browser.ts';
import { load, table } from '../../fixtures/import-files.ts';
import { openSharedShop } from '../../fixtures/shop-and-browser.ts';
import { expect, test } from '../../fixtures/test.ts';
import { nextClientIp, send } from '../../pages/customers.ts';

/** The path of the product under test. Each test has its own, without reviews. */
let product: string;
/** Its SKU. */
let sku: string;
const our = openSharedShop(undefined, { pictures: false });

test.beforeEach(async () => {
  sku = `REVIEWED-${crypto.randomUUID()}`;
  product = `/${sku.toLowerCase()}`;
  await load(our.shop, {
    'products.csv': table(
      'sku,name,url_path,price_incl_tax,tax_class,qty',
      `${sku},Porridge,${product.slice(1)},30,zero,9`,
    ),
  });
});

/** A visitor with a client IP of its own, because reviews per client IP are limited. */
const visitor = (options: BrowserContextOptions = {}) =>
  visit(our.browser, our.shop.origin, {
    ...options,
    extraHTTPHeaders: { 'x-forwarded-for': nextClientIp() },
  });

/** Makes a unique review title. */
const titled = (text: string) => `${text} ${crypto.randomUUID().slice(0, 8)}`;

const submitted = 'You submitted your review for moderation.';

async function fillIn(page: Page, title: string, stars: string) {
  await page.getByLabel(stars, { exact: true }).check();
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Your review').fill('Fresh, and cooks in minutes.\nWill buy again.');
  await page.getByLabel('Nickname').fill('Thandi');
  await page.getByRole('button', { name: 'Send review' }).click();
}

/** Approves the review with this title, as a moderator does. */
async function approve(title: string) {
  const waiting = await our.shop.admin('reviews', 'list');
  const id = new RegExp(`^(\\d+) .*: ${title}$`, 'm').exec(waiting)?.[1];
  await our.shop.admin('reviews', 'approve', id ?? `none of: ${waiting}`);
}

/** A review of another shopper, approved. */
async function reviewed(title: string, rating: number) {
  const filter = { filters: { sku: { eq: sku } }, includeFields: ['id'] };
  const search = await fetch(`${our.shop.origin}/api/catalog/fynbos/product/_search`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
    body: JSON.stringify(filter),
  });
  const { items } = (await search.json()) as { items: { id: number }[] };
  const text = { title, nickname: 'Thandi', detail: 'Fresh, and cooks in minutes.\nWill buy again.' };
  await send(our.shop, '/api/review/create', { review: { ...text, product_id: items[0]!.id, rating } });
  await approve(title);
}

const readProduct = (page: Page) =>
  page
    .locator('script[type="application/ld+json"]')
    .first()
    .textContent()
    .then((text) => JSON.parse(text!));

test.describe('reviews on a product page (PDP-7, spec D37)', () => {
  test('can be written there, and are hidden until approved', { tag: '@journey' }, async () => {
    const { page } = await visitor({ viewport: desktop });
    const title = titled('Lovely porridge');
    await page.goto(product);
    expect(await page.getByText('No reviews yet. Be the first!').isVisible()).toBe(true);
    expect(await readProduct(page)).not.toHaveProperty('aggregateRating');
    await page.getByRole('link', { name: 'Write a review' }).click();
    const sendButton = page.getByRole('button', { name: 'Send review' });
    await sendButton.waitFor();
    // Before hydration the browser's own validation reports missing fields.
    await hydrated(page);
    await sendButton.click();
    for (const field of ['Your rating', 'Title', 'Your review', 'Nickname'])
      await page.getByRole('link', { name: `${field}: This field is required` }).waitFor();
    await expectAccessible(page);
    await fillIn(page, title, '4 stars');
    await page.getByText(submitted).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain(submitted);
    await page.goto(product);
    expect(await page.getByText(title).count()).toBe(0);
  });

  test('show text, stars and average once approved, also as structured data', async () => {
    const title = titled('Lovely porridge');
    await reviewed(title, 4);
    const { page } = await visitor({ viewport: phone });
    await expect
      .poll(async () => {
        await page.goto(product);
        return page.getByRole('heading', { name: title }).count();
      })
      .toBe(1);
    const section = page.locator('#reviews');
    expect(await section.textContent()).toContain('Will buy again.');
    expect(await section.textContent()).toContain('Thandi');
    await page.getByRole('link', { name: '4 out of 5 1 review' }).waitFor();
    const read = await readProduct(page);
    expect(read.aggregateRating).toMatchObject({ ratingValue: 4, reviewCount: 1 });
    expect(read.review[0]).toMatchObject({ name: title, author: { name: 'Thandi' } });
    await expectAccessible(page);
  });

  test('can be written without scripts; validation errors return the entered text', async () => {
    await reviewed(titled('Good with scripts'), 4);
    const title = titled('Good without scripts');
    const { page, close, expectConsoleError } = await visitor({ javaScriptEnabled: false });
    await page.goto(product);
    await page.getByRole('link', { name: 'Write a review' }).click();
    expectConsoleError(/400/);
    await page.getByRole('button', { name: 'Send review' }).waitFor();
    await page.locator('form').evaluateAll((forms) => {
      for (const form of forms) (form as HTMLFormElement).noValidate = true;
    });
    await page.getByLabel('Title').fill('Too short to send');
    await page.getByRole('button', { name: 'Send review' }).click();
    await page.getByRole('link', { name: 'Nickname: This field is required' }).waitFor();
    expect(await page.getByLabel('Title').inputValue()).toBe('Too short to send');
    await fillIn(page, title, '5 stars');
    await page.getByText(submitted).waitFor();
    await close();
    await approve(title);
    const after = await visitor();
    await expect
      .poll(async () => {
        await after.page.goto(product);
        return after.page.locator('#reviews').textContent();
      })
      .toContain('4.5 out of 5');
  });

  test('have no form for a product that is not sold', async () => {
    const { page, expectConsoleError } = await visitor();
    expectConsoleError(/404/);
    const response = await page.goto('/review/NOTHING-LIKE-IT');
    expect(response?.status()).toBe(404);
  });
});
