import { temporaryFolder } from '@fynbos/test-kit/processes/temporary-folder.ts';
import type { BrowserContext, Page } from '@playwright/test';
import { hydrated, openProfile, type Visit, visit } from '../../fixtures/browser.ts';
import { openSharedShop } from '../../fixtures/shop-and-browser.ts';
import { expect, onTestFinished, test } from '../../fixtures/test.ts';
import { cartLink, countAt } from '../../pages/cart.ts';
import { main, orderOf, password, putInCart, stockOf } from '../../pages/checkout.ts';
import { headersOf, logIn, logOut, newEmail, nextClientIp, register, send } from '../../pages/customers.ts';
import {
  arrived,
  comeBack,
  confirmFirst,
  downgradeOutboxes,
  loseNetwork,
  lostCalls,
  openWaiting,
  orderAsCustomer,
  orderOffline,
  waitingOrders,
} from '../../pages/offline-orders.ts';
import { readStoredOrders } from '../../pages/stored-orders.ts';

let shopper: Visit;
let page: Page;
const guest = newEmail();
const day = 86_400_000;

const our = openSharedShop();
test.beforeEach(async () => {
  shopper = await visit(our.browser, our.shop.origin);
  shopper.expectConsoleError(lostCalls);
  page = shopper.page;
});
const address = {
  ...{ firstname: 'Thandi', lastname: 'Nkosi', street: ['12 Long Street'], suburb: '', city: 'Cape Town' },
  ...{ region: { region: 'Western Cape' }, country_id: 'ZA', postcode: '8001', telephone: '082 123 4567' },
  default_shipping: true,
};

interface History {
  total_count: number;
  items: { grand_total: number; customer_email: string; items: { sku: string; qty_ordered: number }[] }[];
}

const historyOf = async (email: string) =>
  send<History>(our.shop, '/api/user/order-history', undefined, await headersOf(our.shop, email));

/** Orders seen online are also shown offline. */
async function seesHistoryOffline(profilePage: Page): Promise<void> {
  await profilePage.goto('/my-account/orders');
  await main(profilePage)
    .getByRole('link', { name: /R180.00/ })
    .waitFor();
  await main(profilePage).getByRole('link', { name: 'Overview' }).click();
  await profilePage.getByRole('heading', { name: 'Hello, Thandi' }).waitFor();
  await profilePage.waitForLoadState('networkidle');
  await profilePage.context().setOffline(true);
  await main(profilePage).getByRole('link', { name: 'Orders', exact: true }).first().click();
  await main(profilePage).getByText('These are your orders as last known to this browser.').waitFor();
  await main(profilePage)
    .getByRole('link', { name: /R180.00/ })
    .waitFor();
  await profilePage.context().setOffline(false);
}

/** Opens a browser with its own profile folder, closed at the end of the test. */
async function openOwn(folder: string): Promise<BrowserContext> {
  const browser = await openProfile(folder, { baseURL: our.shop.origin });
  onTestFinished(() => browser.close());
  return browser;
}

