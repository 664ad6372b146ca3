import { temporaryFolder } from '@fynbos/test-kit/processes/temporary-folder.ts';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { expectAccessible } from '../../fixtures/axe.ts';
import { fetched, hydrated, openProfile, type Visit, visit } from '../../fixtures/browser.ts';
import { openDemo } from '../../fixtures/shop-and-browser.ts';
import { expect, onTestFinished, test } from '../../fixtures/test.ts';
import { field } from '../../pages/checkout.ts';
import { headersOf, register, send, startSession } from '../../pages/customers.ts';

const our = openDemo({ pictures: false });
const profileCall = '**/api/user/me?*';
let shopper: Visit;

test.beforeEach(async () => {
  shopper = await visit(our.browser, our.shop.origin);
});
const main = (page: Page) => page.getByRole('main');
const notification = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text).last();
const notSent = (page: Page) => main(page).getByText('Not sent yet');
const saved = 'Saved here. It is sent when the shop can be reached.';
const updated = 'Account data has successfully been updated';

/**
 * Registers and logs in a customer and opens the profile.
 * @returns the customer's e-mail address
 */
async function atProfile(page: Page): Promise<string> {
  const email = await register(our.shop);
  await startSession(page, email);
  await openProfilePage(page);
  return email;
}

async function openProfilePage(page: Page): Promise<void> {
  await page.goto('/my-account/profile');
  await hydrated(page);
  await field(page, 'First name').waitFor();
}

async function rename(page: Page, firstname: string): Promise<void> {
  await field(page, 'First name').fill(firstname);
  await main(page).getByRole('button', { name: 'Save' }).first().click();
}

const away = 'test-away';

/** After `goAway` the browser reports no network while pages still load, as they do from a service worker. */
const simulateOffline = (context: BrowserContext) =>
  context.addInitScript((key) => {
    const isThere = () => sessionStorage.getItem(key) === null;
    Object.defineProperty(Navigator.prototype, 'onLine', { get: isThere });
  }, away);

const goAway = (page: Page, isAway: boolean) =>
  page.evaluate(
    ([key, isOffline]) => {
      if (isOffline) sessionStorage.setItem(key, 'yes');
      else sessionStorage.removeItem(key);
      dispatchEvent(new Event(isOffline ? 'offline' : 'online'));
    },
    [away, isAway] as const,
  );

/** Goes offline once the page is idle, because pending requests would fail. */
async function loseNetwork(page: Page): Promise<void> {
  await fetched(page, 'background-parts');
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
}

/**
 * Changes the name while the shop returns 503, until three attempts have failed.
 * @returns the list of waiting tasks after a reload
 */
async function renamedInVain(page: Page, firstname: string): Promise<Locator> {
  const busy = { code: 503, result: 'The shop is busy.', meta: { retry: true } };
  await page.route(profileCall, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 503, json: busy }) : route.continue(),
  );
  await rename(page, firstname);
  const inVain = 'Something could not be sent, even after several attempts.';
  await notification(page, inVain).waitFor();
  await page.reload();
  await hydrated(page);
  await notification(page, inVain).waitFor();
  const notices = page.getByRole('region', { name: 'Notifications' });
  await notices.getByRole('button', { name: 'Show', exact: true }).last().click();
  return page.getByRole('dialog', { name: 'Waiting to be sent' });
}

/** The name that the shop has stored. */
async function nameAtShop(email: string): Promise<string> {
  const headers = await headersOf(our.shop, email);
  return (await send<{ firstname: string }>(our.shop, '/api/user/me', undefined, headers)).firstname;
}

/** Records the profile changes that reach the shop. */
function countChanges(context: BrowserContext): { keys: (string | undefined)[] } {
  const counted: { keys: (string | undefined)[] } = { keys: [] };
  context.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/api/user/me'))
      counted.keys.push(request.headers()['idempotency-key']);
  });
  return counted;
}

