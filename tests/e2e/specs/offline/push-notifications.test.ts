import { createECDH } from 'node:crypto';
import { openPushService, type TestPushService } from '@fynbos/test-kit/network/push-service.ts';
import type { BrowserContextOptions, Page } from '@playwright/test';
import { expectAccessible } from '../../fixtures/axe.ts';
import { desktop, type Visit } from '../../fixtures/browser.ts';
import { load } from '../../fixtures/import-files.ts';
import {
  allowNotifications,
  type NotificationCentre,
  notificationCentre,
  registeredSync,
} from '../../fixtures/notification-centre.ts';
import { startShop } from '../../fixtures/running-shop.ts';
import { openShop } from '../../fixtures/shop-and-browser.ts';
import { products } from '../../fixtures/shop-pool.ts';
import { expect, test } from '../../fixtures/test.ts';
import { main, placeButton, thanked, toReview } from '../../pages/checkout.ts';
import { newEmail } from '../../pages/customers.ts';
import { settled, visitWithWorker } from '../../pages/service-worker.ts';

/** Notifications (spec accounts 4.4): display by the worker, the page opened by a tap, and the permission prompt. */

/** A push service on this machine. Tests of the API decrypt the delivered messages. */
let service: TestPushService;
const env: Record<string, string> = {};
test.beforeAll(async () => {
  service = await openPushService();
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  // Leading zeroes of the number are omitted and must be restored.
  const secret = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()])
    .subarray(-32)
    .toString('base64url');
  Object.assign(env, {
    PUSH_PUBLIC_KEY: pair.getPublicKey('base64url'),
    PUSH_PRIVATE_KEY: secret,
    PUSH_SUBJECT: 'mailto:shop@fynbos.example',
    PUSH_SERVICES: service.origin,
  });
});
test.afterAll(() => service.close());

const handedPaths = () => service.handed.map(({ path }) => path);

const our = openShop(env, (shop) => load(shop, { 'products.csv': products }), { pictures: false });

test.beforeEach(() => {
  service.handed.length = 0;
});

/** A visitor whose browser has the service worker and allows notifications. */
async function visitAllowed(options: BrowserContextOptions = {}): Promise<Visit> {
  const shopper = await visitWithWorker(our.browser, our.shop.origin, options);
  await allowNotifications(shopper.page, our.shop.origin);
  return shopper;
}
const centreOf = (page: Page) => notificationCentre(page, our.shop.origin);

test.describe('a push message', () => {
  test('is shown in place of an older one with the same tag; a tap closes it and opens the order', async () => {
    const { page } = await visitAllowed();
    await page.goto('/privacy-choices');
    const { push, shown, tap } = await centreOf(page);
    const link = `${our.shop.origin}/order-tracking?number=000100042`;
    const about = { tag: 'order-000100042', link };
    await push(JSON.stringify({ ...about, title: 'Order 000100042 is placed', text: 'We pack it.' }));
    await push(JSON.stringify({ ...about, title: 'Order 000100042 is on its way', text: 'Tap.' }));
    await expect.poll(shown).toEqual([{ ...about, title: 'Order 000100042 is on its way', body: 'Tap.' }]);
    expect(await tap()).toEqual({ opened: [link], wentTo: 0, left: 0 });
    await page.goto(link);
    await expect.poll(() => main(page).getByLabel('Order number').inputValue()).toBe('000100042');
    // The page is already open: it is focused and no other is opened.
    await push(JSON.stringify({ ...about, title: 'Order 000100042 is cancelled', text: 'Tap.' }));
    await expect.poll(shown).toHaveLength(1);
    expect(await tap()).toEqual({ opened: [], wentTo: 1, left: 0 });
  });

  test('that cannot be parsed is shown anyway and links to the home page', { tag: '@stress' }, async () => {
    const { page } = await visitAllowed();
    await page.goto('/privacy-choices');
    const { push, shown, tap } = await centreOf(page);
    for (const data of ['what is this', '', '{"title":7}', 'null']) {
      await push(data);
      await expect.poll(shown).toEqual([{ title: 'Fynbos', body: '', tag: 'fynbos', link: '/' }]);
      expect(await tap()).toEqual({ opened: [`${our.shop.origin}/`], wentTo: 0, left: 0 });
    }
  });
});

