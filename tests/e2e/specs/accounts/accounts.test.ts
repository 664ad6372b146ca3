import type { Page } from '@playwright/test';
import { expectAccessible } from '../../fixtures/axe.ts';
import { desktop, focused, hydrated, type Visit, visit } from '../../fixtures/browser.ts';
import { linkMailedTo } from '../../fixtures/mails.ts';
import { accountRoutes } from '../../fixtures/route-list.ts';
import { openSharedShop } from '../../fixtures/shop-and-browser.ts';
import { isLong } from '../../fixtures/stress-mode.ts';
import { expect, test } from '../../fixtures/test.ts';
import { password } from '../../pages/checkout.ts';
import { logIn, logOut, newEmail, register, send, startSession } from '../../pages/customers.ts';

let shopper: Visit;

const newPassword = 'Another-Protea-43';

const our = openSharedShop(undefined, { pictures: false });
test.beforeEach(async () => {
  shopper = await visit(our.browser, our.shop.origin);
});
const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name });
/** A notice on the screen; the list of earlier notices contains it too. */
const notice = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text).last();

/** A new customer, logged in. */
async function newCustomer(page = shopper.page): Promise<string> {
  const email = await register(our.shop);
  await startSession(page, email);
  return email;
}

test.describe('login and registration (ACC-1, spec D36)', () => {
  test("a visitor registers by keyboard alone in the header's dialog and is logged in on every page", {
    tag: '@journey',
  }, async () => {
    const { page } = shopper;
    const email = newEmail();
    await page.goto('/');
    await hydrated(page);
    await page.getByRole('banner').getByRole('link', { name: 'Log in or register' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Create an account' }).focus();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await dialog.getByLabel('First name').focus();
    for (const text of ['Thandi', 'Nkosi', email, password]) {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
    await dialog.getByLabel('Repeat the password').fill(password);
    await dialog.getByLabel(/terms and conditions/).check();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await page.getByRole('banner').getByRole('link', { name: 'My account' }).waitFor();
    await dialog.waitFor({ state: 'hidden' });
    const stored = await page.evaluate(() => JSON.stringify(localStorage));
    expect(stored).toContain(email);
    expect(stored).not.toMatch(/groupToken|Bearer|Protea/);
    expect(await page.evaluate(() => document.cookie)).not.toContain('refresh');
  });

  test('registration shows each error beside its field and in a summary, which gets the focus', async () => {
    const { page } = shopper;
    await page.goto('/register');
    await hydrated(page);
    await main(page).getByLabel('First name').fill('J');
    await button(page, 'Create an account').click();
    const summary = main(page).getByRole('alert');
    await focused(summary);
    expect(await summary.textContent()).toContain('Name must have at least 2 letters.');
    await expectAccessible(page);
    await summary.getByRole('link', { name: /First name/ }).click();
    await focused(main(page).getByLabel('First name'));
  });

  test('registration suggests the domain that was probably meant, by keyboard, and accepts any other', async () => {
    const { page } = shopper;
    await page.goto('/register');
    await hydrated(page);
    const email = main(page).getByLabel('E-mail address');
    const suggestion = button(page, 'Did you mean thandi@gmail.com?');
    await email.fill('thandi@gmial.com');
    await page.keyboard.press('Tab');
    await expect(suggestion).toBeVisible();
    await expect(email).toHaveAccessibleDescription('Did you mean thandi@gmail.com?');
    await expectAccessible(page);
    await page.keyboard.press('Shift+Tab');
    await focused(suggestion);
    await page.keyboard.press('Enter');
    await expect(email).toHaveValue('thandi@gmail.com');
    await focused(email);
    await expect(suggestion).toHaveCount(0);
    await email.fill('thandi@fynbos.example');
    await page.keyboard.press('Tab');
    await expect(main(page).getByText('Did you mean')).toHaveCount(0);
  });

  test('login does not reveal whether an address is registered; registration rejects a taken address', async () => {
    const { page, expectConsoleError } = shopper;
    expectConsoleError(/401|409/);
    const email = await register(our.shop);
    for (const name of [email, 'nobody@example.co.za']) {
      await page.goto('/login');
      await hydrated(page);
      await main(page).getByLabel('E-mail address').fill(name);
      await main(page).getByLabel('Password', { exact: true }).fill('not-the-password');
      await button(page, 'Log in').click();
      await main(page).getByText('The e-mail address or password is incorrect.').waitFor();
    }
    await page.goto('/register');
    await hydrated(page);
    await main(page).getByLabel('First name').fill('Thandi');
    await main(page).getByLabel('Last name').fill('Nkosi');
    await main(page).getByLabel('E-mail address').fill(email);
    await main(page).getByLabel('Password', { exact: true }).fill(password);
    await main(page).getByLabel('Repeat the password').fill(password);
    await main(page)
      .getByLabel(/terms and conditions/)
      .check();
    await button(page, 'Create an account').click();
    await main(page).getByText('A customer with the same email already exists').waitFor();
  });

  test('a guest who opens an account page is sent to the login and back', async () => {
    const { page } = shopper;
    const email = await register(our.shop);
    await page.goto('/my-account/orders');
    await page.waitForURL('**/login?next=%2Fmy-account%2Forders');
    await page.getByText('You need to be logged in to see this page').first().waitFor({ state: 'attached' });
    await main(page).getByLabel('E-mail address').fill(email);
    await main(page).getByLabel('Password', { exact: true }).fill(password);
    await button(page, 'Log in').click();
    await page.waitForURL('**/my-account/orders');
    await main(page).getByText('No orders yet').waitFor();
  });

  // `same-site-path.test.ts` has the other spellings.
  test('login never redirects outside the shop', async () => {
    const { page } = shopper;
    const email = await register(our.shop);
    await page.goto(`/login?${new URLSearchParams({ next: '//evil.example' })}`);
    await hydrated(page);
    await main(page).getByLabel('E-mail address').fill(email);
    await main(page).getByLabel('Password', { exact: true }).fill(password);
    await button(page, 'Log in').click();
    await page.waitForURL((url) => url.pathname !== '/login');
    expect(new URL(page.url()).origin).toBe(new URL(our.shop.origin).origin);
  });

  test('login works as a form without JavaScript, and scripts find its session later', {
    tag: '@stress',
  }, async () => {
    const email = await register(our.shop);
    const plain = await visit(our.browser, our.shop.origin, { javaScriptEnabled: false });
    await plain.page.goto('/login');
    await plain.page.getByLabel('E-mail address').fill(email);
    await plain.page.getByLabel('Password', { exact: true }).fill('wrong-password');
    plain.expectConsoleError(/401/);
    await button(plain.page, 'Log in').click();
    await plain.page.getByText('The e-mail address or password is incorrect.').waitFor();
    expect(await plain.page.getByLabel('E-mail address').inputValue()).toBe(email);
    await plain.page.getByLabel('Password', { exact: true }).fill(password);
    await button(plain.page, 'Log in').click();
    await plain.page.getByRole('heading', { name: 'You are logged in' }).waitFor();
    const cookies = await plain.page.context().cookies(`${our.shop.origin}/api/user/refresh`);
    expect(cookies.find(({ name }) => name.includes('refresh'))).toMatchObject({ httpOnly: true });
    await plain.close();

    await shopper.page.context().addCookies(cookies);
    await shopper.page.goto('/login?done=1');
    await shopper.page.waitForURL('**/my-account');
    await shopper.page.getByRole('heading', { name: 'Hello, Thandi' }).waitFor();
  });
});

test.describe('sessions (ACC-1, ACC-3)', () => {
  test('a guest loads no account code and sends no account requests', async () => {
    const { page } = shopper;
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    await page.goto('/');
    await hydrated(page);
    await page.waitForLoadState('networkidle');
    expect(requested.filter((url) => /api\/user|account-shell/.test(url))).toEqual([]);
  });

  test('login and logout reach every tab, and logout clears personal data', async () => {
    const { page } = shopper;
    const otherTab = await page.context().newPage();
    await otherTab.goto('/');
    await hydrated(otherTab);
    await logIn(page, await register(our.shop));
    await otherTab.getByRole('banner').getByRole('link', { name: 'My account' }).waitFor();
    await otherTab.goto('/my-account/profile');
    await otherTab.getByRole('heading', { name: 'Profile' }).waitFor();
    await page.evaluate(() => {
      for (const key of [
        'current-wishlist',
        'current-compare',
        'recently-viewed',
        'recent-searches',
        'loyalty-card',
      ])
        localStorage.setItem(key, '[]');
    });
    await page.goto('/my-account');
    await logOut(page);
    await page.waitForURL(`${our.shop.origin}/`);
    await notice(page, "You're logged out").waitFor();
    await otherTab.waitForURL(`${our.shop.origin}/`);
    await otherTab.getByRole('banner').getByRole('link', { name: 'Log in or register' }).waitFor();
    // The cart is cleared in the database of the browser first.
    const left = async () =>
      (await page.evaluate(() => Object.keys(localStorage))).filter((key) =>
        /current|viewed|searches|card|orders/.test(key),
      );
    await expect.poll(left).toEqual([]);
    // The page shows the logout before the shop has responded.
    await expect
      .poll(() => page.context().cookies(`${our.shop.origin}/api/user/refresh`))
      .not.toEqual(
        expect.arrayContaining([expect.objectContaining({ name: expect.stringContaining('refresh') })]),
      );
  });

  test('pages reloaded at the same instant stay logged in with at most one refresh each', async () => {
    const { page } = shopper;
    await newCustomer();
    const context = page.context();
    const tabs = [page];
    while (tabs.length < (isLong ? 20 : 3)) tabs.push(await context.newPage());
    const greeted = async (tab: Page) => {
      await tab.getByRole('heading', { name: 'Hello, Thandi' }).waitFor();
      await tab.waitForLoadState('networkidle');
    };
    for (const tab of tabs) {
      await tab.goto('/my-account');
      await greeted(tab);
    }
    const refreshed = tabs.map(() => 0);
    for (const [at, tab] of tabs.entries())
      tab.on('request', (request) => {
        if (/user\/refresh/.test(request.url())) refreshed[at]! += 1;
      });
    await Promise.all(tabs.map((tab) => tab.reload()));
    for (const tab of tabs) await greeted(tab);
    // Some pages may get their token from another tab.
    expect(Math.max(...refreshed)).toBe(1);
    for (const tab of tabs.slice(1)) await tab.close();
  });

  test('an expired access token is refreshed once, unnoticed by the page', async () => {
    const { page, expectConsoleError } = shopper;
    expectConsoleError(/401/);
    await newCustomer();
    await page.goto('/my-account');
    await page.getByRole('heading', { name: 'Hello, Thandi' }).waitFor();
    await page.waitForLoadState('networkidle');
    let runOut: string | undefined;
    let refreshed = 0;
    await page.route('**/api/**', (route) => {
      const headers = route.request().headers();
      if (route.request().url().includes('/user/refresh')) refreshed += 1;
      else runOut ??= headers.authorization;
      if (headers.authorization !== runOut) return route.continue();
      return route.continue({ headers: { ...headers, authorization: 'Bearer has-run-out' } });
    });
    await page.getByRole('link', { name: 'Profile' }).first().click();
    await page.getByText('This device, in use now').waitFor();
    await expect(page.getByText(/^Logged in since \w+ \d+, \d{4}/)).toHaveCount(1);
    await page.getByRole('link', { name: 'Newsletter', exact: true }).click();
    await main(page).getByText('does not receive the newsletter').waitFor();
    expect(refreshed).toBe(1);
  });

  test('a login whose profile cannot be loaded clears the user and shows an error', async () => {
    const { page, expectConsoleError } = shopper;
    expectConsoleError(/user\/me|Failed to load/);
    const email = await register(our.shop);
    await page.goto('/login');
    await hydrated(page);
    await page.route('**/api/user/me*', (route) => route.abort());
    await main(page).getByLabel('E-mail address').fill(email);
    await main(page).getByLabel('Password', { exact: true }).fill(password);
    await button(page, 'Log in').click();
    await main(page).getByText('Please check your network connection.').waitFor();
    expect(await page.evaluate(() => localStorage.getItem('current-user'))).toBeNull();
    await page.getByRole('banner').getByRole('link', { name: 'Log in or register' }).waitFor();
  });

  test('a session ended on another device ends here too: silently, with the login page', async () => {
    const { page, expectConsoleError } = shopper;
    expectConsoleError(/401/);
    const email = await newCustomer();
    await page.goto('/my-account');
    await page.getByRole('heading', { name: 'Hello, Thandi' }).waitFor();
    const elsewhere = await visit(our.browser, our.shop.origin, { viewport: desktop });
    await startSession(elsewhere.page, email);
    await elsewhere.page.goto('/my-account/profile');
    const logOutButtons = elsewhere.page.getByRole('button', { name: 'Log out there' });
    await logOutButtons.first().waitFor();
    await expectAccessible(elsewhere.page);
    await logOutButtons.first().click();
    await logOutButtons.first().waitFor({ state: 'detached' });
    await elsewhere.close();
    await page.getByRole('link', { name: 'Newsletter', exact: true }).click();
    await page.waitForURL('**/login?next=%2Fmy-account%2Fnewsletter');
    await page.getByRole('banner').getByRole('link', { name: 'Log in or register' }).waitFor();
  });
});

test.describe('passwords (ACC-2)', () => {
  test('a forgotten password is reset by a mailed link, whose secret leaves the address bar', {
    tag: '@journey',
  }, async () => {
    const { page, expectConsoleError } = shopper;
    const email = await register(our.shop);
    await page.goto('/forgot-password');
    await page.waitForURL('**/reset-password');
    await hydrated(page);
    await main(page).getByLabel('E-mail address').fill(email);
    await button(page, 'Send the e-mail').click();
    await main(page).getByText('Check your e-mail').waitFor();
    await expectAccessible(page);
    const link = await linkMailedTo(our.shop, email);
    const response = await page.goto(`${link}&redirectUrl=%2Fmy-account%2Forders`);
    expect(response?.headers()['referrer-policy']).toBe('strict-origin');
    expect(response?.headers()['cache-control']).toContain('no-store');
    await hydrated(page);
    await page.waitForURL((url) => url.search === '');
    await main(page).getByLabel('New password').fill(newPassword);
    await main(page).getByLabel('Repeat the password').fill(newPassword);
    await expectAccessible(page);
    await button(page, 'Save the new password').click();
    await page.waitForURL('**/login?next=%2Fmy-account%2Forders');
    await notice(page, 'Password has successfully been changed').waitFor();
    await logIn(page, email, newPassword);
    expectConsoleError(/400/);
    await page.goto(link);
    await main(page).getByText('This link is no longer valid').waitFor();
  });

  test('a forgotten password is reset by a mailed link without scripts', async () => {
    const { page } = await visit(our.browser, our.shop.origin, { javaScriptEnabled: false });
    const email = await register(our.shop);
    await page.goto('/reset-password');
    await main(page).getByLabel('E-mail address').fill(email);
    await button(page, 'Send the e-mail').click();
    await main(page).getByText('Check your e-mail').waitFor();
    await page.goto(await linkMailedTo(our.shop, email));
    await main(page).getByLabel('New password').fill(newPassword);
    await main(page).getByLabel('Repeat the password').fill(newPassword);
    await button(page, 'Save the new password').click();
    await page.waitForURL('**/login*');
    const login = { username: email, password: newPassword };
    expect(await send(our.shop, '/api/user/login', login)).toMatch(/^\S+$/);
  });

  test('a password reset does not reveal registered addresses, and sends nothing while offline', async () => {
    const { page, expectConsoleError } = shopper;
    // Prefetches of the idle page.
    expectConsoleError(/ERR_INTERNET_DISCONNECTED/);
    await page.goto('/reset-password');
    await hydrated(page);
    await main(page).getByLabel('E-mail address').fill('nobody@example.co.za');
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    await button(page, 'Send the e-mail').click();
    await main(page).getByText('Reset password feature does not work while offline!').waitFor();
    await page.context().setOffline(false);
    await button(page, 'Send the e-mail').click();
    await main(page).getByText('Check your e-mail').waitFor();
  });

  test('changing the password logs in with the new password', async () => {
    const { page, expectConsoleError } = shopper;
    expectConsoleError(/403/);
    const email = await newCustomer();
    await page.goto('/my-account/profile');
    const section = page.getByRole('region').or(main(page));
    await main(page).getByLabel('Current password').fill('not this one');
    await main(page).getByLabel('New password').fill(newPassword);
    await main(page).getByLabel('Repeat the password').fill(newPassword);
    await button(page, 'Save the new password').click();
    await section.getByText('The current password is incorrect.').first().waitFor();
    await main(page).getByLabel('Current password').fill(password);
    await button(page, 'Save the new password').click();
    await notice(page, 'Password has successfully been changed').waitFor();
    await page.getByText('This device, in use now').waitFor();
    await page.goto('/my-account');
    await logOut(page);
    await page.waitForURL(`${our.shop.origin}/`);
    await logIn(page, email, newPassword);
  });
});

test.describe('account pages (ACC-1, ACC-4)', () => {
  test('account pages are accessible, uncached and excluded from search engines', async () => {
    const { page, expectConsoleError } = shopper;
    // One route names an order that does not exist.
    expectConsoleError(/404/);
    await newCustomer();
    for (const [index, { path }] of accountRoutes.entries()) {
      const response = await page.goto(path);
      expect([path, response?.headers()['cache-control']]).toEqual([path, 'private, no-store']);
      await main(page).getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      expect(await page.locator('meta[name=robots]').first().getAttribute('content')).toBe('noindex');
      const themes = ['light', 'dark'] as const;
      for (const colorScheme of isLong ? themes : [themes[index % 2]!]) {
        // Without reduced motion, colours would still be in transition between themes.
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await expectAccessible(page);
      }
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect([path, wide <= 0]).toEqual([path, true]);
    }
  });

  test('account pages show a notice when scripts are off', async () => {
    const plain = await visit(our.browser, our.shop.origin, { javaScriptEnabled: false });
    await plain.page.goto('/my-account');
    const hint = plain.page.locator('noscript p', { hasText: 'Your personal pages need JavaScript' });
    await hint.waitFor();
  });

  test('saving the profile changes the names only', async () => {
    const { page } = shopper;
    await newCustomer();
    await page.goto('/my-account/profile');
    await main(page).getByLabel('First name').fill('Zoë');
    await button(page, 'Save').first().click();
    await notice(page, 'Account data has successfully been updated').waitFor();
    await page.goto('/my-account');
    await page.getByRole('heading', { name: 'Hello, Zoë' }).waitFor();
  });

  test('addresses can be added, changed and removed, with one delivery address', async () => {
    const { page } = shopper;
    await newCustomer();
    await page.goto('/my-account/shipping-details');
    const add = async (street: string) => {
      await button(page, 'Add an address').click();
      await main(page).getByLabel('Street and number').fill(street);
      await main(page).getByLabel('City or town').fill('Cape Town');
      await main(page).getByLabel('Province').selectOption('ZA-WC');
      await main(page).getByLabel('Postal code').fill('8001');
      await main(page).getByLabel('Telephone').fill('082 123 4567');
    };
    await add('12 Long Street');
    await main(page).getByLabel('Postal code').fill('80');
    await button(page, 'Save').click();
    await main(page).getByText('A postal code has four digits.').first().waitFor();
    await expectAccessible(page);
    await main(page).getByLabel('Postal code').fill('8001');
    await button(page, 'Save').click();
    await main(page).getByText('082 123 4567').waitFor();
    await add('1 Loop Street');
    await main(page).getByLabel('Deliver to this address').check();
    await button(page, 'Save').click();
    await main(page).getByText('1 Loop Street').waitFor();
    expect(await main(page).getByText('Delivery address').count()).toBe(1);
    // The notice covers the page for a moment.
    await notice(page, 'Account data has successfully been updated').waitFor({ state: 'detached' });
    await expectAccessible(page);
    await button(page, 'Remove: 12 Long Street').click();
    await button(page, 'Really remove').click();
    await main(page).getByText('12 Long Street').waitFor({ state: 'detached' });
    await page.reload();
    await main(page).getByText('1 Loop Street').waitFor();
    expect(await main(page).getByRole('listitem').filter({ hasText: 'Street' }).count()).toBe(1);
  });

  test('a loyalty card is stored on the account and the device, and shown offline', async () => {
    const { page, expectConsoleError } = shopper;
    await newCustomer();
    await page.goto('/my-account/loyalty-card');
    await main(page).getByLabel('Card number').fill('6001 2345 6789');
    await button(page, 'Save').click();
    await main(page).locator('figure svg').waitFor();
    await expectAccessible(page);
    await page.evaluate(() => localStorage.removeItem('loyalty-card'));
    await page.reload();
    await main(page).getByText('6001 2345 6789').waitFor();
    expectConsoleError(/ERR_INTERNET_DISCONNECTED|Failed to load/);
    await page.getByRole('link', { name: 'Orders', exact: true }).click();
    await main(page).getByText('No orders yet').waitFor();
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Loyalty card' }).click();
    await main(page).getByText('6001 2345 6789').waitFor();
    await page.context().setOffline(false);
  });

  test('the account is erased with its password and a confirmation, including all data', async () => {
    const { page, expectConsoleError } = shopper;
    const email = await newCustomer();
    await page.goto('/my-account/profile');
    const download = page.waitForEvent('download');
    await button(page, 'Download my data').click();
    expect((await download).suggestedFilename()).toBe('fynbos-my-data.json');
    await main(page).getByLabel('Password', { exact: true }).fill(password);
    await main(page).getByLabel('I understand that my account will be erased.').check();
    await button(page, 'Erase my account for good').click();
    await page.waitForURL(`${our.shop.origin}/`);
    await notice(page, 'Your account has been erased.').waitFor();
    expectConsoleError(/401/);
    await page.goto('/login');
    await hydrated(page);
    await main(page).getByLabel('E-mail address').fill(email);
    await main(page).getByLabel('Password', { exact: true }).fill(password);
    await button(page, 'Log in').click();
    await main(page).getByText('The e-mail address or password is incorrect.').waitFor();
  });
});

test.describe('the newsletter (ACC-5)', () => {
  test('subscribing works from the footer without scripts, confirmed by a mailed link', {
    tag: '@journey',
  }, async () => {
    const email = newEmail();
    const plain = await visit(our.browser, our.shop.origin, { javaScriptEnabled: false });
    await plain.page.goto('/');
    const foot = plain.page.getByRole('contentinfo');
    await foot.getByLabel(/newsletter/).fill(email);
    await foot.getByRole('button', { name: 'Subscribe' }).click();
    await plain.page.getByText('One more click').waitFor();
    const link = await linkMailedTo(our.shop, email);
    await plain.page.goto(link);
    await button(plain.page, 'Continue').waitFor();
    await plain.close();

    const { page } = shopper;
    await page.goto(link);
    await hydrated(page);
    await button(page, 'Continue').click();
    await page.getByRole('heading', { name: 'Thank you, you are subscribed' }).waitFor();
    expect(await main(page).locator('code').textContent()).toMatch(/\w{4,}/);
    await page.waitForURL((url) => url.search === '');
    await expectAccessible(page);
  });

  test('the newsletter offer appears on the second page after a delay, and never after it was declined', async () => {
    const { page, expectConsoleError } = shopper;
    // A jump of the clock is longer than the time limit of a write.
    expectConsoleError(/The outbox cannot be written/);
    await page.clock.install();
    await page.goto('/');
    await hydrated(page);
    await page.clock.runFor(60_000);
    expect(await page.getByRole('dialog', { name: '10% off' }).count()).toBe(0);
    await page.goto('/search?q=tea');
    await hydrated(page);
    await page.getByRole('heading', { name: 'Privacy choices' }).waitFor();
    await page.clock.runFor(10_000);
    const offer = page.getByRole('dialog', { name: '10% off' });
    // A dialog of the shopper's own comes first, and the offer not right after it.
    await page.getByRole('button', { name: 'Where do we deliver?' }).click();
    const place = page.getByRole('dialog', { name: 'Where do we deliver?' });
    await place.waitFor();
    await page.clock.runFor(20_000);
    await page.keyboard.press('Escape');
    await expect(place).toBeHidden();
    await page.clock.runFor(14_000);
    expect(await offer.count()).toBe(0);
    await page.clock.runFor(20_000);
    await offer.waitFor();
    await expectAccessible(page);
    await offer.getByRole('button', { name: 'Close' }).click();
    await page.goto('/search?q=oats');
    await hydrated(page);
    await page.clock.runFor(60_000);
    expect(await offer.count()).toBe(0);
  });

  test('a customer unsubscribes and subscribes on the account page', async () => {
    const { page } = shopper;
    const email = await newCustomer();
    await page.goto('/my-account/newsletter');
    await main(page).getByText('does not receive the newsletter').waitFor();
    await button(page, 'Subscribe').click();
    await main(page)
      .getByText(/We have sent an e-mail to/)
      .waitFor();
    await page.goto(await linkMailedTo(our.shop, email));
    await hydrated(page);
    await button(page, 'Continue').click();
    await page.getByRole('heading', { name: 'Thank you, you are subscribed' }).waitFor();
    await page.goto('/my-account/newsletter');
    await button(page, 'Unsubscribe').click();
    await main(page).getByText('does not receive the newsletter').waitFor();
  });
});

test.describe('privacy choices (spec D40)', () => {
  test('a quiet notice requests privacy choices; they are stored with their time and can be changed from every footer', {
    tag: '@journey',
  }, async () => {
    const { page } = shopper;
    await page.goto('/');
    // The notice appears on the second page. The first visit is recorded once scripts have started.
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('first-page'))).toBe('/');
    await page.goto('/search?q=tea');
    await hydrated(page);
    await page.getByRole('button', { name: 'Only what is necessary' }).click();
    await page.getByRole('heading', { name: 'Privacy choices' }).waitFor({ state: 'detached' });
    const storedConsents = () => page.evaluate(() => JSON.parse(localStorage.getItem('consents')!));
    expect(await storedConsents()).toMatchObject({
      analytics: false,
      marketing: false,
      version: expect.any(String),
    });
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy choices' }).click();
    await main(page).getByLabel('Analytics').check();
    await button(page, 'Save my choice').click();
    await main(page).getByText('Your choice has been saved.').waitFor();
    expect((await storedConsents()).analytics).toBe(true);
    await expectAccessible(page);
  });
});
