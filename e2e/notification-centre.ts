import type { CDPSession, Page, Worker } from 'playwright-core';
import { expect } from 'vitest';

/**
 * The place where a device shows notifications. A browser without a window has none: it denies them whatever it is
 * told, and syncs nothing in the background. Here they are allowed and written down; everything else is the browser's
 * own, and events come to the worker by its debugger.
 */
export interface NotificationCentre {
  /** What is shown, by its tag: the newer in place of the older. */
  shown(): Promise<{ title: string; body: string; tag: string; link: string }[]>;
  /** Taps on what is shown first. @returns the pages that were opened or gone to, and how much is shown then */
  tap(): Promise<{ opened: string[]; wentTo: number; left: number }>;
  push(data: string): Promise<unknown>;
  /** Tells the worker that there is a network, as the browser does for what asked for it. */
  sync(): Promise<unknown>;
}

/** Lets the pages of a visit notify; to be called before the first of them. */
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

/** What a page asked the browser to say once there is a network. */
export const askedToSync = (page: Page): Promise<string | null> =>
  page.evaluate(() => localStorage.getItem('test-sync'));

/** Waits for the worker of a page, and stands in for the device from then on. */
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
  const found = Promise.withResolvers<string>();
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const own = registrations.find(({ scopeURL, isDeleted }) => scopeURL === `${origin}/` && !isDeleted);
    if (own) found.resolve(own.registrationId);
  });
  await session.send('ServiceWorker.enable');
  return found.promise;
}

const shownIn = (worker: Worker) =>
  worker.evaluate(() =>
    [...(globalThis as unknown as Scope).centre.values()].map(({ title, body, tag, data }) => {
      return { title, body, tag, link: data.link };
    }),
  );

/** A browser opens a page, or goes to one, for a finger only: it is told here which it would open, and refuses to go. */
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
        waitUntil: (one: Promise<unknown>) => work.push(one),
      }),
    );
    const done = await Promise.allSettled(work);
    const isGoing = (one: PromiseSettledResult<unknown>) =>
      one.status === 'rejected' && String(one.reason).includes('Not allowed to focus');
    return { opened, wentTo: done.filter(isGoing).length, left: scope.centre.size };
  });
