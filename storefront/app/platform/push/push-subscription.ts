import { showPush, showPushKey, subscribePush, unsubscribePush } from '@fynbos/core/push/contract.ts';
import { callApi } from '../../api-client.ts';
import { pageLocale } from '../i18n/locale.ts';
import { registerWorker } from '../service-worker/service-worker-registration.ts';
import { callAsShopper } from '../session/call-as-shopper.ts';

/**
 * The status of notifications in this browser. `off`: the shop sends none. `ready`: they can be turned on.
 * `noService`: the push service of the browser did not respond, or there is none.
 */
export type PushStatus = 'off' | 'unsupported' | 'denied' | 'ready' | 'on' | 'noService';

/** Milliseconds to wait for the service worker: its installation first caches files. */
const workerTimeoutMs = 15_000;

/** @param order the id of a guest's order. Throws ApiProblem where the shop does not respond */
export async function pushStatusOf(order: string | undefined): Promise<PushStatus> {
  const key = await readKey();
  if (key === '') return 'off';
  if (!('PushManager' in window) || !('Notification' in window)) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  const subscription = await findSubscription();
  if (!subscription || Notification.permission !== 'granted') return 'ready';
  // It was created with a key that the shop no longer has: its messages would be refused.
  if (keyOf(subscription) !== key) return 'ready';
  const { endpoint } = subscription;
  const { result } = await callAsShopper(showPush, { body: { endpoint, order_id: order } });
  return result.subscribed ? 'on' : 'ready';
}

/** The shop's key with which a subscription was created, in the encoding of the shop. */
function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer());
  const replacements: Record<string, string> = { '+': '-', '/': '_', '=': '' };
  return btoa(String.fromCharCode(...bytes)).replace(/[+/=]/g, (character) => replacements[character] ?? '');
}

const readKey = async (): Promise<string> => (await callApi(showPushKey)).result.public_key;

async function findSubscription(): Promise<PushSubscription | undefined> {
  const registration = await navigator.serviceWorker?.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? undefined;
}

/**
 * Requests permission, subscribes, and registers the subscription with the shop. Call it from a click
 * handler. Throws ApiProblem where the shop refuses or does not respond.
 */
export async function turnOn(order: string | undefined): Promise<PushStatus> {
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

/** Rejects if there is no worker, or the push service does not respond. */
async function subscribe(applicationServerKey: string): Promise<PushSubscription> {
  const { pushManager } = await readyWorker();
  const options = { userVisibleOnly: true, applicationServerKey };
  return pushManager.subscribe(options).catch(async (error: unknown) => {
    // It was created with a key that the shop no longer uses.
    const old = await pushManager.getSubscription();
    if (!old) throw error;
    await old.unsubscribe();
    return pushManager.subscribe(options);
  });
}

/** On a shopper's first visit the worker may still be installing; it is registered on demand. */
async function readyWorker(): Promise<ServiceWorkerRegistration> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, workerTimeoutMs));
  const registration = await Promise.race([registerWorker(), late]);
  if (!registration) throw new Error('There is no service worker');
  return registration;
}

/**
 * Unsubscribes, at the shop first: after the browser forgot it, it could not be removed there. Throws
 * ApiProblem.
 */
export async function turnOff(): Promise<PushStatus> {
  const subscription = await findSubscription();
  if (subscription) {
    await callApi(unsubscribePush, { body: { endpoint: subscription.endpoint } });
    await subscription.unsubscribe();
  }
  return 'ready';
}