test.describe('an offline order survives a browser restart', () => {
  test('a guest orders offline, restarts the browser, finds a newer build of the shop and confirms the order', async () => {
    const profile = await temporaryFolder();
    onTestFinished(profile.remove);
    let browser = await openOwn(profile.folder);
    let profilePage = browser.pages()[0]!;
    await putInCart(profilePage, 'larder-oats');
    await loseNetwork(profilePage);
    await profilePage.context().setOffline(false);
    await profilePage.getByRole('banner').getByRole('link', { name: /home/i }).first().click();
    await profilePage
      .getByRole('button', { name: /^Add to cart: / })
      .first()
      .waitFor();
    await profilePage.waitForLoadState('networkidle');
    await profilePage.context().setOffline(true);
    await profilePage
      .getByRole('button', { name: /^Add to cart: / })
      .first()
      .click();
    await expect.poll(() => countAt(profilePage)).toBe(2);
    await cartLink(profilePage).click();
    await profilePage.getByRole('link', { name: 'Proceed to checkout' }).click();
    await orderOffline(profilePage, guest);
    // As after a phone that loses power: the database is written, the localStorage write that follows is
    // not.
    await profilePage.evaluate(() => localStorage.removeItem('current-orders'));
    await browser.close();
    browser = await openOwn(profile.folder);
    profilePage = browser.pages()[0]!;
    await profilePage.goto('/robots.txt');
    await profilePage.evaluate(downgradeOutboxes);
    await profilePage.goto('/larder');
    await hydrated(profilePage);
    await openWaiting(profilePage);
    await waitingOrders(profilePage).getByText('1 × Larder Oats').waitFor();
    await confirmFirst(profilePage);
    const [number = '', ...extraNumbers] = await arrived(profilePage);
    const order = await orderOf(our.shop, number, guest, { 'x-forwarded-for': nextClientIp() });
    expect([extraNumbers, order.items.length]).toEqual([[], 2]);
  });

  test('a customer’s offline order appears once in their history, and no other customer can send or see it', {
    tag: '@stress',
  }, async () => {
    const email = await register(our.shop, { addresses: [address] });
    const otherEmail = await register(our.shop);
    const profile = await temporaryFolder();
    onTestFinished(profile.remove);
    let browser = await openOwn(profile.folder);
    let profilePage = browser.pages()[0]!;
    await logIn(profilePage, email);
    await putInCart(profilePage, 'larder-tea', 2);
    await loseNetwork(profilePage);
    await orderAsCustomer(profilePage);
    await browser.close();
    browser = await openOwn(profile.folder);
    profilePage = browser.pages()[0]!;
    await profilePage.goto('/my-account');
    await profilePage.getByText('Order waiting!').waitFor();
    profilePage.once('dialog', (dialog) => void dialog.accept());
    await logOut(profilePage);
    await profilePage.waitForURL(`${our.shop.origin}/`);
    await logIn(profilePage, otherEmail);
    await profilePage.goto('/?order=offline');
    await waitingOrders(profilePage).getByText('One order is waiting for its customer to log in.').waitFor();
    expect(await waitingOrders(profilePage).getByText('Larder Tea').count()).toBe(0);
    await profilePage.goto('/my-account');
    await logOut(profilePage);
    await profilePage.waitForURL(`${our.shop.origin}/`);
    await logIn(profilePage, email);
    await profilePage.goto('/my-account/orders');
    await main(profilePage)
      .getByRole('region', { name: 'Orders waiting to be sent' })
      .getByText('2 × Larder Tea')
      .waitFor();
    await profilePage.goto('/my-account');
    await openWaiting(profilePage);
    await confirmFirst(profilePage);
    expect((await arrived(profilePage)).length).toBe(1);
    await seesHistoryOffline(profilePage);
    expect(await historyOf(email)).toMatchObject({
      total_count: 1,
      items: [{ grand_total: 180, customer_email: email, items: [{ sku: 'L-TEA', qty_ordered: 2 }] }],
    });
    expect((await historyOf(otherEmail)).total_count).toBe(0);
  });

  test('erasing an account deletes the waiting offline order after a confirmation', {
    tag: '@stress',
  }, async () => {
    const email = await register(our.shop, { addresses: [address] });
    const profile = await temporaryFolder();
    onTestFinished(profile.remove);
    const browser = await openOwn(profile.folder);
    const profilePage = browser.pages()[0]!;
    await logIn(profilePage, email);
    await putInCart(profilePage, 'larder-tea', 2);
    await loseNetwork(profilePage);
    await orderAsCustomer(profilePage);
    await comeBack(profilePage, '/my-account/profile');
    await profilePage.getByText('Order waiting!').waitFor();
    const choices = [false, true];
    const dialogTexts: string[] = [];
    profilePage.on('dialog', (dialog) => {
      dialogTexts.push(dialog.message());
      void (choices.shift() ? dialog.accept() : dialog.dismiss());
    });
    await main(profilePage).getByLabel('Password', { exact: true }).fill(password);
    await main(profilePage).getByLabel('I understand that my account will be erased.').check();
    const erase = main(profilePage).getByRole('button', { name: 'Erase my account for good' });
    await erase.click();
    await expect
      .poll(() => dialogTexts)
      .toEqual([expect.stringContaining('It is deleted with your account')]);
    expect((await profilePage.evaluate(readStoredOrders)).waiting).toHaveLength(1);
    await erase.click();
    await profilePage.waitForURL(`${our.shop.origin}/`);
    expect((await profilePage.evaluate(readStoredOrders)).waiting).toEqual([]);
  });
});

