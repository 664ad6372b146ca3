import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { desktop, expectAccessible, hydrated, phone, visit } from './browser.ts';
import { machine } from './customers.ts';
import { openShop } from './opened.ts';
import { trusted } from './shop.ts';

/** Nobody has written of them. */
let untouched: string[];
/** One of them, for each try of a test. */
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

/** Each of a machine of their own: one alone may not write so many. */
const visitor = (options: BrowserContextOptions = {}) =>
  visit(our.browser, our.shop.origin, { ...options, extraHTTPHeaders: { 'x-forwarded-for': machine() } });

/** A title that is no other review's. */
const titled = (words: string) => `${words} ${crypto.randomUUID().slice(0, 8)}`;

const submitted = 'You submitted your review for moderation.';

async function fillIn(page: Page, title: string, stars: string) {
  await page.getByLabel(stars, { exact: true }).check();
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Your review').fill('Fresh, and cooks in minutes.\nWill buy again.');
  await page.getByLabel('Nickname').fill('Thandi');
  await page.getByRole('button', { name: 'Send review' }).click();
}

/** Approves the review of this title, as the shop's people do. */
async function approve(title: string) {
  const waiting = await our.shop.admin('reviews', 'list');
  const id = new RegExp(`^(\\d+) .*: ${title}$`, 'm').exec(waiting)?.[1];
  await our.shop.admin('reviews', 'approve', id ?? `none of: ${waiting}`);
}

/** A review that anybody may see. */
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

describe('reviews on the page of a product (PDP-7, decision 37)', () => {
  test('can be written there, and nobody sees one before it is approved', async () => {
    const { page, close } = await visitor({ viewport: desktop });
    const title = titled('Lovely porridge');
    await page.goto(product);
    expect(await page.getByText('No reviews yet. Be the first!').isVisible()).toBe(true);
    expect(await readProduct(page)).not.toHaveProperty('aggregateRating');
    await page.getByRole('link', { name: 'Write a review' }).click();
    const send = page.getByRole('button', { name: 'Send review' });
    await send.waitFor();
    // Until then the browser itself says what is missing.
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

  test('are there once approved: words, stars with a number, average, and what machines read', async () => {
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

  test('can be written without scripts, where faults come back with what was typed', async () => {
    await reviewed(titled('Good with scripts'), '4 stars');
    const title = titled('Good without scripts');
    const { page, close, expectFault } = await visitor({ javaScriptEnabled: false });
    await page.goto(product);
    await page.getByRole('link', { name: 'Write a review' }).click();
    expectFault(/400/);
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

  test('of what is not sold have no page to be written on', async () => {
    const { page, close, expectFault } = await visitor();
    expectFault(/404/);
    const answer = await page.goto('/review/NOTHING-LIKE-IT');
    expect(answer?.status()).toBe(404);
    await close();
  });
});