/** Orders offline in a browser that allows notifications. */
async function orderOffline(page: Page): Promise<NotificationCentre> {
  await toReview(page, newEmail());
  await settled(page);
  const centre = await centreOf(page);
  await page.context().setOffline(true);
  await placeButton(page).click();
  return centre;
}

test.describe('an order that waits for a network', () => {
  test('triggers a reminder once a network is available and no page of the shop is visible', async () => {
    const { page } = await visitAllowed();
    const { shown, sync, tap } = await orderOffline(page);
    await main(page)
      .getByText('This device reminds you of the order when you are connected again.')
      .waitFor();
    await expectAccessible(page);
    expect(await registeredSync(page)).toBe('orders');
    await page.goto('about:blank');
    // The page is closed, so it cannot send the order when the network is back.
    await page.context().setOffline(false);
    await sync();
    await expect.poll(shown).toEqual([
      {
        title: 'Order waiting!',
        body: 'Click here to confirm the order that you made offline.',
        tag: 'orders-',
        link: '/?order=offline',
      },
    ]);
    expect(await tap()).toEqual({ opened: [`${our.shop.origin}/?order=offline`], wentTo: 0, left: 0 });
  });

  test('triggers no reminder once it is sent', async () => {
    const { page } = await visitAllowed();
    const { shown, sync, push } = await orderOffline(page);
    await main(page).getByText('This device reminds you').waitFor();
    await page.context().setOffline(false);
    await thanked(page);
    await page.goto('about:blank');
    await sync();
    await push('{}');
    await expect.poll(shown).toMatchObject([{ title: 'Fynbos' }]);
  });
});

const offer = (page: Page) => main(page).getByRole('region', { name: 'Notifications on this device' });
const subscribeButton = (page: Page) => offer(page).getByRole('button', { name: 'Notify me on this device' });

/**
 * Gives the browser a stub push service, because it cannot reach a real one.
 * @param key application server key of the subscription
 */
async function withPushService(page: Page, key = env.PUSH_PUBLIC_KEY!): Promise<string> {
  const pair = createECDH('prime256v1');
  const p256dh = pair.generateKeys('base64url');
  const endpoint = `${service.origin}/send/${crypto.randomUUID()}`;
  await page.addInitScript(
    ([endpoint, p256dh, key]) => {
      const bytes = (text: string) =>
        Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (character) =>
          character.charCodeAt(0),
        );
      const subscription = {
        endpoint,
        options: { applicationServerKey: bytes(key).buffer },
        toJSON: () => ({ endpoint, keys: { p256dh, auth: 'AAECAwQFBgcICQoLDA0ODw' } }),
        unsubscribe: async () => localStorage.removeItem('test-push') === undefined,
      };
      const currentSubscription = () => (localStorage.getItem('test-push') ? subscription : null);
      Object.assign(PushManager.prototype, {
        getSubscription: async () => currentSubscription(),
        subscribe: async (options: { applicationServerKey: string; userVisibleOnly: boolean }) => {
          if (!options.userVisibleOnly || options.applicationServerKey.length !== 87)
            throw new DOMException('no key', 'InvalidAccessError');
          localStorage.setItem('test-push', 'yes');
          return subscription;
        },
      });
    },
    [endpoint, p256dh, key] as const,
  );
  return endpoint.slice(service.origin.length);
}

