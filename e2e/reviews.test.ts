import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { desktop, expectAccessible, hydrated, phone, visit } from './browser.ts';
import { openShop } from './opened.ts';

let product: string;
const our = openShop(
  {},
  async (shop) => {
    const { page, close } = await visit(our.browser, shop.origin);
    await page.goto('/search?q=oats');
    product = (await page.locator('main article a').first().getAttribute('href'))!;
    await close();
  },
  { pictures: false },
);

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

const readProduct = (page: Page) =>
  page
    .locator('script[type="application/ld+json"]')
    .first()
    .textContent()
    .then((text) => JSON.parse(text!));

describe('reviews on the page of a product (PDP-7, decision 37)', () => {
  test('can be written there, and nobody sees one before it is approved', async () => {
    const { page, close } = await visit(our.browser, our.shop.origin, { viewport: desktop });
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
    await fillIn(page, 'Lovely porridge', '4 stars');
    await page.getByText(submitted).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain(submitted);
    await page.goto(product);
    expect(await page.getByText('Lovely porridge').count()).toBe(0);
    await close();
  });

  test('are there once approved: words, stars with a number, average, and what machines read', async () => {
    await approve('Lovely porridge');
    const { page, close } = await visit(our.browser, our.shop.origin, { viewport: phone });
    await expect
      .poll(async () => {
        await page.goto(product);
        return page.getByRole('heading', { name: 'Lovely porridge' }).count();
      })
      .toBe(1);
    const section = page.locator('#reviews');
    expect(await section.textContent()).toContain('Will buy again.');
    expect(await section.textContent()).toContain('Thandi');
    await page.getByRole('link', { name: '4 out of 5 1 review' }).waitFor();
    const read = await readProduct(page);
    expect(read.aggregateRating).toMatchObject({ ratingValue: 4, reviewCount: 1 });
    expect(read.review[0]).toMatchObject({ name: 'Lovely porridge', author: { name: 'Thandi' } });
    await expectAccessible(page);
    await close();
  });

  test('can be written without scripts, where faults come back with what was typed', async () => {
    const { page, close, expectFault } = await visit(our.browser, our.shop.origin, {
      javaScriptEnabled: false,
    });
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
    await fillIn(page, 'Good without scripts', '5 stars');
    await page.getByText(submitted).waitFor();
    await close();
    await approve('Good without scripts');
    const after = await visit(our.browser, our.shop.origin);
    await expect
      .poll(async () => {
        await after.page.goto(product);
        return after.page.locator('#reviews').textContent();
      })
      .toContain('4.5 out of 5');
    await after.close();
  });

  test('of what is not sold have no page to be written on', async () => {
    const { page, close, expectFault } = await visit(our.browser, our.shop.origin);
    expectFault(/404/);
    const answer = await page.goto('/review/NOTHING-LIKE-IT');
    expect(answer?.status()).toBe(404);
    await close();
  });
});
