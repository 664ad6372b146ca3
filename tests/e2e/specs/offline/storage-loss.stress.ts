import type { Page } from '@playwright/test';
import type { Visit } from '../../fixtures/browser.ts';
import { load } from '../../fixtures/import-files.ts';
import { trusted } from '../../fixtures/running-shop.ts';
import { openShop } from '../../fixtures/shop-and-browser.ts';
import { products } from '../../fixtures/shop-pool.ts';
import { expect, test } from '../../fixtures/test.ts';
import { main, placeButton, putInCart, thanked } from '../../pages/checkout.ts';
import {
  arrived,
  comeBack,
  confirmFirst,
  countPersistRequests,
  loseNetwork,
  lostCalls,
  openWaiting,
  persistRequestCount,
  typeOffline,
} from '../../pages/offline-orders.ts';
import { settled, visitWithWorker } from '../../pages/service-worker.ts';
import { readStoredOrders } from '../../pages/stored-orders.ts';

/**
 * An order is reported as queued only if it was written and read back, whatever happens to the browser's
 * storage (reliability, 23).
 */
const our = openShop(trusted, (shop) => load(shop, { 'products.csv': products }));
const email = 'lost.storage@example.co.za';
const notQueued = (page: Page) => main(page).getByRole('alert').getByText('Your order is not queued');

let shopper: Visit;
test.beforeEach(async () => {
  shopper = await visitWithWorker(our.browser, our.shop.origin);
  shopper.expectConsoleError(lostCalls);
  await countPersistRequests(shopper.page);
});

/** Goes offline and stops at the button that places the order. */
async function atTheButton(page: Page): Promise<void> {
  await putInCart(page, 'larder-tea');
  await settled(page);
  await loseNetwork(page);
  await typeOffline(page, email);
}

/** The input is still there, and with a network it becomes one order. */
async function expectDraftIntact(page: Page): Promise<void> {
  await notQueued(page).waitFor();
  expect(await main(page).getByText('has been queued').count()).toBe(0);
  await main(page).getByText('12 Long Street').first().waitFor();
  await page.context().setOffline(false);
  await placeButton(page).click();
  await thanked(page);
}

test.describe('an order placed offline', () => {
  test('an order on a full device is not reported as queued', { tag: '@stress' }, async () => {
    const { page } = shopper;
    shopper.expectConsoleError(/cart\/pull|The outbox cannot be written: /);
    // A browser remembers for minutes how much space was free, so the quota is exhausted from the start.
    const debug = await page.context().newCDPSession(page);
    await debug.send('Storage.overrideQuotaForOrigin', { origin: our.shop.origin, quotaSize: 1 });
    await putInCart(page, 'larder-tea');
    await loseNetwork(page);
    await typeOffline(page, email);
    await placeButton(page).click();
    await expectDraftIntact(page);
  });

  test('a queued order is written and read back, and persistent storage is requested', {
    tag: '@stress',
  }, async () => {
    const { page } = shopper;
    await atTheButton(page);
    await placeButton(page).click();
    await main(page).getByText('You are offline. Your order has been queued.').waitFor();
    expect((await page.evaluate(readStoredOrders)).waiting).toHaveLength(1);
    expect(await persistRequestCount(page)).toBe(1);
    await comeBack(page);
    await openWaiting(page);
    await confirmFirst(page);
    expect(await arrived(page)).toHaveLength(1);
  });

  test('an order whose database was just deleted is reported as queued only if it is stored', {
    tag: '@stress',
  }, async () => {
    const { page } = shopper;
    shopper.expectConsoleError(/The outbox cannot be written: /);
    await atTheButton(page);
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          const deleting = indexedDB.deleteDatabase('fynbos');
          deleting.onsuccess = resolve;
          deleting.onblocked = resolve;
        }),
    );
    await placeButton(page).click();
    const queued = main(page).getByText('You are offline. Your order has been queued.');
    await queued.or(notQueued(page)).first().waitFor();
    // The database may have been created again; then the order is stored.
    if (await queued.isVisible())
      return expect((await page.evaluate(readStoredOrders)).waiting).toHaveLength(1);
    await expectDraftIntact(page);
  });

  test('an order in a private window without a database is not reported as queued', {
    tag: '@stress',
  }, async () => {
    const { page } = shopper;
    shopper.expectConsoleError(/The outbox cannot be written: SecurityError/);
    await page.addInitScript(() => {
      indexedDB.open = () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      };
    });
    await putInCart(page, 'larder-tea');
    await loseNetwork(page);
    await typeOffline(page, email);
    await placeButton(page).click();
    await expectDraftIntact(page);
  });
});
