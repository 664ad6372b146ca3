import type { Page } from '@playwright/test';
import { desktop, hydrated, type Visit, visit } from '../../fixtures/browser.ts';
import { openSharedShop } from '../../fixtures/shop-and-browser.ts';
import { expect, test } from '../../fixtures/test.ts';
import { cartHeaders, countAt } from '../../pages/cart.ts';
import { field, main, putInCart } from '../../pages/checkout.ts';
import { register, startSession } from '../../pages/customers.ts';

/** Network tasks as the browser stores them, and how they are sent (spec accounts 3 and 4.4, wire contract 6.1). */

const our = openSharedShop(undefined, { pictures: false });
let shopper: Visit;
test.beforeEach(async () => {
  shopper = await visit(our.browser, our.shop.origin, { viewport: desktop });
});

const notices = (page: Page) => page.getByRole('region', { name: 'Notifications' });

interface StoredTasks {
  rev: number;
  kept: { results: object[]; done: object[] };
  entries: Record<string, unknown>[];
}

/** The tasks in this browser's database. */
const storedTasks = (page: Page): Promise<StoredTasks | undefined> =>
  page.evaluate(async () => {
    const { promise, resolve } = Promise.withResolvers<StoredTasks | undefined>();
    const opening = indexedDB.open('fynbos');
    opening.onsuccess = () => {
      const reading = opening.result.transaction('boxes').objectStore('boxes').get('tasks');
      reading.onsuccess = () => resolve(reading.result);
    };
    const tasks = await promise;
    opening.result.close();
    return tasks;
  });

/** Stores tasks as another page of the shop would have left them, and opens a page that sends them. */
async function leaveTasks(page: Page, entries: object[]): Promise<void> {
  await page.evaluate(async (given) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const opening = indexedDB.open('fynbos', 2);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore('boxes');
      opening.result.createObjectStore('leases');
    };
    opening.onsuccess = () => {
      const transaction = opening.result.transaction('boxes', 'readwrite');
      transaction
        .objectStore('boxes')
        .put({ rev: 1, kept: { results: [], done: [] }, entries: given }, 'tasks');
      transaction.oncomplete = () => resolve();
    };
    await promise;
    opening.result.close();
    localStorage.setItem('current-tasks', `${given.length} 0`);
  }, entries);
  await page.goto('/faq');
  await hydrated(page);
}

/** A stored task of a guest, which checks the stock of a product. */
function stockTask(sku: string, more: object = {}) {
  const id = `${Date.now()}-${crypto.randomUUID()}`;
  return {
    ...{ id, task_id: id, url: `/api/stock/check?sku=${sku}`, callback_event: 'stock-after-check' },
    payload: { method: 'GET', headers: { Accept: 'application/json' }, mode: 'cors' },
    ...{ created_at: Date.now(), updated_at: Date.now(), attempts: 0 },
    ...{ transmited: false, transmited_at: null, acknowledged: false },
    ...{ result: null, resultCode: null, code: null, meta: null },
    ...{ silent: false, is_result_cacheable: false, product_sku: sku },
    ...more,
  };
}

test('a task has its fields in storage, and is sent with the customer’s token and its id as key', async () => {
  const { page, expectConsoleError } = shopper;
  expectConsoleError(/ERR_INTERNET_DISCONNECTED|Failed to load/);
  await startSession(page, await register(our.shop));
  await page.goto('/my-account/profile');
  await hydrated(page);
  await field(page, 'First name').waitFor();
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await field(page, 'First name').fill('Lindiwe');
  await main(page).getByRole('button', { name: 'Save' }).first().click();
  await main(page).getByText('Not sent yet').waitFor();
  const [task] = (await storedTasks(page))?.entries ?? [];
  const time = expect.any(Number);
  expect(task).toEqual({
    ...{ id: task?.task_id, task_id: expect.stringMatching(/^\d+-[0-9a-f-]{36}$/) },
    url: '/api/user/me?token={{token}}',
    payload: {
      method: 'POST',
      headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
      ...{ mode: 'cors', body: expect.stringContaining('Lindiwe') },
    },
    ...{ callback_event: 'user-after-update', created_at: time, updated_at: time, attempts: 0 },
    ...{ transmited: false, transmited_at: null, acknowledged: false },
    ...{ result: null, resultCode: null, code: null, meta: null },
    ...{ silent: false, is_result_cacheable: false, customer: time },
  });
  const sending = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().includes('/api/user/me'),
  );
  await page.context().setOffline(false);
  const request = await sending;
  expect(request.headers()).toMatchObject({
    authorization: expect.stringMatching(/^Bearer \S+$/),
    'idempotency-key': task?.task_id,
  });
  expect(request.url()).not.toContain('token');
  await notices(page).getByText('Account data has successfully been updated').last().waitFor();
});

