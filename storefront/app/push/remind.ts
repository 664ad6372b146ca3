import '../i18n/needs/push-messages.ts';
import { storeView } from '../api-settings.ts';
import { loadText } from '../i18n/catalogues.ts';
import { pageLocale } from '../i18n/locale.ts';
import { ownKey } from '../kept-here.ts';
import { orderBoxName } from '../offline/box-names.ts';
import { homePath, inView } from '../paths.ts';
import { keepReminder, remindTag } from './reminders.ts';

/** Background Sync, where a browser has it. */
interface Syncing {
  sync?: { register(tag: string): Promise<void> };
}

/** Where an order that was made offline is confirmed. */
export const offlineOrderPath = `${homePath}?order=offline`;

/** Whether this browser can remind somebody of an order while no page of the shop is open. */
export const canRemind = (): boolean => 'SyncManager' in window && 'Notification' in window;

/**
 * Has the browser say, once there is a network, that an order waits (accounts 4.4). To be called when an order was
 * written down without a network; asks nobody for anything.
 *
 * @returns whether it will: notifications are allowed, and the browser knows how
 */
export async function remindWhenOnline(): Promise<boolean> {
  if (!canRemind() || Notification.permission !== 'granted') return false;
  try {
    const registration = (await navigator.serviceWorker?.getRegistration()) as
      | (ServiceWorkerRegistration & Syncing)
      | undefined;
    if (!registration?.sync) return false;
    const { t } = await loadText(pageLocale());
    await keepReminder({
      view: storeView().code,
      title: t('push.waitingTitle'),
      text: t('push.waitingText'),
      icon: '/icon-192.png',
      link: inView(offlineOrderPath),
      box: ownKey(orderBoxName),
    });
    await registration.sync.register(remindTag);
    return true;
  } catch {
    // Where nothing is kept, or syncing is forbidden: the order waits in the page all the same.
    return false;
  }
}
