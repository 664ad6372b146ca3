import { pageLocale } from '../i18n/locale.ts';
import { homePath, inView } from '../paths.ts';
import { savesData } from '../ui/saves-data.ts';
import { settingsKey, settingsName, type WorkerMessage } from './worker-message.ts';

const script = '/service-worker.js';

/** The shop's worker, registered once; undefined where the browser has none, or does not want one here. */
let registered: Promise<ServiceWorkerRegistration | undefined> | undefined;

export function registerWorker(): Promise<ServiceWorkerRegistration | undefined> {
  registered ??= register().catch(() => undefined);
  return registered;
}

async function register(): Promise<ServiceWorkerRegistration> {
  // What it fetches first it decides before it can be told anything.
  if (savesData() && !navigator.serviceWorker.controller) {
    const cache = await caches.open(settingsName);
    // A page that was fetched past the worker has none either: what it remembers stays.
    const before = await cache.match(settingsKey).then((kept) => kept?.json());
    await cache.put(settingsKey, Response.json({ ...before, lowData: true }));
  }
  await navigator.serviceWorker.register(script);
  return navigator.serviceWorker.ready;
}

/** Tells the worker something once there is one. */
export async function tellWorker(message: WorkerMessage): Promise<void> {
  (await registerWorker())?.active?.postMessage(message);
}

/** Tells it where the shopper is: it keeps what belongs to that page. */
export const tellVisit = (): Promise<void> =>
  tellWorker({
    type: 'visited',
    page: location.pathname + location.search,
    home: inView(homePath),
    locale: pageLocale(),
  });

let isOffered = false;

/** Says once for the life of the page that a new version waits for a yes. @returns how to stop listening */
export function onNewVersion(offer: () => void): () => void {
  const end = new AbortController();
  const offerOnce = () => {
    if (isOffered || end.signal.aborted) return;
    isOffered = true;
    offer();
  };
  void registerWorker().then((registration) => {
    if (!registration) return;
    const watch = (arriving: ServiceWorker | null) => {
      if (arriving?.state === 'installed') offerOnce();
      arriving?.addEventListener('statechange', () => arriving.state === 'installed' && offerOnce(), end);
    };
    watch(registration.waiting);
    watch(registration.installing);
    registration.addEventListener('updatefound', () => watch(registration.installing), end);
    // A page may stay open for days; what is new is asked for when somebody comes back to it.
    const ask = () => document.visibilityState === 'visible' && void registration.update().catch(() => {});
    document.addEventListener('visibilitychange', ask, end);
  });
  return () => end.abort();
}

/** How long the worker before is waited for, in ms. */
const longestHandover = 3000;

/**
 * Takes the new version: it takes over, and this page, which asked for it, is fetched anew. Other pages stay as they are.
 * A browser lets the worker before finish what it has begun, which on a poor line lasts, and now and then believes for
 * minutes that there is more. A page comes from the shop meanwhile, whichever worker stands between.
 */
export async function takeNewVersion(): Promise<void> {
  const reload = () => location.reload();
  const waiting = (await registerWorker())?.waiting;
  if (!waiting) return reload();
  navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true });
  waiting.postMessage({ type: 'take-over' } satisfies WorkerMessage);
  setTimeout(reload, longestHandover);
}
