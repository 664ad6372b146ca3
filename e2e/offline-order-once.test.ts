import { temporaryFolder } from '@fynbos/api/testing/folder.ts';
import { long } from '@fynbos/api/testing/long.ts';
import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { hydrated, openProfile, type Visit, visit } from './browser.ts';
import { cartLink, countAt } from './cart-pages.ts';
import { main, orderOf, password, putInCart, stockOf } from './checkout-pages.ts';
import { headersOf, logIn, logOut, machine, newEmail, register, send } from './customers.ts';
import { readKeptOrders } from './kept-orders.ts';
import {
  arrived,
  comeBack,
  confirmFirst,
  keepAsOlderShop,
  loseNetwork,
  lostCalls,
  openWaiting,
  orderAsCustomer,
  orderOffline,
  waitingOrders,
} from './offline-orders.ts';
import { openLarder } from './opened.ts';

let shopper: Visit;
let page: Page;
const guest = newEmail();
const day = 86_400_000;

const our = openLarder();
beforeEach(async () => {
  shopper = await visit(our.browser, our.shop.origin);
  shopper.expectFault(lostCalls);
  page = shopper.page;
});
afterEach(() => shopper.close());

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

/** What was seen of the orders once is seen without a network too. */
async function seesHistoryOffline(own: Page): Promise<void> {
  await own.goto('/my-account/orders');
  await main(own)
    .getByRole('link', { name: /R180.00/ })
    .waitFor();
  await main(own).getByRole('link', { name: 'Overview' }).click();
  await own.getByRole('heading', { name: 'Hello, Thandi' }).waitFor();
  await own.waitForLoadState('networkidle');
  await own.context().setOffline(true);
  await main(own).getByRole('link', { name: 'Orders', exact: true }).first().click();
  await main(own).getByText('These are your orders as this browser knew them last.').waitFor();
  await main(own)
    .getByRole('link', { name: /R180.00/ })
    .waitFor();
  await own.context().setOffline(false);
}

/** A browser with a folder of its own, closed after the test however that ends. */
async function openOwn(folder: string): Promise<BrowserContext> {
  const browser = await openProfile(folder, { baseURL: our.shop.origin });
  onTestFinished(() => browser.close());
  return browser;
}

// Each goes through checkout at least once, and some through two browsers: a busy machine takes its time.
const patience = { timeout: 120_000 };

