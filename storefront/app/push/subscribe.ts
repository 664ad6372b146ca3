import { showPush, showPushKey, subscribePush, unsubscribePush } from '@fynbos/core/push/contract.ts';
import { callAsShopper } from '../accounts/session/call-as-shopper.ts';
import { call } from '../api.ts';
import { pageLocale } from '../i18n/locale.ts';
import { registerWorker } from '../offline/worker.ts';

/**
 * How it stands with notifications of the shop in this browser. `off`: the shop sends none. `ready`: they can be
 * turned on. `noService`: the browser's own push service did not answer, or it has none.
 */
export type PushStanding = 'off' | 'unsupported' | 'denied' | 'ready' | 'on' | 'noService';

/** Milliseconds after which a service worker that is not there is not coming: it fetches what it keeps first. */
const patience = 15_000;

/** @param order the id of a guest's order. Throws ApiProblem where the shop does not answer */
export async function standingOf(order: string | undefined): Promise<PushStanding> {
  const key = await readKey();
  if (key === '') return 'off';
  if (!('PushManager' in window) || !('Notification' in window)) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  const subscription = await findSubscription();
  if (!subscription || Notification.permission !== 'granted') return 'ready';
  // Made with a key that the shop has no more: its messages would be refused.
  if (keyOf(subscription) !== key) return 'ready';
  const { endpoint } = subscription;
  const { result } = await callAsShopper(showPush, { body: { endpoint, order_id: order } });
  return result.subscribed ? 'on' : 'ready';
}

/** The shop's key that a subscription was made with, as the shop writes it. */
function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer());
  const signs = { '+': '-', '/': '_', '=': '' } as Record<string, string>;
  return btoa(String.fromCharCode(...bytes)).replace(/[+/=]/g, (sign) => signs[sign]!);
}

const readKey = async (): Promise<string> => (await call(showPushKey)).result.public_key;

async function findSubscription(): Promise<PushSubscription | undefined> {
  const registration = await navigator.serviceWorker?.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? undefined;
}

/**
 * Asks for permission, subscribes, and tells the shop. To be called while somebody presses a button. Throws ApiProblem
 * where the shop refuses or does not answer.
 */
export async function turnOn(order: string | undefined): Promise<PushStanding> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'ready';
  const subscription = await subscribe(await readKey()).catch(() => undefined);
  const { endpoint, keys } = subscription?.toJSON() ?? {};
  if (!endpoint || !keys?.p256dh || !keys.auth) return 'noService';
  await callAsShopper(subscribePush, {
    body: {
      endpoint,
      keys: { p256dh: keys.p256dh, auth: keys.auth },
      locale: pageLocale(),
      order_id: order,
    },
  });
  return 'on';
}

/** Rejects where there is no worker, or the push service does not answer. */
async function subscribe(applicationServerKey: string): Promise<PushSubscription> {
  const { pushManager } = await readyWorker();
  const options = { userVisibleOnly: true, applicationServerKey };
  return pushManager.subscribe(options).catch(async (error: unknown) => {
    // It was made with a key of the shop that is not used any more.
    const old = await pushManager.getSubscription();
    if (!old) throw error;
    await old.unsubscribe();
    return pushManager.subscribe(options);
  });
}

/** Who orders soon after they came has no worker yet: it comes with the wish for it. */
async function readyWorker(): Promise<ServiceWorkerRegistration> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, patience));
  const registration = await Promise.race([registerWorker(), late]);
  if (!registration) throw new Error('There is no service worker');
  return registration;
}

/** Ends it, with the shop first: what the browser forgets nobody could end there. Throws ApiProblem. */
export async function turnOff(): Promise<PushStanding> {
  const subscription = await findSubscription();
  if (subscription) {
    await call(unsubscribePush, { body: { endpoint: subscription.endpoint } });
    await subscription.unsubscribe();
  }
  return 'ready';
}
