import { homePath, inView } from '../../paths.ts';
import { reloadPage } from '../browser/reload-page.ts';
import { pageLocale } from '../i18n/locale.ts';
import { savesData } from '../network/data-saver.ts';
import { once } from '../state/once.ts';
import { type WorkerMessage, workerSettingsKey, workerSettingsName } from './service-worker-messages.ts';

const script = '/service-worker.js';

/** The service worker, registered once; undefined if the browser has none or blocks it. */
export const registerWorker = once(() => register().catch(() => undefined));

async function register(): Promise<ServiceWorkerRegistration | undefined> {
  // A worker of `npm start` at the same address would serve pages of its build instead of the sources.
  if (import.meta.env.DEV && !import.meta.env.DEV_SERVICE_WORKER) {
    await (await navigator.serviceWorker.getRegistration())?.unregister();
    return undefined;
  }
  // The worker decides about its first downloads before it can receive a message.
  if (savesData() && !navigator.serviceWorker.controller) {
    const cache = await caches.open(workerSettingsName);
    // A page that bypassed the worker (forced reload) has no controller either: stored settings are
    // preserved.
    const before = await cache.match(workerSettingsKey).then((response) => response?.json());
    await cache.put(workerSettingsKey, Response.json({ ...before, lowData: true }));
  }
  await navigator.serviceWorker.register(script);
  return navigator.serviceWorker.ready;
}

/** Sends a message to the worker once it is active. */
export async function postToWorker(message: WorkerMessage): Promise<void> {
  (await registerWorker())?.active?.postMessage(message);
}

/** Reports the current page to the worker, which caches its resources. */
export const reportVisit = (): Promise<void> =>
  postToWorker({
    type: 'visited',
    page: location.pathname + location.search,
    home: inView(homePath),
    locale: pageLocale(),
  });

let isOffered = false;

/**
 * Calls back once per page when a new version waits for confirmation.
 * @returns a function that unsubscribes
 */
export function onNewVersion(offer: () => void): () => void {
  const end = new AbortController();
  const offerOnce = () => {
    if (isOffered || end.signal.aborted) return;
    isOffered = true;
    offer();
  };
  void registerWorker().then((registration) => {
    if (!registration) return;
    const observe = (arriving: ServiceWorker | null) => {
      if (arriving?.state === 'installed') offerOnce();
      arriving?.addEventListener('statechange', () => arriving.state === 'installed' && offerOnce(), end);
    };
    observe(registration.waiting);
    observe(registration.installing);
    registration.addEventListener('updatefound', () => observe(registration.installing), end);
    // A page may stay open for days, so it checks for updates when it becomes visible.
    const checkForUpdate = () =>
      document.visibilityState === 'visible' && void registration.update().catch(() => {});
    document.addEventListener('visibilitychange', checkForUpdate, end);
  });
  return () => end.abort();
}

/** How long to wait for the previous worker, in ms. */
const maxHandoverMs = 3000;

/**
 * Activates the new version and reloads this page, which requested it. Other pages remain as they are. A
 * browser lets the previous worker finish its requests. On a slow connection that takes long, and some
 * browsers wait for minutes without reason. Meanwhile pages come from the shop, whichever worker is active.
 */
export async function activateNewVersion(): Promise<void> {
  const waiting = (await registerWorker())?.waiting;
  if (!waiting) return reloadPage();
  navigator.serviceWorker.addEventListener('controllerchange', reloadPage, { once: true });
  waiting.postMessage({ type: 'take-over' } satisfies WorkerMessage);
  setTimeout(reloadPage, maxHandoverMs);
}