describe('an order made offline outlives its browser', patience, () => {
  test('a guest orders offline, closes the browser, starts it again, finds a newer shop, confirms', async () => {
    const profile = await temporaryFolder();
    onTestFinished(profile.remove);
    let browser = await openOwn(profile.folder);
    let own = browser.pages()[0]!;
    await putInCart(own, 'larder-oats');
    await loseNetwork(own);
    await own.context().setOffline(false);
    await own.getByRole('banner').getByRole('link', { name: /home/i }).first().click();
    await own
      .getByRole('button', { name: /^Add to cart: / })
      .first()
      .waitFor();
    await own.waitForLoadState('networkidle');
    await own.context().setOffline(true);
    await own
      .getByRole('button', { name: /^Add to cart: / })
      .first()
      .click();
    await expect.poll(() => countAt(own)).toBe(2);
    await cartLink(own).click();
    await own.getByRole('link', { name: 'Proceed to checkout' }).click();
    await orderOffline(own, guest);
    // As a phone that goes out leaves it: the database is written, and what is written a little later is not.
    await own.evaluate(() => localStorage.removeItem('current-orders'));
    await browser.close();
    browser = await openOwn(profile.folder);
    own = browser.pages()[0]!;
    await own.goto('/robots.txt');
    await own.evaluate(keepAsOlderShop);
    await own.goto('/larder');
    await hydrated(own);
    await openWaiting(own);
    await waitingOrders(own).getByText('1 × Larder Oats').waitFor();
    await confirmFirst(own);
    const [number = '', ...others] = await arrived(own);
    const order = await orderOf(our.shop, number, guest, { 'x-forwarded-for': machine() });
    expect([others, order.items.length]).toEqual([[], 2]);
  });

  long(
    'a customer’s is the customer’s: their history has it once, and nobody else may send or see it',
    async () => {
      const email = await register(our.shop, { addresses: [address] });
      const other = await register(our.shop);
      const profile = await temporaryFolder();
      onTestFinished(profile.remove);
      let browser = await openOwn(profile.folder);
      let own = browser.pages()[0]!;
      await logIn(own, email);
      await putInCart(own, 'larder-tea', 2);
      await loseNetwork(own);
      await orderAsCustomer(own);
      await browser.close();
      browser = await openOwn(profile.folder);
      own = browser.pages()[0]!;
      await own.goto('/my-account');
      await own.getByText('Order waiting!').waitFor();
      own.once('dialog', (asked) => void asked.accept());
      await logOut(own);
      await own.waitForURL(`${our.shop.origin}/`);
      await logIn(own, other);
      await own.goto('/?order=offline');
      await waitingOrders(own).getByText('One order waits until its customer logs in.').waitFor();
      expect(await waitingOrders(own).getByText('Larder Tea').count()).toBe(0);
      await own.goto('/my-account');
      await logOut(own);
      await own.waitForURL(`${our.shop.origin}/`);
      await logIn(own, email);
      await own.goto('/my-account/orders');
      await main(own).getByRole('region', { name: 'Orders that wait' }).getByText('2 × Larder Tea').waitFor();
      await own.goto('/my-account');
      await openWaiting(own);
      await confirmFirst(own);
      expect((await arrived(own)).length).toBe(1);
      await seesHistoryOffline(own);
      expect(await historyOf(email)).toMatchObject({
        total_count: 1,
        items: [{ grand_total: 180, customer_email: email, items: [{ sku: 'L-TEA', qty_ordered: 2 }] }],
      });
      expect((await historyOf(other)).total_count).toBe(0);
    },
  );

  long('an account that is erased takes the order with it that waits, once asked', async () => {
    const email = await register(our.shop, { addresses: [address] });
    const profile = await temporaryFolder();
    onTestFinished(profile.remove);
    const browser = await openOwn(profile.folder);
    const own = browser.pages()[0]!;
    await logIn(own, email);
    await putInCart(own, 'larder-tea', 2);
    await loseNetwork(own);
    await orderAsCustomer(own);
    await comeBack(own, '/my-account/profile');
    await own.getByText('Order waiting!').waitFor();
    const answers = [false, true];
    const asked: string[] = [];
    own.on('dialog', (question) => {
      asked.push(question.message());
      void (answers.shift() ? question.accept() : question.dismiss());
    });
    await main(own).getByLabel('Password', { exact: true }).fill(password);
    await main(own).getByLabel('I understand that my account will be erased.').check();
    const erase = main(own).getByRole('button', { name: 'Erase my account for good' });
    await erase.click();
    await expect.poll(() => asked).toEqual([expect.stringContaining('It would go with your account')]);
    expect((await own.evaluate(readKeptOrders)).waiting).toHaveLength(1);
    await erase.click();
    await own.waitForURL(`${our.shop.origin}/`);
    expect((await own.evaluate(readKeptOrders)).waiting).toEqual([]);
  });
});

describe('it reaches the shop exactly once (OFF-5)', patience, () => {
  test('when answers are lost after the shop has acted, on a phone whose clock is two days ahead', async () => {
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

  long(
    'when the page ends in the moment it is placed, on a phone whose clock is two days behind',
    async () => {
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
    },
  );

  long('when two tabs confirm it at once', async () => {
    const before = await stockOf(our.shop, 'L-OATS');
    await putInCart(page, 'larder-oats', 3);
    await loseNetwork(page);
    await orderOffline(page, guest);
    await comeBack(page);
    const tab = await page.context().newPage();
    await tab.goto('/larder');
    await hydrated(tab);
    await Promise.all([openWaiting(page), openWaiting(tab)]);
    const none = waitingOrders(tab).getByText('No order waits any more.').waitFor();
    // One of them may come too late to press anything.
    await Promise.all([confirmFirst(page), Promise.any([confirmFirst(tab), none])]);
    expect((await arrived(page)).length).toBe(1);
    await none;
    await expect.poll(() => stockOf(our.shop, 'L-OATS')).toBe(before - 3);
    await tab.close();
  });

  long('five wait, and all arrive', { timeout: 240_000 }, async () => {
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

  long('when the shop fails three times the shopper is asked, and nothing is lost', async () => {
    await putInCart(page, 'larder-tea');
    await loseNetwork(page);
    await orderOffline(page, guest);
    await comeBack(page);
    shopper.expectFault(/500/);
    const broken = '**/api/cart/create?*';
    await page.route(broken, (route) => route.fulfill({ status: 500, json: { code: 500, result: 'no' } }));
    await openWaiting(page);
    await confirmFirst(page);
    await waitingOrders(page).getByText('though we tried several times').waitFor();
    await page.unroute(broken);
    await waitingOrders(page).getByRole('button', { name: 'Send again' }).click();
    expect((await arrived(page)).length).toBe(1);
  });
});
