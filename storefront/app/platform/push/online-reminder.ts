import '../i18n/parts/push-messages.ts';
import { homePath, inView } from '../../paths.ts';
import { storeView } from '../api/api-settings.ts';
import { pageLocale } from '../i18n/locale.ts';
import { loadText } from '../i18n/message-loader.ts';
import { orderOutboxName } from '../outbox/outbox-names.ts';
import { ownKey } from '../storage/store-view-storage.ts';
import { remindTag, saveReminder } from './stored-reminders.ts';

/** Background Sync, where a browser supports it. */
interface Syncing {
  sync?: { register(tag: string): Promise<void> };
}

/** Where an offline order is confirmed. */
const offlineOrderPath = `${homePath}?order=offline`;

/** Whether this browser can remind the shopper of an order while no page of the shop is open. */
export const canRemind = (): boolean => 'SyncManager' in window && 'Notification' in window;

/**
 * Registers a notification for a waiting order once the network is back (spec accounts 4.4). Call it when an
 * order was stored offline; it never prompts for permission.
 * @returns whether it is registered: notifications are allowed, and the browser supports it
 */
export async function remindWhenOnline(): Promise<boolean> {
  if (!canRemind() || Notification.permission !== 'granted') return false;
  try {
    // TypeScript does not declare Background Sync, because only some browsers have it.
    const registration = (await navigator.serviceWorker?.getRegistration()) as
      | (ServiceWorkerRegistration & Syncing)
      | undefined;
    if (!registration?.sync) return false;
    const { t } = await loadText(pageLocale());
    await saveReminder({
      view: storeView().code,
      title: t('push.waitingTitle'),
      text: t('push.waitingText'),
      icon: '/icon-192.png',
      link: inView(offlineOrderPath),
      box: ownKey(orderOutboxName),
    });
    await registration.sync.register(remindTag);
    return true;
  } catch {
    // Storage is blocked or Background Sync is forbidden: the order still waits in the page.
    return false;
  }
}
