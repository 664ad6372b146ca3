import type { Page } from '@playwright/test';
import { expectAccessible } from '../../fixtures/axe.ts';
import { type Visit, visit } from '../../fixtures/browser.ts';
import { openSharedShop } from '../../fixtures/shop-and-browser.ts';
import { expect, test } from '../../fixtures/test.ts';
import { register, startSession } from '../../pages/customers.ts';

/** How a page reports a session that the shop no longer accepts (spec accounts 4.3, 8). */

let shopper: Visit;
const our = openSharedShop(undefined, { pictures: false });
test.beforeEach(async () => {
  shopper = await visit(our.browser, our.shop.origin);
  await startSession(shopper.page, await register(our.shop));
});

const notifications = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const loginLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Log in or register' });

test('a login that expired is reported when a page opens', async () => {
  const { page, expectConsoleError } = shopper;
  expectConsoleError(/401/);
  await page.context().clearCookies({ name: /refresh/ });
  await page.goto('/');
  await notifications(page).getByText('Your login has expired. Please log in again.').waitFor();
  await notifications(page).getByRole('button', { name: 'OK' }).click();
  await loginLink(page).waitFor();
  await expect(page.getByRole('dialog', { name: 'Log in' })).toHaveCount(0);
});

test('a failure while tokens are refreshed logs out, with a notice with OK and the login dialog', async () => {
  const { page, expectConsoleError } = shopper;
  expectConsoleError(/user\/refresh|500/);
  await page.route('**/api/user/refresh*', (route) =>
    route.fulfill({ status: 500, json: { code: 500, result: 'Broken.', meta: { problem: 'internal' } } }),
  );
  await page.goto('/');
  const dialog = page.getByRole('dialog', { name: 'Log in' });
  await dialog.getByLabel('E-mail address').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  const message =
    'Internal Application error while refreshing the tokens. Please clear the storage and refresh page.';
  await notifications(page).getByText(message).waitFor();
  await notifications(page).getByRole('button', { name: 'OK' }).click();
  await notifications(page).getByText(message).waitFor({ state: 'detached' });
  await loginLink(page).waitFor();
  expect(await page.evaluate(() => localStorage.getItem('current-user'))).toBeFalsy();
});
