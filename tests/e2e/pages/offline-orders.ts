import { expect, type Locator, type Page } from '@playwright/test';
import { fetchedPaths, hydrated, ownBuild, scriptPaths } from '../fixtures/browser.ts';
import {
  acceptTerms,
  finishShipping,
  main,
  openCheckout,
  payment,
  personal,
  placeButton,
  shipping,
} from './checkout.ts';
import { readStoredOrders } from './stored-orders.ts';

/** Helpers for tests that place an order offline. */

/** Console errors that the browser logs for calls made offline, also for the check for a new service worker. */
export const lostCalls =
  /ERR_INTERNET|Failed to load|ERR_FAILED|net::|error occurred when fetching the script/;

/** Waits until the shop has returned the delivery and payment methods of this cart. */
const awaitCheckoutMethods = (page: Page): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => localStorage.getItem('shipping-details')))
    .toContain('cashondelivery');

/**
 * Opens checkout, waits for all of its code, and goes offline.
 * @param build the folder of the build that the page is of
 */
export async function loseNetwork(page: Page, build = ownBuild): Promise<void> {
  await awaitCheckoutMethods(page);
  await openCheckout(page);
  const later = ['shipping-step', 'town-lookup', 'review-step', 'thank-you', 'order-notifier'];
  await fetchedPaths(
    page,
    later.flatMap((name) => scriptPaths(name, build)),
  );
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
}

/** Orders offline from the first step. */
export async function orderOffline(page: Page, email: string): Promise<void> {
  await typeOffline(page, email);
  await order(page);
}

/** Completes all steps up to the place-order button. */
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

/** Opens a page with the network back. */
export async function comeBack(page: Page, path = '/larder'): Promise<void> {
  // Leaves the thank-you page, which would send the order without asking.
  await page.goto('about:blank');
  await page.context().setOffline(false);
  await page.goto(path);
  await hydrated(page);
}

export const waitingOrders = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Orders waiting to be sent' });

/** Opens the list of waiting orders from the prompt. */
export async function openWaiting(page: Page): Promise<void> {
  await page.getByText('Order waiting!').waitFor();
  await page.getByText('Click here to').click();
  await waitingOrders(page).waitFor();
}

/** Confirms the first waiting order. */
export const confirmFirst = (page: Page): Promise<void> =>
  waitingOrders(page)
    .getByRole('button', { name: /^Place order/ })
    .first()
    .click();

/**
 * Waits until no order is waiting.
 * @returns the numbers of the orders that the shop confirmed
 */
export async function arrived(page: Page): Promise<string[]> {
  await expect
    .poll(() => page.evaluate(readStoredOrders), { timeout: 120_000 })
    .toMatchObject({ waiting: [] });
  return (await page.evaluate(readStoredOrders)).placed.map(({ number }) => number);
}

/** Leaves the first order in the state of a page that closed while the order returned to the cart. */
export function beginGoingBack(): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('fynbos');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const db = opening.result;
      const changing = db.transaction('boxes', 'readwrite');
      const store = changing.objectStore('boxes');
      const request = store.get('orders');
      request.onsuccess = () => {
        request.result.entries[0].offline.state = 'goingBack';
        store.put({ ...request.result, rev: request.result.rev + 1 }, 'orders');
      };
      changing.onabort = () => reject(changing.error);
      changing.oncomplete = () => {
        db.close();
        resolve();
      };
    };
  });
}

/** Counts the shop's requests for persistent storage, from the next page on. */
export const countPersistRequests = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    // The blank page has no storage manager.
    if (!navigator.storage) return;
    const originalPersist = navigator.storage.persist.bind(navigator.storage);
    navigator.storage.persist = () => {
      const counted = window as { persistRequests?: number };
      counted.persistRequests = (counted.persistRequests ?? 0) + 1;
      return originalPersist();
    };
  });

export const persistRequestCount = (page: Page): Promise<number> =>
  page.evaluate(() => (window as { persistRequests?: number }).persistRequests ?? 0);

/** Rewrites the stored outboxes in the shape of the first schema, before the shop opens them. */
export async function downgradeOutboxes(): Promise<void> {
  const resultOf = <Result>(request: IDBRequest<Result>): Promise<Result> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const newer = await resultOf(indexedDB.open('fynbos'));
  const held = newer.transaction('boxes').objectStore('boxes');
  const [names, values] = await Promise.all([resultOf(held.getAllKeys()), resultOf(held.getAll())]);
  newer.close();
  await resultOf(indexedDB.deleteDatabase('fynbos'));
  const opening = indexedDB.open('fynbos', 1);
  opening.onupgradeneeded = () => {
    const store = opening.result.createObjectStore('boxes');
    for (const [at, { entries, ...outbox }] of values.entries()) {
      const older = (entries as Record<string, unknown>[]).map(
        ({ created_at, updated_at, attempts, ...entry }) => ({ ...entry, at: entry.at ?? created_at }),
      );
      store.put({ ...outbox, entries: older }, names[at]);
    }
  };
  (await resultOf(opening)).close();
}