test.describe('an offline order reaches the shop exactly once (OFF-5)', () => {
  test('when responses are lost after the shop acted, on a phone whose clock is two days ahead', async () => {
    await page.clock.install({ time: Date.now() + 2 * day });
    const before = await stockOf(our.shop, 'L-RUSKS');
    await putInCart(page, 'larder-rusks', 2);
    await loseNetwork(page);
    await orderOffline(page, guest);
    await comeBack(page);
    const lost: string[] = [];
    await page.route(/\/api\/(cart\/(create|update)|order)\?/, async (route) => {
      const path = new URL(route.request().url()).pathname;
      if (lost.includes(path)) return route.continue();
      lost.push(path);
      await route.fetch();
      await route.abort();
    });
    await openWaiting(page);
    await confirmFirst(page);
    expect((await arrived(page)).length).toBe(1);
    expect(lost).toEqual(['/api/cart/create', '/api/cart/update', '/api/order']);
    await expect.poll(() => stockOf(our.shop, 'L-RUSKS')).toBe(before - 2);
  });

  test('when the page closes while the order is being placed, on a phone whose clock is two days behind', {
    tag: '@stress',
  }, async () => {
    await page.clock.install({ time: Date.now() - 2 * day });
    const before = await stockOf(our.shop, 'L-TEA');
    await putInCart(page, 'larder-tea');
    await loseNetwork(page);
    await orderOffline(page, guest);
    await comeBack(page);
    let isFirst = true;
    await page.route('**/api/order?*', async (route) => {
      if (!isFirst) return route.continue();
      isFirst = false;
      await route.fetch();
    });
    await openWaiting(page);
    await confirmFirst(page);
    await expect.poll(() => stockOf(our.shop, 'L-TEA')).toBe(before - 1);
    await page.reload();
    expect((await arrived(page)).length).toBe(1);
    expect(await stockOf(our.shop, 'L-TEA')).toBe(before - 1);
  });

  test('when two tabs confirm the order at the same time', { tag: '@stress' }, async () => {
    const before = await stockOf(our.shop, 'L-OATS');
    await putInCart(page, 'larder-oats', 3);
    await loseNetwork(page);
    await orderOffline(page, guest);
    await comeBack(page);
    const tab = await page.context().newPage();
    await tab.goto('/larder');
    await hydrated(tab);
    await Promise.all([openWaiting(page), openWaiting(tab)]);
    const none = waitingOrders(tab).getByText('No orders are waiting.').waitFor();
    // One tab may be too late to press the button.
    await Promise.all([confirmFirst(page), Promise.any([confirmFirst(tab), none])]);
    expect((await arrived(page)).length).toBe(1);
    await none;
    await expect.poll(() => stockOf(our.shop, 'L-OATS')).toBe(before - 3);
    await tab.close();
  });

  test('when five offline orders wait and all are confirmed', { tag: '@stress' }, async () => {
    test.setTimeout(240_000);
    const before = await stockOf(our.shop, 'L-RUSKS');
    for (let count = 1; count <= 5; count++) {
      await putInCart(page, 'larder-rusks', count);
      await loseNetwork(page);
      await orderOffline(page, guest);
      await comeBack(page);
    }
    await openWaiting(page);
    expect(await waitingOrders(page).getByRole('article').count()).toBe(5);
    await waitingOrders(page).getByRole('button', { name: 'Confirm all 5' }).click();
    const numbers = await arrived(page);
    expect(new Set(numbers).size).toBe(5);
    await expect.poll(() => stockOf(our.shop, 'L-RUSKS')).toBe(before - 15);
  });

  test('when the shop fails three times, the shopper is asked and the order is not lost', {
    tag: '@stress',
  }, async () => {
    await putInCart(page, 'larder-tea');
    await loseNetwork(page);
    await orderOffline(page, guest);
    await comeBack(page);
    shopper.expectConsoleError(/500/);
    const broken = '**/api/cart/create?*';
    await page.route(broken, (route) => route.fulfill({ status: 500, json: { code: 500, result: 'no' } }));
    await openWaiting(page);
    await confirmFirst(page);
    await waitingOrders(page).getByText('after several attempts').waitFor();
    await page.unroute(broken);
    await waitingOrders(page).getByRole('button', { name: 'Send again' }).click();
    expect((await arrived(page)).length).toBe(1);
  });
});
