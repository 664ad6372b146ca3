import type { Browser, Page } from '@playwright/test';
import { expectAccessible } from '../../fixtures/axe.ts';
import { desktop, hydrated, openBrowser, type Visit, visit } from '../../fixtures/browser.ts';
import { load } from '../../fixtures/import-files.ts';
import { type RunningShop, startShop, trusted } from '../../fixtures/running-shop.ts';
import { products } from '../../fixtures/shop-pool.ts';
import { expect, test } from '../../fixtures/test.ts';
import { type OutsideWorld, openOutsideWorld } from '../../fixtures/third-party-stubs.ts';
import { openPage } from '../../pages/cart.ts';
import {
  acceptTerms,
  main,
  openCheckout,
  placeButton,
  putInCart,
  thanked,
  throughSteps,
  withDraft,
} from '../../pages/checkout.ts';
import { orderNumber, paid, press, toPay, toProvider } from '../../pages/payment.ts';

let world: OutsideWorld;
let shop: RunningShop;
let browser: Browser;
let shopper: Visit;
const email = 'thandi@example.co.za';

test.beforeAll(async () => {
  world = await openOutsideWorld();
  const env = {
    GTM_ID: 'GTM-TEST42',
    GTM_URL: world.origin,
    CHAT_PROPERTY_ID: 'fynbos',
    CHAT_URL: world.origin,
    ANALYTICS_DEBUG: 'on',
    ...trusted,
  };
  [shop, browser] = await Promise.all([startShop(env), openBrowser({ pictures: false })]);
  await load(shop, { 'products.csv': products });
});
test.afterAll(async () => {
  await browser?.close();
  await shop?.stop();
  await world?.close();
});
test.beforeEach(async () => {
  world.forget();
  shopper = await visit(browser, shop.origin);
});

/** Sets the privacy choices on their page. */
async function choose(page: Page, ...purposes: string[]): Promise<void> {
  await page.goto('/privacy-choices');
  await hydrated(page);
  await saveChoices(page, ...purposes);
}

/** Sets them without a new document, so that this one still knows earlier events. */
async function chooseFromFoot(page: Page, ...purposes: string[]): Promise<void> {
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy choices' }).click();
  await saveChoices(page, ...purposes);
}

/** The confirmation page has no footer. */
const goOn = (page: Page) => main(page).getByRole('link', { name: 'Continue shopping' }).click();

async function saveChoices(page: Page, ...purposes: string[]): Promise<void> {
  const form = main(page).getByRole('group', { name: 'Privacy choices' });
  for (const name of ['Analytics', 'Chat and marketing'])
    await form.getByRole('checkbox', { name }).setChecked(purposes.includes(name));
  await main(page).getByRole('button', { name: 'Save my choice' }).click();
  await main(page).getByText('Your choice has been saved.').waitFor();
}

const named = () => world.events.map(({ event }) => event);
const expectEvents = (...events: string[]) => expect.poll(named).toEqual(events);
const storedItem = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);
const waiting = (page: Page) =>
  page.evaluate(() => JSON.parse(sessionStorage.getItem('analytics-events') ?? '[]').length as number);

