import { long } from '@fynbos/api/testing/long.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { desktop, expectAccessible, hydrated, openBrowser, type Visit, visit } from './browser.ts';
import { openPage } from './cart-pages.ts';
import {
  acceptTerms,
  main,
  openCheckout,
  placeButton,
  putInCart,
  thanked,
  throughSteps,
  withDraft,
} from './checkout-pages.ts';
import { products } from './larder.ts';
import { type OutsideWorld, openOutsideWorld } from './outside-world.ts';
import { orderNumber, paid, press, toPay, toProvider } from './payment-pages.ts';
import { type RunningShop, startShop, trusted } from './shop.ts';
import { load } from './shop-files.ts';

let world: OutsideWorld;
let shop: RunningShop;
let browser: Browser;
let shopper: Visit;
const email = 'thandi@example.co.za';

beforeAll(async () => {
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
afterAll(async () => {
  await browser?.close();
  await shop?.stop();
  await world?.close();
});
beforeEach(async () => {
  world.forget();
  shopper = await visit(browser, shop.origin);
});
afterEach(() => shopper.close());

/** Answers what may be kept, where every page's foot leads to. */
async function choose(page: Page, ...purposes: string[]): Promise<void> {
  await page.goto('/privacy-choices');
  await hydrated(page);
  await answer(page, ...purposes);
}

/** Answers it without a new document: what happened on the way there is known to this one. */
async function chooseFromFoot(page: Page, ...purposes: string[]): Promise<void> {
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy choices' }).click();
  await answer(page, ...purposes);
}

/** The page that says thanks has no foot. */
const goOn = (page: Page) => main(page).getByRole('link', { name: 'Continue shopping' }).click();

async function answer(page: Page, ...purposes: string[]): Promise<void> {
  const form = main(page).getByRole('group', { name: 'Privacy choices' });
  for (const name of ['Analytics', 'Chat and marketing'])
    await form.getByRole('checkbox', { name }).setChecked(purposes.includes(name));
  await main(page).getByRole('button', { name: 'Save my choice' }).click();
  await main(page).getByText('Your choice has been saved.').waitFor();
}

const named = () => world.events.map(({ event }) => event);
const told = (...events: string[]) => expect.poll(named).toEqual(events);
const kept = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);
const waiting = (page: Page) =>
  page.evaluate(() => JSON.parse(sessionStorage.getItem('analytics-events') ?? '[]').length as number);

/** Whatever the browser keeps to measure with. */
const keptToMeasure = (page: Page) =>
  page.evaluate(() =>
    [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter((key) =>
      /^(analytics|purchase)/.test(key),
    ),
  );

/** Up to the button that orders. */
async function toPlace(page: Page, product = 'larder-oats', qty = 1): Promise<void> {
  await putInCart(page, product, qty);
  await withDraft(page, email, 'cashondelivery', async () => {
    await throughSteps(page, email);
    await placeButton(page).waitFor();
  });
  // Delivery is worked out after the page is there; an order placed before that would be asked about again.
  await expect.poll(() => placeButton(page).innerText()).toMatch(/R103\.50|R180\.00/);
  await acceptTerms(page);
}

/** What an item of these tests always says. */
const item = (sku: string, name: string, price: number, quantity: number, index = 0) => ({
  item_id: sku,
  item_name: name,
  affiliation: 'Online',
  index,
  price,
  quantity,
  item_category: 'Larder',
});

describe('before and without a yes', () => {
  test('nothing leaves the browser; after it what happened is told once, with all that Google asks for', async () => {
    const { page } = shopper;
    await putInCart(page, 'larder-oats', 2);
    await page.waitForLoadState('networkidle');
    await expect.poll(() => keptToMeasure(page)).toEqual([]);
    expect(world.asked).toEqual([]);
    await chooseFromFoot(page, 'Analytics');
    await told('view_item', 'add_to_cart');
    const oats = item('L-OATS', 'Larder Oats', 43.5, 1);
    expect(world.events.map(({ ecommerce }) => ecommerce)).toEqual([
      { currency: 'ZAR', value: 43.5, items: [oats] },
      { currency: 'ZAR', value: 87, items: [{ ...oats, quantity: 2 }] },
    ]);
    expect(world.asked).toEqual(['/gtm.js', '/collect', '/collect']);
    await page.reload();
    await expect.poll(() => world.asked.length).toBe(4);
    expect([named().length, await waiting(page)]).toEqual([2, 0]);
    // A yes that is taken back ends it.
    await choose(page);
    await openPage(page, '/larder-tea');
    await page.waitForLoadState('networkidle');
    expect([named().length, await waiting(page)]).toEqual([2, 0]);
  });

  test('nothing of an order is kept to measure it, and a no ends even that', async () => {
    const { page } = shopper;
    await page.addInitScript(() => localStorage.setItem('purchase-tracking', '{"old":{"at":9e15}}'));
    await toPlace(page);
    await placeButton(page).click();
    await thanked(page);
    await page.waitForLoadState('networkidle');
    await expect.poll(() => keptToMeasure(page)).toEqual([]);
    expect(world.asked).toEqual([]);
    await goOn(page);
    await chooseFromFoot(page);
    await putInCart(page, 'larder-oats');
    await page.waitForLoadState('networkidle');
    await expect.poll(() => keptToMeasure(page)).toEqual([]);
    expect(world.asked).toEqual([]);
  });

  long('a yes right after the order still tells of it, once', async () => {
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

describe('after a yes', () => {
  test('what happens without a network is told when there is one', async () => {
    const { page, expectFault } = shopper;
    expectFault(/ERR_INTERNET|Failed to load/);
    await choose(page, 'Analytics');
    await putInCart(page, 'larder-oats', 3);
    await openPage(page, '/cart');
    const quantity = main(page).getByRole('textbox', { name: /Larder Oats/ });
    await quantity.waitFor();
    await told('view_item', 'add_to_cart');
    // What measures comes after the page, and listens from then on.
    await page.locator('script[src*="gtm.js"]').waitFor({ state: 'attached' });
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    await quantity.fill('1');
    await quantity.press('Enter');
    await expect.poll(() => waiting(page)).toBe(1);
    expect(named()).toHaveLength(2);
    await page.context().setOffline(false);
    await told('view_item', 'add_to_cart', 'remove_from_cart');
    expect(world.events.at(-1)?.ecommerce).toEqual({
      currency: 'ZAR',
      value: 87,
      items: [item('L-OATS', 'Larder Oats', 43.5, 2)],
    });
  });

  test('a tag manager that did not come is asked for again', async () => {
    const { page, expectFault } = shopper;
    expectFault(/ERR_/);
    await page.route('**/gtm.js*', (route) => route.abort());
    const refused = () => page.waitForEvent('requestfailed', (request) => request.url().includes('/gtm.js'));
    // Each document asks for it.
    await Promise.all([refused(), choose(page, 'Analytics')]);
    await Promise.all([refused(), openPage(page, '/larder-tea')]);
    await page.unroute('**/gtm.js*');
    expect(named()).toEqual([]);
    await page.context().setOffline(true);
    await page.context().setOffline(false);
    await told('view_item');
  });

  long('an order on delivery is told once: loaded again, and with a second tab', async () => {
    const { page } = shopper;
    await choose(page, 'Analytics');
    await toPlace(page, 'larder-tea', 2);
    await told('view_item', 'add_to_cart', 'begin_checkout');
    await page.reload();
    await placeButton(page).waitFor();
    await acceptTerms(page);
    const other = await page.context().newPage();
    await openPage(other, '/larder');
    await placeButton(page).click();
    const number = await thanked(page);
    await told('view_item', 'add_to_cart', 'begin_checkout', 'purchase');
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
    await openPage(other, '/larder-oats');
    await expect.poll(named).toEqual(['view_item', 'add_to_cart', 'begin_checkout', 'purchase', 'view_item']);
    expect(await kept(page, 'purchase-tracking')).toBeNull();
    expect(await keptToMeasure(page)).toEqual(['purchase-told']);
    expect([await kept(page, 'purchase-told'), await kept(page, 'claims')]).toEqual([`["${number}"]`, null]);
    // As a logout says it on its page.
    await page.evaluate(() => dispatchEvent(new StorageEvent('storage', { key: null })));
    expect(await keptToMeasure(page)).toEqual([]);
    await other.close();
  });

  long('an order that waited for the network is told when it has arrived', async () => {
    const { page, expectFault } = shopper;
    expectFault(/ERR_INTERNET|Failed to load/);
    await choose(page, 'Analytics');
    await toPlace(page);
    await told('view_item', 'add_to_cart', 'begin_checkout');
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    await placeButton(page).click();
    await main(page).getByText('You are offline. Your order has been queued.').waitFor();
    expect(await kept(page, 'purchase-tracking')).not.toContain('"number"');
    await page.context().setOffline(false);
    const number = await thanked(page);
    await told('view_item', 'add_to_cart', 'begin_checkout', 'purchase');
    expect(world.events.at(-1)?.ecommerce).toMatchObject({ transaction_id: number });
  });

  test('one that is paid by card is told where it is seen to be paid, with a name where that was agreed to', async () => {
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
    await told('purchase');
    const [purchase] = world.events;
    expect(purchase).toMatchObject({
      ecommerce: { transaction_id: number, value: 87, shipping: 60 },
      user_data: { email, phone_number: '+27821234567' },
    });
    const other = await page.context().newPage();
    await Promise.all([page.reload(), other.goto(page.url())]);
    await Promise.all([paid(page), paid(other)]);
    await openPage(other, '/larder-oats');
    await told('purchase', 'view_item');
    await other.close();
  });
});

describe('the chat', () => {
  test('comes after its own yes, is not there while somebody pays, and ends with a no', async () => {
    const { page } = shopper;
    const button = page.getByRole('button', { name: 'Chat', exact: true });
    await choose(page, 'Analytics');
    await expect.poll(() => world.asked).toContain('/gtm.js');
    expect(world.asked).not.toContain('/fynbos/default');
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
    expect(world.asked).toEqual([]);
    // What is there already goes with the answer.
    await choose(page);
    await button.waitFor({ state: 'hidden' });
    await page.locator('button[data-ended]').waitFor({ state: 'attached' });
    // And comes back with the next yes, connected again.
    await answer(page, 'Chat and marketing');
    await button.waitFor();
    await page.locator('button[data-ended]').waitFor({ state: 'detached' });
    await answer(page);
    await button.waitFor({ state: 'hidden' });
    world.forget();
    await page.goto('/larder');
    await page.waitForLoadState('networkidle');
    expect(world.asked).toEqual([]);
  });
});

long('whoever tries it out sees what is measured, why it waits, and what became of it', async () => {
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