test.describe('notifications after an order', () => {
  test('a shopper is not prompted, can subscribe this device, and can unsubscribe', async () => {
    const { page } = await visitAllowed();
    const path = await withPushService(page);
    await toReview(page, newEmail());
    await placeButton(page).click();
    const number = await thanked(page);
    await expectAccessible(page);
    await subscribeButton(page).click();
    await offer(page).getByText('This device receives notifications about your orders.').waitFor();
    await our.shop.admin('orders', 'ship', number);
    await expect.poll(handedPaths).toEqual([path]);
    await page.goto('/privacy-choices');
    await offer(page).getByText('This device receives notifications about your orders.').waitFor();
    await expectAccessible(page);
    await offer(page).getByRole('button', { name: 'Turn off notifications here' }).click();
    await offer(page).getByText('Notifications are off.').waitFor();
    expect(await offer(page).getByRole('button').count()).toBe(0);
    await our.shop.admin('orders', 'deliver', number);
    await our.shop.admin('orders', 'return', number);
    expect(handedPaths()).toEqual([path]);
  });

  test('the shop can be installed after an order, and is not offered again once that was declined', async () => {
    const { page } = await visitAllowed();
    const announceInstallation = () =>
      page.evaluate(() => {
        const prompt = async () => ({ outcome: 'dismissed' });
        const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
        return window.dispatchEvent(event);
      });
    const button = page.getByRole('button', { name: 'Install' });
    await toReview(page, newEmail());
    expect(await announceInstallation()).toBe(false);
    expect(await button.count()).toBe(0);
    await placeButton(page).click();
    await thanked(page);
    await button.waitFor();
    await expectAccessible(page);
    await button.click();
    await expect(button).toHaveCount(0);
    await announceInstallation();
    expect(await page.evaluate(() => localStorage.getItem('install-declined'))).toMatch(/^\d{4}-/);
    await expect(button).toHaveCount(0);
  });

  test('a browser that cannot reach its push service reports it and allows a retry', {
    tag: '@stress',
  }, async () => {
    const { page, expectConsoleError } = await visitAllowed({ viewport: { width: 320, height: 640 } });
    expectConsoleError(/does not support the Push API in incognito/);
    await toReview(page, newEmail());
    await placeButton(page).click();
    await thanked(page);
    await subscribeButton(page).click();
    await offer(page).getByText('The browser’s notification service cannot be reached.').waitFor();
    await subscribeButton(page).waitFor();
    await expectAccessible(page);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    ).toBe(0);
    await page.context().setOffline(true);
    await offer(page).getByText('This needs a network.').waitFor();
    expect(await subscribeButton(page).getAttribute('aria-disabled')).toBe('true');
    await page.context().setOffline(false);
  });

  test('a browser that blocks or lacks notifications explains the remedy', { tag: '@stress' }, async () => {
    for (const [script, text] of [
      [
        'Object.defineProperty(Notification, "permission", { get: () => "denied" })',
        'This browser does not let us notify you.',
      ],
      ['delete window.PushManager', 'This browser cannot show notifications.'],
    ] as const) {
      const { page, close } = await visitWithWorker(our.browser, our.shop.origin, { viewport: desktop });
      await page.addInitScript(script);
      await page.goto('/privacy-choices');
      await offer(page).getByText(text).waitFor();
      expect(await offer(page).getByRole('button').count()).toBe(0);
      await expectAccessible(page);
      await close();
    }
  });
});

test('no notifications are offered when the operator has set no push keys', { tag: '@stress' }, async () => {
  const plain = await startShop();
  try {
    const { page, close } = await visitWithWorker(our.browser, plain.origin);
    await allowNotifications(page, plain.origin);
    const keyResponse = page.waitForResponse(/\/api\/push\/key/);
    await page.goto('/privacy-choices');
    expect(await (await keyResponse).json()).toMatchObject({ result: { public_key: '' } });
    await page.waitForLoadState('networkidle');
    expect(await offer(page).count()).toBe(0);
    await close();
  } finally {
    await plain.stop();
  }
});