test.describe('a profile change (OFF-1, spec accounts 7.1)', () => {
  test('is shown immediately offline, marked as waiting, and sent once online', {
    tag: '@stress',
  }, async () => {
    const { page } = shopper;
    const email = await atProfile(page);
    const changes = countChanges(page.context());
    await loseNetwork(page);
    await rename(page, 'Nomsa');
    await notification(page, saved).waitFor();
    await notSent(page).waitFor();
    await expectAccessible(page);
    expect(changes.keys).toEqual([]);
    await page.context().setOffline(false);
    await notification(page, updated).waitFor();
    await notSent(page).waitFor({ state: 'detached' });
    expect(changes.keys).toEqual([expect.stringMatching(/^\d+-[0-9a-f-]{36}$/)]);
    expect(await nameAtShop(email)).toBe('Nomsa');
  });

  test('survives a reload and a browser restart, and is sent once when a network is available', async () => {
    const { folder, remove } = await temporaryFolder();
    onTestFinished(remove);
    const where = { baseURL: our.shop.origin };
    const first = await openProfile(folder, where);
    onTestFinished(() => first.close());
    await simulateOffline(first);
    const page = first.pages()[0] ?? (await first.newPage());
    const email = await atProfile(page);
    await goAway(page, true);
    await rename(page, 'Lerato');
    await notification(page, saved).waitFor();
    await openProfilePage(page);
    await notSent(page).waitFor();
    expect(await field(page, 'First name').inputValue()).toBe('Lerato');
    await first.close();

    const second = await openProfile(folder, where);
    onTestFinished(() => second.close());
    const changes = countChanges(second);
    const reopened = second.pages()[0] ?? (await second.newPage());
    await reopened.goto('/faq');
    await hydrated(reopened);
    await notification(reopened, updated).waitFor();
    expect(changes.keys).toHaveLength(1);
    expect(await nameAtShop(email)).toBe('Lerato');
    await reopened.goto('/faq');
    await hydrated(reopened);
    await fetched(reopened, 'background-parts');
    await reopened.waitForLoadState('networkidle');
    expect(changes.keys).toHaveLength(1);
  });

  test('is sent by one of two tabs and shown in both', { tag: '@stress' }, async () => {
    const { page } = shopper;
    const email = await atProfile(page);
    const otherPage = await page.context().newPage();
    await openProfilePage(otherPage);
    const changes = countChanges(page.context());
    await loseNetwork(page);
    await rename(page, 'Zodwa');
    await notSent(otherPage).waitFor();
    await page.context().setOffline(false);
    for (const tab of [page, otherPage]) await notSent(tab).waitFor({ state: 'detached' });
    expect(changes.keys).toHaveLength(1);
    expect(await nameAtShop(email)).toBe('Zodwa');
  });

  test('needs the shopper after three failures, and can be retried', async () => {
    const { page, expectConsoleError } = shopper;
    expectConsoleError(/503/);
    const email = await atProfile(page);
    const changes = countChanges(page.context());
    const list = await renamedInVain(page, 'Palesa');
    expect(new Set(changes.keys).size).toBe(1);
    expect(changes.keys).toHaveLength(3);
    await list.getByText('Needs your attention').waitFor();
    await expectAccessible(page);
    await page.unroute(profileCall);
    await list.getByRole('button', { name: 'Try again: Change of your profile' }).click();
    await list.getByText('Everything has been sent.').waitFor();
    expect(await nameAtShop(email)).toBe('Palesa');
  });

  test('can be discarded after a confirmation: it is never sent, and the shop’s data are shown again', {
    tag: '@stress',
  }, async () => {
    const { page, expectConsoleError } = shopper;
    expectConsoleError(/503/);
    const email = await atProfile(page);
    const before = await nameAtShop(email);
    const changes = countChanges(page.context());
    const list = await renamedInVain(page, 'Palesa');
    await page.unroute(profileCall);
    const discard = list.getByRole('button', { name: 'Discard: Change of your profile' });
    await discard.click();
    await list.getByRole('button', { name: 'Keep', exact: true }).click();
    await discard.click();
    await expectAccessible(page);
    await list.getByRole('button', { name: 'Yes, discard' }).click();
    await list.getByText('Everything has been sent.').waitFor();
    await notification(page, 'Discarded: Change of your profile').waitFor();
    await openProfilePage(page);
    await expect.poll(() => field(page, 'First name').inputValue()).toBe(before);
    await page.waitForLoadState('networkidle');
    expect([await notSent(page).count(), changes.keys.length]).toEqual([0, 3]);
    expect(await nameAtShop(email)).toBe(before);
  });
});

/** A page without storage asks for cart and lists again and again, also while the network is lost. */
const neverStored =
  /ERR_INTERNET_DISCONNECTED.*\/api\/(cart|user\/values)\/|cart\/pull|The outbox cannot be written: /;

