import type { WorkerMessage } from '../app/platform/service-worker/service-worker-messages.ts';
import { cacheFrames, cacheVisitedPage } from './cache-visited-pages.ts';
import { showPushNotification } from './notifications.ts';
import { readAddress } from './page-addresses.ts';
import { forgetOldPages, respondWithPage } from './pages.ts';
import { respondWithPicture } from './pictures.ts';
import { changeSettings, spendsLittle } from './settings.ts';
import { cacheLanguage, cacheShell, forgetOldShells, respondWithFile } from './static-files.ts';
import { worker } from './worker-scope.ts';

/**
 * The service worker between pages and network (OFF-3): visited pages open without a network. It handles
 * pages, files and pictures of the shop; API calls bypass it, and it never changes orders or carts.
 */

// A new worker waits until the shopper agrees or no page is open, so that no open page changes its version.
worker.addEventListener('install', (event) => event.waitUntil(cacheShell()));

worker.addEventListener('activate', (event) => event.waitUntil(activate()));

async function activate(): Promise<void> {
  await forgetOldShells();
  await worker.clients.claim();
  // No page depends on it.
  forgetOldPages().catch(() => {});
}

const api = /^\/(api|graphql|invalidate)(\/|$)/;
const picture = /^\/img\//;
const file = /^\/assets\/|^\/[\w-]+\.(png|svg|ico)$/;
/** Addresses that are not pages: read by crawlers, or only posted to. */
const noPage = /\.(xml|txt|js)$|^\/sitemap\/|\/language$/;

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin || api.test(pathname)) return;
  if (request.method !== 'GET') {
    if (pathname.endsWith('/language'))
      event.waitUntil(changeSettings(() => ({ languageSince: Date.now() })));
    return;
  }
  if (picture.test(pathname)) event.respondWith(respondWithPicture(event));
  else if (file.test(pathname)) event.respondWith(respondWithFile(event));
  else if (!noPage.test(pathname) && (request.mode === 'navigate' || pathname.endsWith('.data')))
    event.respondWith(respondWithPage(event));
});

showPushNotification(worker);

// Only pages of the shop can send messages to its worker.
worker.addEventListener('message', (event) => event.waitUntil(handleMessage(event.data as WorkerMessage)));

async function handleMessage(message: WorkerMessage): Promise<void> {
  if (message.type === 'take-over') await worker.skipWaiting();
  if (message.type === 'low-data')
    await changeSettings(() => ({ lowData: message.on, wantsAll: message.wantsAll }));
  if (message.type === 'visited') await settle(message);
}

/**
 * After a page has loaded, caches its related files one after the other, unless data is to be saved. On a
 * metered connection this is only the minimum: the code, the shopper's language and the frames.
 */
async function settle({ page, home, locale }: WorkerMessage & { type: 'visited' }): Promise<void> {
  await changeSettings(({ homes }) => ({ locale, homes: [...new Set([...homes, home])] }));
  if (await spendsLittle()) return;
  await cacheShell();
  await cacheLanguage(locale);
  await cacheVisitedPage(readAddress(new URL(page, location.origin)).page, locale);
  await cacheFrames(home, locale);
}
