import type { WorkerMessage } from './app/offline/worker-message.ts';
import { readAddress } from './service-worker/addresses.ts';
import { keepFrames, keepVisited } from './service-worker/both-ways.ts';
import { answerFile, forgetOldShells, keepLanguage, keepShell } from './service-worker/files.ts';
import { notify } from './service-worker/notify.ts';
import { answerPage, forgetOldPages } from './service-worker/pages.ts';
import { answerPicture } from './service-worker/pictures.ts';
import { worker } from './service-worker/scope.ts';
import { changeSettings, spendsLittle } from './service-worker/settings.ts';

/**
 * Between the pages and the network (OFF-3): what was seen is seen again without one. It answers for pages, files and
 * pictures of the shop; calls of the API are none of its business, and orders and carts are never touched.
 */

// It waits until the shopper says so, or until no page is open: nobody is taken by surprise.
worker.addEventListener('install', (event) => event.waitUntil(keepShell()));

worker.addEventListener('activate', (event) => event.waitUntil(takeOver()));

async function takeOver(): Promise<void> {
  await forgetOldShells();
  await worker.clients.claim();
  // No page waits for it.
  forgetOldPages().catch(() => {});
}

const api = /^\/(api|graphql|invalidate)(\/|$)/;
const picture = /^\/img\//;
const file = /^\/assets\/|^\/[\w-]+\.(png|svg|ico|webmanifest)$/;
/** Addresses that are no page: read by machines, or only ever sent to. */
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
  if (picture.test(pathname)) event.respondWith(answerPicture(event));
  else if (file.test(pathname)) event.respondWith(answerFile(event));
  else if (!noPage.test(pathname) && (request.mode === 'navigate' || pathname.endsWith('.data')))
    event.respondWith(answerPage(event));
});

notify(worker);

worker.addEventListener('message', (event) => event.waitUntil(hear(event.data as WorkerMessage)));

async function hear(message: WorkerMessage): Promise<void> {
  if (message.type === 'take-over') await worker.skipWaiting();
  if (message.type === 'low-data')
    await changeSettings(() => ({ lowData: message.on, wantsAll: message.wantsAll }));
  if (message.type === 'visited') await settle(message);
}

/**
 * A page is at rest: what belongs to it is fetched now, one after the other, unless little shall be spent. Where bytes are
 * paid for one by one it is what the shop cannot do without: its code, the shopper's language, the frames.
 */
async function settle({ page, home, locale }: WorkerMessage & { type: 'visited' }): Promise<void> {
  await changeSettings(({ homes }) => ({ locale, homes: [...new Set([...homes, home])] }));
  if (await spendsLittle()) return;
  await keepShell();
  await keepLanguage(locale);
  await keepVisited(readAddress(new URL(page, location.origin)).page, locale);
  await keepFrames(home, locale);
}
