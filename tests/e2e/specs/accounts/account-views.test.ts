import type { Page, Route } from '@playwright/test';
import { expectAccessible } from '../../fixtures/axe.ts';
import { desktop, focused, hydrated, phone, type Visit, visit } from '../../fixtures/browser.ts';
import { openSharedShop } from '../../fixtures/shop-and-browser.ts';
import { expect, test } from '../../fixtures/test.ts';
import { field, main, password } from '../../pages/checkout.ts';
import { headersOf, logIn, register, send, startSession } from '../../pages/customers.ts';
import { placeOrder } from '../../pages/placed-orders.ts';

/** What the account pages show and store, and what a refused request or a lost session says. */

let shopper: Visit;
const our = openSharedShop(undefined, { pictures: false });
test.beforeEach(async () => {
  shopper = await visit(our.browser, our.shop.origin, { viewport: desktop });
});

const notice = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text).last();
const button = (page: Page, name: string) => main(page).getByRole('button', { name });

async function newCustomer(): Promise<string> {
  const email = await register(our.shop);
  await startSession(shopper.page, email);
  return email;
}

/** Opens a view of the account with a page load. */
async function openView(page: Page, view: string): Promise<void> {
  await page.goto(`/my-account/${view}`);
  await hydrated(page);
}

test.describe('views of the account (ACC-4)', () => {
  test('the store is chosen on its view, shown there after a reload, and stored on the account', async () => {
    const { page } = shopper;
    const email = await newCustomer();
    await openView(page, 'my-store');
    await main(page).getByText('You have not chosen a store.').waitFor();
    await button(page, 'Choose this store Fynbos Stellenbosch').click();
    await main(page).getByText('Your store: Fynbos Stellenbosch').waitFor();
    await page.reload();
    await main(page).getByText('Your store: Fynbos Stellenbosch').waitFor();
    const headers = await headersOf(our.shop, email);
    await expect
      .poll(() => send(our.shop, '/api/user/values/user-store', undefined, headers))
      .toContain('STB');
  });

  test('recently viewed products are shown on their view', async () => {
    const { page } = shopper;
    await newCustomer();
    await page.goto('/larder');
    await main(page).getByRole('link', { name: 'Larder Oats', exact: true }).first().click();
    // The button is in the HTML. The visit is recorded once it is hydrated.
    await hydrated(page);
    const recorded = () => page.evaluate(() => localStorage.getItem('recently-viewed'));
    await expect.poll(recorded).toContain('Larder Oats');
    await openView(page, 'recently-viewed');
    await main(page).getByRole('link', { name: 'Larder Oats', exact: true }).waitFor();
  });

  test('own reviews are shown with their state', async () => {
    const { page } = shopper;
    const email = await newCustomer();
    const lookup = await page.request.post('/api/url/map', { data: { url: 'larder-oats' } });
    const { id: product_id } = ((await lookup.json()) as { _source: { id: number } })._source;
    const review = {
      product_id,
      title: 'Good oats',
      detail: 'For every day.',
      nickname: 'Thandi',
      rating: 4,
    };
    await send(our.shop, '/api/review/create', { review }, await headersOf(our.shop, email));
    await openView(page, 'reviews');
    await main(page).getByText('Good oats').waitFor();
    await main(page).getByText('Waiting for moderation').waitFor();
  });

  test('a new password must be repeated, and is not changed offline (ACC-2)', async () => {
    const { page } = shopper;
    await newCustomer();
    await openView(page, 'profile');
    await field(page, 'Current password').fill(password);
    await field(page, 'New password').fill('Another-Protea-43');
    await field(page, 'Repeat the password').fill('Another-Protea-44');
    await button(page, 'Save the new password').click();
    await main(page).getByText('Passwords must be identical.').first().waitFor();
    await field(page, 'Repeat the password').fill('Another-Protea-43');
    let isSent = false;
    page.on('request', (request) => {
      if (request.url().includes('/user/change-password')) isSent = true;
    });
    await page.context().setOffline(true);
    await button(page, 'Save the new password').click();
    await main(page).getByText('Reset password feature does not work while offline!').first().waitFor();
    expect(isSent).toBe(false);
    await page.context().setOffline(false);
  });
});

