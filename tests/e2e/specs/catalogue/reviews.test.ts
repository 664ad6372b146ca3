import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { desktop, expectAccessible, hydrated, phone, visit } from '../../fixtures/browser.ts';
import { trusted } from '../../fixtures/running-shop.ts';
import { openShop } from '../../fixtures/shop-and-browser.ts';
import { nextClientIp } from '../../pages/customers.ts';

/** Products without reviews. */
let untouched: string[];
/** The product under test; each attempt takes another one. */
let product: string;
const our = openShop(
  trusted,
  async (shop) => {
    const { page, close } = await visit(our.browser, shop.origin);
    await page.goto('/pantry');
    const links = await page.locator('#products h3 a').all();
    untouched = await Promise.all(links.map(async (link) => (await link.getAttribute('href'))!));
    await close();
  },
  { pictures: false },
);

beforeEach(() => {
  product = untouched.shift()!;
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

/** Writes and approves a review. */
async function reviewed(title: string, stars: string) {
  const { page, close } = await visitor();
  await page.goto(product);
  await page.getByRole('link', { name: 'Write a review' }).click();
  await page.getByRole('button', { name: 'Send review' }).waitFor();
  await hydrated(page);
  await fillIn(page, title, stars);
  await page.getByText(submitted).waitFor();
  await close();
  await approve(title);
}

const readProduct = (page: Page) =>
  page
    .locator('script[type="application/ld+json"]')
    .first()
    .textContent()
    .then((text) => JSON.parse(text!));

describe('reviews on a product page (PDP-7, spec D37)', () => {
  test('can be written there, and are hidden until approved', async () => {
    const { page, close } = await visitor({ viewport: desktop });
    const title = titled('Lovely porridge');
    await page.goto(product);
    expect(await page.getByText('No reviews yet. Be the first!').isVisible()).toBe(true);
    expect(await readProduct(page)).not.toHaveProperty('aggregateRating');
    await page.getByRole('link', { name: 'Write a review' }).click();
    const send = page.getByRole('button', { name: 'Send review' });
    await send.waitFor();
    // Before hydration the browser's own validation reports missing fields.
    await hydrated(page);
    await send.click();
    for (const field of ['Your rating', 'Title', 'Your review', 'Nickname'])
      await page.getByRole('link', { name: `${field}: This field is required` }).waitFor();
    await expectAccessible(page);
    await fillIn(page, title, '4 stars');
    await page.getByText(submitted).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain(submitted);
    await page.goto(product);
    expect(await page.getByText(title).count()).toBe(0);
    await close();
  });

  test('show text, stars and average once approved, also as structured data', async () => {
    const title = titled('Lovely porridge');
    await reviewed(title, '4 stars');
    const { page, close } = await visitor({ viewport: phone });
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
    await close();
  });

  test('can be written without scripts; validation errors return the entered text', async () => {
    await reviewed(titled('Good with scripts'), '4 stars');
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
    await after.close();
  });

  test('have no form for a product that is not sold', async () => {
    const { page, close, expectConsoleError } = await visitor();
    expectConsoleError(/404/);
    const response = await page.goto('/review/NOTHING-LIKE-IT');
    expect(response?.status()).toBe(404);
    await close();
  });
});
