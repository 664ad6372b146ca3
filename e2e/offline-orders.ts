import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { fetched, hydrated } from './browser.ts';
import {
  acceptTerms,
  finishShipping,
  main,
  openCheckout,
  payment,
  personal,
  placeButton,
  shipping,
} from './checkout-pages.ts';
import { readKeptOrders } from './kept-orders.ts';

/** What tests do with an order that is made without a network. */

/** What a browser says of every call that it cannot make. */
export const lostCalls = /ERR_INTERNET|Failed to load|ERR_FAILED|net::/;

/** The shop has said how this cart can be delivered and paid. */
export const knowsWays = (page: Page): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => localStorage.getItem('shipping-details')))
    .toContain('cashondelivery');

/** In checkout with what is in the cart, all of its code there, and without a network from here on. */
export async function loseNetwork(page: Page): Promise<void> {
  await knowsWays(page);
  await openCheckout(page);
  const later = [
    'shipping-step',
    'payment-step',
    'review-step',
    'thank-you',
    'order-voice',
    'fill-place',
    'town-list',
  ];
  await fetched(page, ...later);
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
}

/** Orders without a network, from the first step on. */
export async function orderOffline(page: Page, email: string): Promise<void> {
  await typeOffline(page, email);
  await order(page);
}

/** Through all steps, up to the button that orders. */
export async function typeOffline(page: Page, email: string): Promise<void> {
  await personal(page, email);
  await shipping(page);
  await payment(page);
  await acceptTerms(page);
}

/** The same for a customer whose name and address are known. */
export async function orderAsCustomer(page: Page): Promise<void> {
  await main(page).getByRole('button', { name: 'Continue', exact: true }).click();
  await main(page).getByLabel('Deliver to', { exact: true }).waitFor();
  await finishShipping(page);
  await payment(page);
  await acceptTerms(page);
  await order(page);
}

async function order(page: Page): Promise<void> {
  await placeButton(page).click();
  await main(page).getByText('You are offline. Your order has been queued.').waitFor();
}

/** Opens another page with a network again. */
export async function comeBack(page: Page, path = '/larder'): Promise<void> {
  // Nobody is on the thank-you page any more, from where it would be sent unasked.
  await page.goto('about:blank');
  await page.context().setOffline(false);
  await page.goto(path);
  await hydrated(page);
}

export const waitingOrders = (page: Page): Locator => page.getByRole('dialog', { name: 'Orders that wait' });

/** From the prompt to the list of what waits. */
export async function openWaiting(page: Page): Promise<void> {
  await page.getByText('Order waiting!').waitFor();
  await page.getByText('Click here to').click();
  await waitingOrders(page).waitFor();
}

/** Says yes to the first order that waits. */
export const confirmFirst = (page: Page): Promise<void> =>
  waitingOrders(page)
    .getByRole('button', { name: /^Place order/ })
    .first()
    .click();

/** Waits until no order waits any more. @returns the numbers of those that the shop has confirmed */
export async function arrived(page: Page): Promise<string[]> {
  await expect.poll(() => page.evaluate(readKeptOrders), { timeout: 45_000 }).toMatchObject({ waiting: [] });
  return (await page.evaluate(readKeptOrders)).placed.map(({ number }) => number);
}

/** Leaves the first order as a page does that ends while it is taken back. */
export function beginGoingBack(): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('fynbos');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const db = opening.result;
      const changing = db.transaction('boxes', 'readwrite');
      const boxes = changing.objectStore('boxes');
      const asked = boxes.get('orders');
      asked.onsuccess = () => {
        asked.result.entries[0].offline.state = 'goingBack';
        boxes.put({ ...asked.result, rev: asked.result.rev + 1 }, 'orders');
      };
      changing.onabort = () => reject(changing.error);
      changing.oncomplete = () => {
        db.close();
        resolve();
      };
    };
  });
}

/** From the next page on: counts how often the shop asks the browser not to let go of what it keeps. */
export const noteAsksToStay = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    // The empty page has none.
    if (!navigator.storage) return;
    const asked = navigator.storage.persist.bind(navigator.storage);
    navigator.storage.persist = () => {
      const counted = window as { asksToStay?: number };
      counted.asksToStay = (counted.asksToStay ?? 0) + 1;
      return asked();
    };
  });

export const asksToStay = (page: Page): Promise<number> =>
  page.evaluate(() => (window as { asksToStay?: number }).asksToStay ?? 0);

/** Gives what is kept the shape it had in the first schema, before the shop opens it. */
export async function keepAsOlderShop(): Promise<void> {
  const answered = <Answer>(request: IDBRequest<Answer>): Promise<Answer> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const newer = await answered(indexedDB.open('fynbos'));
  const held = newer.transaction('boxes').objectStore('boxes');
  const [names, values] = await Promise.all([answered(held.getAllKeys()), answered(held.getAll())]);
  newer.close();
  await answered(indexedDB.deleteDatabase('fynbos'));
  const opening = indexedDB.open('fynbos', 1);
  opening.onupgradeneeded = () => {
    const boxes = opening.result.createObjectStore('boxes');
    for (const [at, { entries, ...box }] of values.entries()) {
      const older = (entries as Record<string, unknown>[]).map(
        ({ created_at, updated_at, attempts, ...entry }) => ({ ...entry, at: entry.at ?? created_at }),
      );
      boxes.put({ ...box, entries: older }, names[at]);
    }
  };
  (await answered(opening)).close();
}