test('an unpaid order is marked in the list, leads to its payment, and can be cancelled', async () => {
  const { page } = shopper;
  await page.setViewportSize(phone);
  const email = await newCustomer();
  const headers = await headersOf(our.shop, email);
  const number = await placeOrder(our.shop, { 'L-OATS': 2 }, { email, headers, payment: 'card' });
  for (const view of ['', 'orders']) {
    await openView(page, view);
    const card = main(page)
      .getByRole('article')
      .filter({ hasText: `Order ${number}` });
    await card.getByText('Waiting for payment', { exact: true }).waitFor();
    await expect(card.getByRole('link', { name: 'Pay R147.00' })).toBeVisible();
    await expectAccessible(page);
  }
  await main(page).getByRole('link', { name: 'Pay R147.00' }).click();
  await main(page).getByText(`Order ${number}`).waitFor();
  await button(page, 'Continue payment').waitFor();
  await button(page, 'Cancel the order').waitFor();
  // The first action is the primary one.
  const fills = ['Continue payment', 'Cancel the order'].map((name) =>
    button(page, name).evaluate((element) => getComputedStyle(element).backgroundColor),
  );
  expect(new Set(await Promise.all(fills)).size).toBe(2);
  await openView(page, `orders/${number}`);
  await main(page).getByRole('link', { name: 'Continue payment' }).waitFor();
  await expectAccessible(page);
  await button(page, 'Cancel the order').click();
  await main(page).getByText('Payment not completed', { exact: true }).waitFor();
  await expect(button(page, 'Cancel the order')).toHaveCount(0);
  await openView(page, 'orders');
  await main(page).getByText('Payment not completed', { exact: true }).waitFor();
  await expect(main(page).getByRole('link', { name: /^Pay/ })).toHaveCount(0);
});

test('a postal code completes an account address, and each change ends at the heading with a message', async () => {
  const { page } = shopper;
  await newCustomer();
  await page.setViewportSize(phone);
  await openView(page, 'shipping-details');
  const heading = page.getByRole('heading', { level: 1, name: 'Addresses' });
  const isDone = async () => {
    await notice(page, 'Account data has successfully been updated').waitFor();
    await focused(heading);
    await expect(heading).toBeInViewport();
  };
  await button(page, 'Add an address').click();
  await focused(heading);
  await field(page, 'Postal code').fill('8001');
  await expect(field(page, 'City or town')).toHaveValue('Cape Town');
  await expect(field(page, 'Province')).toHaveValue('ZA-WC');
  // What the postal code filled in follows it.
  await field(page, 'Postal code').fill('2000');
  await expect(field(page, 'City or town')).toHaveValue('Johannesburg');
  await expect(field(page, 'Province')).toHaveValue('ZA-GP');
  // A typed town stays; the province agrees with the postal code.
  await field(page, 'City or town').fill('Cape Town');
  await expect(field(page, 'Postal code')).toHaveAccessibleDescription(
    /^Postal code 2000 is in Johannesburg\./,
  );
  await expect(field(page, 'Province')).toHaveValue('ZA-GP');
  await field(page, 'Postal code').fill('4001');
  await expect(field(page, 'Province')).toHaveValue('ZA-KZN');
  await expect(field(page, 'City or town')).toHaveValue('Cape Town');
  await field(page, 'Postal code').fill('8001');
  await expect(field(page, 'Province')).toHaveValue('ZA-WC');
  await expect(field(page, 'Postal code')).toHaveAccessibleDescription('');
  await field(page, 'Street and number').fill('12 Long Street');
  await field(page, 'Telephone').fill('082 123 4567');
  await button(page, 'Save').click();
  await isDone();
  await button(page, 'Edit: 12 Long Street').click();
  await field(page, 'Telephone').fill('082 123 4568');
  await button(page, 'Save').click();
  await isDone();
  await button(page, 'Remove: 12 Long Street').click();
  await button(page, 'Really remove').click();
  await isDone();
  await openView(page, 'profile');
  await field(page, 'Current password').fill(password);
  await field(page, 'New password').fill('Another-Protea-43');
  await field(page, 'Repeat the password').fill('Another-Protea-43');
  await button(page, 'Save the new password').click();
  await focused(main(page).getByRole('heading', { level: 2, name: 'Password' }));
});

