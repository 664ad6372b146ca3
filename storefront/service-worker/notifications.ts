import { isWaitingIn, readOutboxes } from '../app/platform/outbox/outbox-probe.ts';
import { readReminders, remindTag } from '../app/platform/push/stored-reminders.ts';

/** The part of the worker scope that notifications need. */
export interface NotifyScope {
  location: { origin: string };
  registration: { showNotification(title: string, options?: NotificationOptions): Promise<void> };
  clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly OpenPage[]>;
    openWindow(url: string): Promise<unknown>;
  };
  addEventListener<Received>(type: string, listener: (event: Received) => void): void;
}

interface OpenPage {
  url: string;
  focused: boolean;
  focus(): Promise<unknown>;
}

interface LivingEvent {
  waitUntil(work: Promise<unknown>): void;
}

/** A push message as the shop sends it (`api/src/push/order-notifications.ts`). */
interface PushMessage {
  title: string;
  text: string;
  tag: string;
  link: string;
}

const icon = '/icon-192.png';

/**
 * Notifications (spec accounts 4.4): pushes about orders, and reminders of an order waiting in this browser. A
 * click opens the linked page. This module never sends an order.
 */
export function showPushNotification(scope: NotifyScope): void {
  scope.addEventListener('push', (event: LivingEvent & { data: { text(): string } | null }) =>
    event.waitUntil(showPushed(scope, event.data?.text())),
  );
  scope.addEventListener('sync', (event: LivingEvent & { tag: string }) => {
    if (event.tag === remindTag) event.waitUntil(remind(scope));
  });
  scope.addEventListener('notificationclick', (event: LivingEvent & { notification: Notification }) => {
    event.notification.close();
    event.waitUntil(openFrom(scope, event.notification));
  });
}

/**
 * Shows a push message. Browsers require a notification for each push, so an unreadable one is shown with
 * default texts.
 */
async function showPushed(scope: NotifyScope, data: string | undefined): Promise<void> {
  const { title, text, tag, link } = parsePushMessage(data);
  await scope.registration.showNotification(title, { body: text, tag, icon, data: { link } });
}

function parsePushMessage(data = ''): PushMessage {
  const nothing: PushMessage = { title: 'Fynbos', text: '', tag: 'fynbos', link: '/' };
  try {
    const payload: unknown = JSON.parse(data);
    const texts = Object.entries(payload ?? {}).filter(([, value]) => typeof value === 'string');
    return { ...nothing, ...Object.fromEntries(texts) };
  } catch {
    return nothing;
  }
}

/** Shows a reminder for each store view with a waiting order, unless a page of the shop has the focus. */
export async function remind(scope: NotifyScope): Promise<void> {
  if ((await pagesOf(scope)).some(({ focused }) => focused)) return;
  const reminders = await readReminders();
  const outboxes = await readOutboxes(reminders.map(({ box: outboxName }) => outboxName));
  for (const [index, { view, title, text, icon, link }] of reminders.entries()) {
    if (!isWaitingIn(outboxes[index])) continue;
    await scope.registration.showNotification(title, {
      ...{ body: text, icon, tag: `${remindTag}-${view}`, data: { link } },
    });
  }
}

/** Opens the link of a notification, or focuses the page that already shows it. */
export async function openFrom(scope: NotifyScope, { data }: Pick<Notification, 'data'>): Promise<void> {
  // The worker gives each of its notifications a link.
  const { link = '/' } = (data ?? {}) as { link?: string };
  const url = new URL(link, scope.location.origin);
  if (!/^https?:$/.test(url.protocol)) return;
  const open = (await pagesOf(scope)).find((page) => page.url === url.href);
  await (open ? open.focus() : scope.clients.openWindow(url.href));
}

const pagesOf = ({ clients }: NotifyScope) => clients.matchAll({ type: 'window', includeUncontrolled: true });
