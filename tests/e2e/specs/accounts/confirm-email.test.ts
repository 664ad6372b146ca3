import type { Page } from '@playwright/test';
import { expectAccessible } from '../../fixtures/axe.ts';
import { hydrated, visit } from '../../fixtures/browser.ts';
import { linkMailedTo } from '../../fixtures/mails.ts';
import { openSharedShop } from '../../fixtures/shop-and-browser.ts';
import { expect, test } from '../../fixtures/test.ts';
import { main, password } from '../../pages/checkout.ts';
import { logIn, register } from '../../pages/customers.ts';

/** The mailed link that confirms the address of an account. */

const our = openSharedShop(undefined, { pictures: false });
const confirmLink = /https?:\/\/[^/]+(\/Account\/Confirm-Email[?]link=[\w%.~-]+)/;
const linkTo = (email: string) => linkMailedTo(our.shop, email, confirmLink);
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });
const waiting = (page: Page) => main(page).getByText('Please confirm your e-mail address');
const confirmed = (page: Page) => main(page).getByText('Your e-mail address is confirmed');

test('a customer has the link mailed again and follows it in the same browser', async () => {
  const { page } = await visit(our.browser, our.shop.origin);
  const email = await register(our.shop);
  const first = await linkTo(email);
  await logIn(page, email);
  await waiting(page).waitFor();
  await expectAccessible(page);
  await button(page, 'Send the e-mail again').click();
  await page.getByText(`We have sent an e-mail to ${email}.`).first().waitFor();
  await expect.poll(() => linkTo(email)).not.toBe(first);
  const response = await page.goto(await linkTo(email));
  expect(response?.headers()['referrer-policy']).toBe('strict-origin');
  expect(response?.headers()['cache-control']).toContain('no-store');
  await hydrated(page);
  await expect(confirmed(page)).toHaveCount(0);
  await expectAccessible(page);
  await button(page, 'Confirm').click();
  await confirmed(page).waitFor();
  await main(page).getByText('Nothing in your account has changed.').waitFor();
  expect(new URL(page.url()).search).toBe('');
  await expectAccessible(page);
  await page.goto('/my-account');
  await page.getByRole('heading', { name: 'Hello, Thandi' }).waitFor();
  await expect(waiting(page)).toHaveCount(0);
});

test('in another browser the page asks first, and a login keeps the account (T29)', async () => {
  const { page, expectConsoleError } = await visit(our.browser, our.shop.origin);
  expectConsoleError(/409/);
  const email = await register(our.shop);
  await page.goto(await linkTo(email));
  await hydrated(page);
  await button(page, 'Confirm').click();
  await button(page, 'Confirm and remove').waitFor();
  await main(page).getByText('You are not logged in to this account here.').waitFor();
  await expectAccessible(page);
  await main(page).getByRole('link', { name: 'Log in' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('E-mail address').fill(email);
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Log in' }).click();
  await confirmed(page).waitFor();
  await main(page).getByText('Nothing in your account has changed.').waitFor();
});

test('without scripts the page says what is removed, and its button confirms (T29)', async () => {
  const { page, expectConsoleError } = await visit(our.browser, our.shop.origin, {
    javaScriptEnabled: false,
  });
  expectConsoleError(/400/);
  const email = await register(our.shop);
  const link = await linkTo(email);
  await page.goto(link);
  await main(page).getByText('You are not logged in to this account here.').waitFor();
  await button(page, 'Confirm and remove').click();
  await confirmed(page).waitFor();
  await main(page).getByText('What was saved in the account has been removed.').waitFor();
  await page.goto(link);
  await button(page, 'Confirm and remove').click();
  await main(page).getByText('This link is no longer valid.').waitFor();
});