/** All storage keys used for measuring. */
const measurementKeys = (page: Page) =>
  page.evaluate(() =>
    [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter((key) =>
      /^(analytics|purchase)/.test(key),
    ),
  );

/** Opens the checkout up to the button that places the order. */
async function toPlace(page: Page, product = 'larder-oats', qty = 1): Promise<void> {
  await putInCart(page, product, qty);
  await withDraft(page, email, 'cashondelivery', async () => {
    await throughSteps(page, email);
    await placeButton(page).waitFor();
  });
  // The delivery cost is computed after the page loads; an order placed earlier would require another
  // confirmation.
  await expect.poll(() => placeButton(page).innerText()).toMatch(/R103\.50|R180\.00/);
  await acceptTerms(page);
}

/** Fields shared by all analytics items of these tests. */
const item = (sku: string, name: string, price: number, quantity: number, index = 0) => ({
  item_id: sku,
  item_name: name,
  affiliation: 'Online',
  index,
  price,
  quantity,
  item_category: 'Larder',
});

test.describe('analytics without consent (ANA-1)', () => {
  test("nothing leaves the browser before consent; afterwards each event is sent once, in Google's format", {
    tag: '@journey',
  }, async () => {
    const { page } = shopper;
    await putInCart(page, 'larder-oats', 2);
    await page.waitForLoadState('networkidle');
    await expect.poll(() => measurementKeys(page)).toEqual([]);
    expect(world.requestedPaths).toEqual([]);
    await chooseFromFoot(page, 'Analytics');
    await expectEvents('view_item', 'add_to_cart');
    const oats = item('L-OATS', 'Larder Oats', 43.5, 1);
    expect(world.events.map(({ ecommerce }) => ecommerce)).toEqual([
      { currency: 'ZAR', value: 43.5, items: [oats] },
      { currency: 'ZAR', value: 87, items: [{ ...oats, quantity: 2 }] },
    ]);
    expect(world.requestedPaths).toEqual(['/gtm.js', '/collect', '/collect']);
    await page.reload();
    await expect.poll(() => world.requestedPaths.length).toBe(4);
    expect([named().length, await waiting(page)]).toEqual([2, 0]);
    // Withdrawing consent stops the events.
    await choose(page);
    await openPage(page, '/larder-tea');
    await page.waitForLoadState('networkidle');
    expect([named().length, await waiting(page)]).toEqual([2, 0]);
  });

  test('no order data is stored for measuring, and declining deletes what exists', async () => {
    const { page } = shopper;
    await page.addInitScript(() => localStorage.setItem('purchase-tracking', '{"old":{"at":9e15}}'));
    await toPlace(page);
    await placeButton(page).click();
    await thanked(page);
    await page.waitForLoadState('networkidle');
    await expect.poll(() => measurementKeys(page)).toEqual([]);
    expect(world.requestedPaths).toEqual([]);
    await goOn(page);
    await chooseFromFoot(page);
    await putInCart(page, 'larder-oats');
    await page.waitForLoadState('networkidle');
    await expect.poll(() => measurementKeys(page)).toEqual([]);
    expect(world.requestedPaths).toEqual([]);
  });

  test('consent right after an order still sends its purchase event once', { tag: '@stress' }, async () => {
    const { page } = shopper;
    await toPlace(page);
    await placeButton(page).click();
    const number = await thanked(page);
    await goOn(page);
    await chooseFromFoot(page, 'Analytics');
    await expect.poll(named).toContain('purchase');
    await page.reload();
    await openPage(page, '/larder-oats');
    await expect.poll(() => named().at(-1)).toBe('view_item');
    expect(world.events.filter(({ event }) => event === 'purchase')).toMatchObject([
      { ecommerce: { transaction_id: number } },
    ]);
  });
});

test.describe('analytics after consent (ANA-1)', () => {
  test('events that occur offline are sent when the network returns', async () => {
    const { page, expectConsoleError } = shopper;
    expectConsoleError(/ERR_INTERNET|Failed to load/);
    await choose(page, 'Analytics');
    await putInCart(page, 'larder-oats', 3);
    await openPage(page, '/cart');
    const quantity = main(page).getByRole('textbox', { name: /Larder Oats/ });
    await quantity.waitFor();
    await expectEvents('view_item', 'add_to_cart');
    // The analytics code loads after the page and records events from then on.
    await page.locator('script[src*="gtm.js"]').waitFor({ state: 'attached' });
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    await quantity.fill('1');
    await quantity.press('Enter');
    await expect.poll(() => waiting(page)).toBe(1);
    expect(named()).toHaveLength(2);
    await page.context().setOffline(false);
    await expectEvents('view_item', 'add_to_cart', 'remove_from_cart');
    expect(world.events.at(-1)?.ecommerce).toEqual({
      currency: 'ZAR',
      value: 87,
      items: [item('L-OATS', 'Larder Oats', 43.5, 2)],
    });
  });

  for (const when of ['after a while', 'when the network returns'])
    test(`a tag manager that failed to load is requested again ${when}`, async () => {
      const { page, expectConsoleError } = shopper;
      expectConsoleError(/ERR_/);
      // A request that is under way while its route is removed gets no answer.
      let isBlocked = true;
      await page.route('**/gtm.js*', (route) => (isBlocked ? route.abort() : route.continue()));
      const refused = () =>
        page.waitForEvent('requestfailed', (request) => request.url().includes('/gtm.js'));
      // Each document requests it.
      await Promise.all([refused(), choose(page, 'Analytics')]);
      await Promise.all([refused(), openPage(page, '/larder-tea')]);
      expect(named()).toEqual([]);
      if (when === 'when the network returns') {
        await page.context().setOffline(true);
        // A change that is taken back at once causes no event in the browser.
        await page.waitForFunction(() => !navigator.onLine);
      }
      isBlocked = false;
      await page.context().setOffline(false);
      await expectEvents('view_item');
    });

  test('an order paid on delivery is sent once, despite a reload and a second tab', {
    tag: '@stress',
  }, async () => {
    const { page } = shopper;
    await choose(page, 'Analytics');
    await toPlace(page, 'larder-tea', 2);
    await expectEvents('view_item', 'add_to_cart', 'begin_checkout');
    await page.reload();
    await placeButton(page).waitFor();
    await acceptTerms(page);
    const otherTab = await page.context().newPage();
    await openPage(otherTab, '/larder');
    await placeButton(page).click();
    const number = await thanked(page);
    await expectEvents('view_item', 'add_to_cart', 'begin_checkout', 'purchase');
    const tea = item('L-TEA', 'Larder Tea', 60, 2);
    expect(world.events.slice(2)).toEqual([
      { event: 'begin_checkout', ecommerce: { currency: 'ZAR', value: 120, items: [tea] } },
      {
        event: 'purchase',
        ecommerce: {
          transaction_id: number,
          affiliation: 'Online',
          currency: 'ZAR',
          value: 120,
          tax: expect.any(Number),
          shipping: 60,
          items: [tea],
        },
      },
    ]);
    await page.reload();
    await thanked(page);
    await openPage(otherTab, '/larder-oats');
    await expect.poll(named).toEqual(['view_item', 'add_to_cart', 'begin_checkout', 'purchase', 'view_item']);
    expect(await storedItem(page, 'purchase-tracking')).toBeNull();
    expect(await measurementKeys(page)).toEqual(['purchase-told']);
    expect([await storedItem(page, 'purchase-told'), await storedItem(page, 'claims')]).toEqual([
      `["${number}"]`,
      null,
    ]);
    // Dispatches the same event as a logout.
    await page.evaluate(() => dispatchEvent(new StorageEvent('storage', { key: null })));
    expect(await measurementKeys(page)).toEqual([]);
    await otherTab.close();
  });

  test('the purchase event of an offline order is sent when the order has arrived', {
    tag: '@stress',
  }, async () => {
    const { page, expectConsoleError } = shopper;
    expectConsoleError(/ERR_INTERNET|Failed to load/);
    await choose(page, 'Analytics');
    await toPlace(page);
    await expectEvents('view_item', 'add_to_cart', 'begin_checkout');
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    await placeButton(page).click();
    await main(page).getByText('You are offline. Your order has been queued.').waitFor();
    expect(await storedItem(page, 'purchase-tracking')).not.toContain('"number"');
    await page.context().setOffline(false);
    const number = await thanked(page);
    await expectEvents('view_item', 'add_to_cart', 'begin_checkout', 'purchase');
    expect(world.events.at(-1)?.ecommerce).toMatchObject({ transaction_id: number });
  });

  test('the purchase event of a card order is sent when the payment is confirmed, with user data if marketing is allowed', async () => {
    const { page } = shopper;
    await choose(page, 'Analytics', 'Chat and marketing');
    await toPay(page, 'card', email);
    await expect.poll(named).toContain('begin_checkout');
    world.forget();
    await toProvider(page, 'card');
    expect(await page.locator('script[src*="gtm.js"]').count()).toBe(0);
    await press(page, 'Pay');
    await paid(page);
    const number = await orderNumber(page);
    await expectEvents('purchase');
    const [purchase] = world.events;
    expect(purchase).toMatchObject({
      ecommerce: { transaction_id: number, value: 87, shipping: 60 },
      user_data: { email, phone_number: '+27821234567' },
    });
    const otherTab = await page.context().newPage();
    await Promise.all([page.reload(), otherTab.goto(page.url())]);
    await Promise.all([paid(page), paid(otherTab)]);
    await openPage(otherTab, '/larder-oats');
    await expectEvents('purchase', 'view_item');
    await otherTab.close();
  });
});

test.describe('the chat (CHAT-1)', () => {
  test('the chat loads after its own consent, is hidden during checkout and ends when consent is withdrawn', async () => {
    const { page } = shopper;
    const button = page.getByRole('button', { name: 'Chat', exact: true });
    await choose(page, 'Analytics');
    await expect.poll(() => world.requestedPaths).toContain('/gtm.js');
    expect(world.requestedPaths).not.toContain('/fynbos/default');
    await choose(page, 'Chat and marketing');
    await button.waitFor();
    await putInCart(page, 'larder-oats');
    await button.waitFor();
    await page.goto('/cart');
    await hydrated(page);
    await button.waitFor();
    await main(page).getByRole('link', { name: 'Proceed to checkout' }).first().click();
    await page.getByRole('heading', { name: 'Checkout' }).waitFor();
    await button.waitFor({ state: 'hidden' });
    await page.goBack();
    await button.waitFor();
    world.forget();
    await openCheckout(page);
    await page.waitForLoadState('networkidle');
    expect(world.requestedPaths).toEqual([]);
    // A running chat ends when consent is withdrawn.
    await choose(page);
    await button.waitFor({ state: 'hidden' });
    await page.locator('button[data-ended]').waitFor({ state: 'attached' });
    // It connects again with the next consent.
    await saveChoices(page, 'Chat and marketing');
    await button.waitFor();
    await page.locator('button[data-ended]').waitFor({ state: 'detached' });
    await saveChoices(page);
    await button.waitFor({ state: 'hidden' });
    world.forget();
    await page.goto('/larder');
    await page.waitForLoadState('networkidle');
    expect(world.requestedPaths).toEqual([]);
  });
});

test('the analytics debug view lists each event, why it waits and its outcome', {
  tag: '@stress',
}, async () => {
  const { page } = shopper;
  await page.goto('/larder-oats?debug=analytics');
  const view = page.getByRole('region', { name: 'Analytics events of this page' });
  await view.getByText('view_item · waits').waitFor();
  await view.getByText(/analytics not answered/).waitFor();
  await view.locator('summary').click();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/phone.png`, fullPage: true });
  await page.setViewportSize(desktop);
  if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/desktop.png`, fullPage: true });
});