test.describe('without browser storage (OFF-4, spec accounts 9)', () => {
  const unkept =
    'Not sent, and your browser blocks storage. Leave this page open until you are connected again.';

  test('a change is not called saved: the page explains it, retains the input, and sends it while open', {
    tag: '@stress',
  }, async () => {
    const { page, expectConsoleError } = shopper;
    // Only the cart token is stored then, and the login may have used up that cart.
    expectConsoleError(neverStored);
    await page.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      };
    });
    const email = await atProfile(page);
    await loseNetwork(page);
    await rename(page, 'Naledi');
    await notification(page, unkept).waitFor();
    expect(await notification(page, saved).count()).toBe(0);
    expect(await field(page, 'First name').inputValue()).toBe('Naledi');
    await page.context().setOffline(false);
    await notification(page, updated).waitFor();
    expect(await nameAtShop(email)).toBe('Naledi');
  });

  test('a full storage is handled the same, and logged', async () => {
    const { page, expectConsoleError } = shopper;
    expectConsoleError(neverStored);
    const logged = page.waitForEvent('console', (message) =>
      message.text().includes('outbox cannot be written'),
    );
    const debug = await page.context().newCDPSession(page);
    await debug.send('Storage.overrideQuotaForOrigin', { origin: our.shop.origin, quotaSize: 1 });
    const email = await atProfile(page);
    await loseNetwork(page);
    await rename(page, 'Naledi');
    await notification(page, unkept).waitFor();
    expect((await logged).type()).toBe('warning');
    expect(await field(page, 'First name').inputValue()).toBe('Naledi');
    await page.context().setOffline(false);
    await notification(page, updated).waitFor();
    expect(await nameAtShop(email)).toBe('Naledi');
  });
});

test.describe('other tasks', () => {
  test('two addresses added offline are shown as waiting and arrive once', { tag: '@stress' }, async () => {
    const { page } = shopper;
    const email = await register(our.shop);
    await startSession(page, email);
    await page.goto('/my-account/shipping-details');
    await hydrated(page);
    await main(page).getByRole('button', { name: 'Add an address' }).waitFor();
    const changes = countChanges(page.context());
    await loseNetwork(page);
    for (const street of ['12 Long Street', '7 Kloof Road']) {
      await main(page).getByRole('button', { name: 'Add an address' }).click();
      await field(page, 'Street and number').fill(street);
      await field(page, 'Postal code').fill('8001');
      await field(page, 'City or town').fill('Cape Town');
      await field(page, 'Province').selectOption('ZA-WC');
      await field(page, 'Telephone').fill('082 123 4567');
      await main(page).getByRole('button', { name: 'Save' }).click();
      await main(page).getByText(street).waitFor();
    }
    await notSent(page).waitFor();
    await page.context().setOffline(false);
    await notSent(page).waitFor({ state: 'detached' });
    expect(changes.keys).toHaveLength(1);
    const headers = await headersOf(our.shop, email);
    const { addresses } = await send<{ addresses: { street: string[] }[] }>(
      our.shop,
      '/api/user/me',
      undefined,
      headers,
    );
    expect(addresses.map(({ street }) => street[0])).toEqual(['12 Long Street', '7 Kloof Road']);
  });

  test('a newsletter subscription made offline is sent once online', { tag: '@stress' }, async () => {
    const { page } = shopper;
    await page.goto('/newsletter');
    await hydrated(page);
    await loseNetwork(page);
    await field(page, 'E-mail address').fill('sipho@example.co.za');
    await main(page).getByRole('button', { name: 'Subscribe' }).click();
    await main(page).getByText(saved).waitFor();
    await expectAccessible(page);
    const subscribeResponse = page.waitForResponse((response) => response.request().method() === 'POST');
    await page.context().setOffline(false);
    expect((await subscribeResponse).status()).toBe(200);
    await notification(page, 'Your newsletter choice has been sent.').waitFor();
  });

  test('the stock of a product opened offline is checked once online', async () => {
    const { page, expectConsoleError } = shopper;
    expectConsoleError(/ERR_INTERNET_DISCONNECTED|Failed to load/);
    await page.goto('/pantry', { waitUntil: 'networkidle' });
    await hydrated(page);
    const cards = page.locator('#products h3 a');
    await page.waitForFunction(() => performance.getEntriesByName('second stage').length > 0);
    await cards.nth(0).click();
    await main(page).getByRole('button', { name: 'Add to cart', exact: true }).first().waitFor();
    await fetched(page, 'stock-check-tasks');
    await page.goBack();
    await cards.nth(1).waitFor();
    await loseNetwork(page);
    await cards.nth(1).click();
    await main(page).getByText('The system is not sure about the stock quantity.').waitFor();
    const checked = page.waitForResponse((response) => response.url().includes('/api/stock/check'));
    await page.context().setOffline(false);
    const stockRequest = (await checked).request();
    expect(stockRequest.headers()['idempotency-key']).toMatch(/^\d+-/);
    await main(page).getByText('In stock!').first().waitFor();
  });
});