test.describe('a refused request is shown as a notification (UI-2, SHELL-5)', () => {
  const json = (status: number, body: object) => (route: Route) => route.fulfill({ status, json: body });
  const responses = [
    [
      'a page instead of JSON',
      (route: Route) => route.fulfill({ contentType: 'text/html', body: '<p>Welcome</p>' }),
      'This network needs you to sign in first.',
    ],
    [
      'an empty body',
      (route: Route) => route.fulfill({ contentType: 'application/json', body: 'null' }),
      'Unhandled error, wrong response format!',
    ],
    [
      'a problem of the shop',
      json(429, { code: 429, result: 'Not now.', meta: { problem: 'of_tomorrow' } }),
      'Not now.',
    ],
    [
      'an unexpected error',
      json(500, { code: 500, result: 'Broken.', meta: { problem: 'internal' } }),
      'Something went wrong, try again in a few seconds',
    ],
    [
      'a call that the API lacks',
      json(404, { code: 404, result: 'No such path.', meta: { problem: 'path_not_found' } }),
      'This feature is not available yet.',
    ],
  ] as const;

  test('with its own text, or the text of its kind', async () => {
    const { page, expectConsoleError } = shopper;
    expectConsoleError(/newsletter|Failed to load/);
    await newCustomer();
    await openView(page, 'newsletter');
    await main(page).getByText('does not receive the newsletter').waitFor();
    const confirm = page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'OK' });
    for (const [kind, respond, text] of responses)
      await test.step(kind, async () => {
        await page.route('**/api/newsletter/subscribe*', respond);
        await button(page, 'Subscribe').click();
        await notice(page, text).waitFor();
        await confirm.last().click();
        await expect(confirm).toHaveCount(0);
        await page.unroute('**/api/newsletter/subscribe*');
      });
  });
});

test.describe('a lost session (ACC-3, spec accounts 4.3)', () => {
  const nextPassword = 'Another-Protea-43';
  /** Ends the session of the page: a changed password ends every other session. */
  const endSession = async (email: string) => {
    const body = { currentPassword: password, newPassword: nextPassword };
    await send(our.shop, '/api/user/change-password', body, await headersOf(our.shop, email));
  };

  test('opens the login on a public page without a farewell, and a login starts again', async () => {
    const { page, expectConsoleError } = shopper;
    expectConsoleError(/401/);
    const email = await newCustomer();
    await page.goto('/my-account');
    await page.getByRole('heading', { name: 'Hello, Thandi' }).waitFor();
    await page.getByRole('banner').getByRole('link', { name: 'Fynbos home page' }).click();
    await page.waitForURL(`${our.shop.origin}/`);
    await endSession(email);
    await main(page)
      .getByRole('button', { name: /^Add to cart/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: 'Log in' });
    await dialog.waitFor();
    expect(await page.getByText('You’re logged out').count()).toBe(0);
    await dialog.getByLabel('E-mail address').fill(email);
    await dialog.getByLabel('Password', { exact: true }).fill(nextPassword);
    await dialog.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.getByRole('banner').getByRole('link', { name: 'My account' }).waitFor();
  });

  test('drops changes that were not sent yet, and says so (spec D26)', async () => {
    const { page, expectConsoleError } = shopper;
    expectConsoleError(/401|ERR_INTERNET_DISCONNECTED|Failed to load/);
    const email = await newCustomer();
    await openView(page, 'profile');
    // The view is loaded when its fields are there.
    await field(page, 'First name').waitFor();
    await page.context().setOffline(true);
    await field(page, 'First name').fill('Lindiwe');
    await button(page, 'Save').first().click();
    await main(page).getByText('Not sent yet').waitFor();
    await endSession(email);
    await page.context().setOffline(false);
    await page.waitForURL('**/login?next=%2Fmy-account%2Fprofile');
    await page
      .getByRole('region', { name: 'Notifications' })
      .getByText('Changes that were not sent yet were discarded when you were logged out.')
      .waitFor();
    await logIn(page, email, nextPassword);
    await openView(page, 'profile');
    await expect(field(page, 'First name')).toHaveValue('Thandi');
  });
});
