import type { CDPSession, Page, Worker } from 'playwright-core';
import { expect } from 'vitest';

/**
 * The notifications that a device shows. A headless browser denies notifications and background sync. This
 * stub allows and records both; events reach the service worker through the debugger.
 */
export interface NotificationCentre {
  /** Shown notifications, one per tag; a newer one replaces the older. */
  shown(): Promise<{ title: string; body: string; tag: string; link: string }[]>;
  /**
   * Taps the first shown notification.
   * @returns the pages opened or focused, and the number of notifications left
   */
  tap(): Promise<{ opened: string[]; wentTo: number; left: number }>;
  push(data: string): Promise<unknown>;
  /** Dispatches the sync event to the worker, as the browser does once a network is available. */
  sync(): Promise<unknown>;
}

/** Grants notification permission to the pages of a visit. Call it before the first page loads. */
export async function allowNotifications(page: Page, origin: string): Promise<void> {
  await page.context().grantPermissions(['notifications'], { origin });
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
    const sync = (globalThis as unknown as { SyncManager: { prototype: object } }).SyncManager;
    Object.assign(sync.prototype, {
      register: async (tag: string) => localStorage.setItem('test-sync', tag),
    });
  });
}

/** Returns the tag of the background sync that a page registered. */
export const registeredSync = (page: Page): Promise<string | null> =>
  page.evaluate(() => localStorage.getItem('test-sync'));

/** Waits for the page's service worker and replaces the device's notifications with the stub. */
export async function notificationCentre(page: Page, origin: string): Promise<NotificationCentre> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await expect.poll(() => page.context().serviceWorkers().length).toBe(1);
  const worker = page.context().serviceWorkers()[0]!;
  const session = await page.context().newCDPSession(page);
  const registrationId = await registrationOf(session, origin);
  await worker.evaluate(() => {
    const scope = globalThis as unknown as Scope;
    scope.centre = new Map();
    scope.registration.showNotification = async (title, { body, tag, data }) => {
      const close = () => void scope.centre.delete(tag);
      scope.centre.set(tag, { title, body, tag, data, close });
    };
  });
  return {
    shown: () => shownIn(worker),
    tap: () => tapIn(worker),
    push: (data) => session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data }),
    sync: () =>
      session.send('ServiceWorker.dispatchSyncEvent', {
        ...{ origin, registrationId, tag: 'orders', lastChance: false },
      }),
  };
}

interface Shown {
  title: string;
  body: string;
  tag: string;
  data: { link: string };
}

interface Scope {
  centre: Map<string, Shown & { close(): void }>;
  registration: { showNotification(title: string, options: Omit<Shown, 'title'>): Promise<void> };
  clients: { openWindow(url: string): Promise<null> };
  dispatchEvent(event: Event): boolean;
}

async function registrationOf(session: CDPSession, origin: string): Promise<string> {
  const registrationFound = Promise.withResolvers<string>();
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const registration = registrations.find(
      ({ scopeURL, isDeleted }) => scopeURL === `${origin}/` && !isDeleted,
    );
    if (registration) registrationFound.resolve(registration.registrationId);
  });
  await session.send('ServiceWorker.enable');
  return registrationFound.promise;
}

const shownIn = (worker: Worker) =>
  worker.evaluate(() =>
    [...(globalThis as unknown as Scope).centre.values()].map(({ title, body, tag, data }) => {
      return { title, body, tag, link: data.link };
    }),
  );

/**
 * A browser opens or focuses a page only after a user gesture. The stub records the page to open; focusing
 * is rejected.
 */
const tapIn = (worker: Worker) =>
  worker.evaluate(async () => {
    const scope = globalThis as unknown as Scope;
    const opened: string[] = [];
    scope.clients.openWindow = async (url) => {
      opened.push(url);
      return null;
    };
    const work: Promise<unknown>[] = [];
    const [notification] = scope.centre.values();
    scope.dispatchEvent(
      Object.assign(new Event('notificationclick'), {
        notification,
        waitUntil: (promise: Promise<unknown>) => work.push(promise),
      }),
    );
    const done = await Promise.allSettled(work);
    const isGoing = (result: PromiseSettledResult<unknown>) =>
      result.status === 'rejected' && String(result.reason).includes('Not allowed to focus');
    return { opened, wentTo: done.filter(isGoing).length, left: scope.centre.size };
  });