test('a task about a cart waits for the shopper without one, and is sent with the token of the cart', async () => {
  const { page } = shopper;
  const requests: URL[] = [];
  page.on('request', (request) => requests.push(new URL(request.url())));
  const checks = () => requests.filter(({ searchParams }) => searchParams.has('cartId'));
  await page.goto('/faq');
  const task = stockTask('L-OATS', { url: '/api/stock/check?cartId={{cartId}}&sku=L-OATS' });
  await leaveTasks(page, [task]);
  await notices(page).getByText('Something could not be sent, even after several attempts.').waitFor();
  await notices(page).getByRole('button', { name: 'Show', exact: true }).click();
  const list = page.getByRole('dialog', { name: 'Waiting to be sent' });
  await list.getByText('This cart no longer exists. Please create a new one.').waitFor();
  expect(checks()).toEqual([]);
  await putInCart(page, 'larder-oats');
  await expect.poll(() => cartHeaders(page)).toBeDefined();
  await page.goto('/faq');
  await hydrated(page);
  await notices(page).getByRole('button', { name: 'Show', exact: true }).click();
  const sending = page.waitForRequest((request) => request.url().includes('cartId='));
  await list.getByRole('button', { name: 'Try again: Stock check of L-OATS' }).click();
  expect((await sending).headers()['idempotency-key']).toBe(task.task_id);
  await list.getByText('Everything has been sent.').waitFor();
  const token = (await cartHeaders(page))?.['x-cart-token'];
  expect(checks().map(({ searchParams }) => searchParams.get('cartId'))).toEqual([token]);
  expect(await countAt(page)).toBe(1);
});

test('a refused task is reported unless it is silent, has no message, or names an unknown host', async () => {
  const { page, expectConsoleError } = shopper;
  expectConsoleError(/400|401|Failed to load/);
  const refuse = (sku: string, result: unknown, problem?: string, status = 400) =>
    page.route(`**/api/stock/check?sku=${sku}&*`, (route) =>
      route.fulfill({ status, json: { code: status, result, ...(problem && { meta: { problem } }) } }),
    );
  await refuse('SILENT', 'Silent refusal.');
  await refuse('EMPTY', '');
  await refuse('HOST', { code: 'ENOTFOUND', errorMessage: 'getaddrinfo ENOTFOUND' });
  await refuse('TOKEN', 'Token refusal.', 'token_refused');
  await refuse('SPOKEN', 'Not today.');
  await page.goto('/faq');
  const silent = stockTask('SILENT', { silent: true });
  await leaveTasks(page, [silent, ...['EMPTY', 'HOST', 'TOKEN', 'SPOKEN'].map((sku) => stockTask(sku))]);
  await notices(page).getByText('Not today.').waitFor();
  expect((await storedTasks(page))?.entries).toEqual([]);
  expect((await storedTasks(page))?.kept.done).toHaveLength(5);
  await expect(notices(page).getByRole('button', { name: 'OK' })).toHaveCount(1);
});

test.describe('the renewal of a token (ACC-3, spec D25)', () => {
  test('holds the calls of the customer, which are checked each second and sent with the new token', async () => {
    const { page } = shopper;
    await startSession(page, await register(our.shop));
    await page.addInitScript(() => {
      const delays: unknown[] = [];
      const original = window.setTimeout.bind(window);
      Object.assign(window, {
        delays,
        setTimeout: (run: TimerHandler, delay?: number, ...given: unknown[]) => {
          delays.push(delay);
          return original(run, delay === 1000 ? 1 : delay, ...given);
        },
      });
    });
    const held = Promise.withResolvers<void>();
    await page.route('**/api/user/refresh*', async (route) => {
      await held.promise;
      await route.continue();
    });
    const sent: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/user/order-history')) sent.push(request.headers().authorization);
    });
    await page.goto('/my-account/orders');
    const checks = () =>
      page.evaluate(
        () => (window as unknown as { delays: unknown[] }).delays.filter((delay) => delay === 1000).length,
      );
    await expect.poll(checks).toBeGreaterThan(3);
    expect(sent).toEqual([]);
    held.resolve();
    await expect.poll(() => sent).toEqual([expect.stringMatching(/^Bearer \S+$/)]);
  });

  test('is attempted three times, then the session ends', async () => {
    const { page, expectConsoleError } = shopper;
    expectConsoleError(/401|Failed to load/);
    await startSession(page, await register(our.shop));
    let renewals = 0;
    const refusal = { code: 401, result: 'Expired.', meta: { problem: 'token_refused' } };
    await page.route('**/api/**', (route) => {
      const request = route.request();
      const isRenewal = request.url().includes('/api/user/refresh');
      if (isRenewal && request.method() === 'POST') renewals += 1;
      return request.headers().authorization && !isRenewal
        ? route.fulfill({ status: 401, json: refusal })
        : route.continue();
    });
    await page.goto('/my-account/orders');
    await page.waitForURL('**/login?*');
    expect(renewals).toBe(3);
  });
});
