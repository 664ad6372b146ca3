import { isWaitingIn, peek } from '../app/offline/peek.ts';
import { readReminders, remindTag } from '../app/push/reminders.ts';

/** What of the worker's own scope is needed to notify somebody. */
export interface NotifyScope {
  location: { origin: string };
  registration: { showNotification(title: string, options?: NotificationOptions): Promise<void> };
  clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly OpenPage[]>;
    openWindow(url: string): Promise<unknown>;
  };
  addEventListener(type: string, listener: (event: never) => void): void;
}

interface OpenPage {
  url: string;
  focused: boolean;
  focus(): Promise<unknown>;
}

interface LivingEvent {
  waitUntil(work: Promise<unknown>): void;
}

/** A message as the shop writes it (`api/src/push/tell.ts`). */
interface Told {
  title: string;
  text: string;
  tag: string;
  link: string;
}

const icon = '/icon-192.png';

/**
 * Notifications (accounts 4.4): what the shop pushes about orders, and the reminder of one that waits in this browser.
 * A tap opens what it is about. Nothing here sends an order.
 */
export function notify(scope: NotifyScope): void {
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

/** Shows a message; a browser insists that each one is shown, so one that nobody understands is shown too. */
export async function showPushed(scope: NotifyScope, data: string | undefined): Promise<void> {
  const { title, text, tag, link } = toldBy(data);
  await scope.registration.showNotification(title, { body: text, tag, icon, data: { link } });
}

function toldBy(data = ''): Told {
  const nothing: Told = { title: 'Fynbos', text: '', tag: 'fynbos', link: '/' };
  try {
    const said: unknown = JSON.parse(data);
    const texts = Object.entries(said ?? {}).filter(([, value]) => typeof value === 'string');
    return { ...nothing, ...Object.fromEntries(texts) };
  } catch {
    return nothing;
  }
}

/** Says of each store view in which an order waits that it does, unless somebody looks at a page of the shop already. */
export async function remind(scope: NotifyScope): Promise<void> {
  if ((await pagesOf(scope)).some(({ focused }) => focused)) return;
  const reminders = await readReminders();
  const boxes = await peek(reminders.map(({ box }) => box));
  for (const [index, { view, title, text, icon, link }] of reminders.entries()) {
    if (!isWaitingIn(boxes[index])) continue;
    await scope.registration.showNotification(title, {
      ...{ body: text, icon, tag: `${remindTag}-${view}`, data: { link } },
    });
  }
}

/** Opens what a notification is about, or goes to where it is open already. */
export async function openFrom(scope: NotifyScope, { data }: Pick<Notification, 'data'>): Promise<void> {
  const { link = '/' } = (data ?? {}) as { link?: string };
  const url = new URL(link, scope.location.origin);
  if (!/^https?:$/.test(url.protocol)) return;
  const open = (await pagesOf(scope)).find((page) => page.url === url.href);
  await (open ? open.focus() : scope.clients.openWindow(url.href));
}

const pagesOf = ({ clients }: NotifyScope) => clients.matchAll({ type: 'window', includeUncontrolled: true });
