import { pagesName } from '../app/platform/storage/worker-cache-names.ts';
import { dataKey, framesOf, readAddress } from './page-addresses.ts';
import { cachePage, dateOf, fetchPage, isForOnce, isOfNow } from './pages.ts';
import { isMetered } from './settings.ts';

/** Maximum age of the other form relative to the one just visited, and maximum age of a frame; in ms. */
const hour = 3_600_000;
const day = 24 * hour;

/**
 * Caches a visited page both as document and as data, so that it opens by link and by navigation. On a
 * metered connection the second form is fetched later.
 */
export async function cacheVisitedPage(page: string, locale: string): Promise<void> {
  if (isForOnce(page)) return;
  // The first page was loaded before the worker was active.
  if ((await formsOf(page)).length === 0) await fetchForm(page, page);
  const dates = (await formsOf(page)).map(dateOf);
  if (dates.length === 0 || (await isMetered())) return;
  await cacheForms(page, locale, Math.max(...dates) - hour);
}

/** Caches the frames of a store view in advance: once a day, and on a metered connection only once. */
export async function cacheFrames(home: string, locale: string): Promise<void> {
  const oldest = (await isMetered()) ? 0 : Date.now() - day;
  for (const frame of framesOf(home)) await cacheForms(frame, locale, oldest);
}

/** All cached forms of a page: its document, its data, and parts of its data. */
async function formsOf(page: string): Promise<Response[]> {
  const cache = await caches.open(pagesName);
  const keys = (await cache.keys()).filter(({ url }) => readAddress(new URL(url)).page === page);
  return (await Promise.all(keys.map((key) => cache.match(key, { ignoreVary: true })))).filter(
    (cached) => cached !== undefined,
  );
}

/**
 * Fetches the forms of a page that are missing, in another language, or too old.
 * @param since no form may be older, in ms since 1970
 */
async function cacheForms(page: string, locale: string, since: number): Promise<void> {
  const cache = await caches.open(pagesName);
  let oldest = since;
  for (const key of [page, dataKey(page)]) {
    const cached = await cache.match(key, { ignoreVary: true });
    // Documents declare their language; their data has the same one.
    if ((cached?.headers.get('content-language') ?? locale) !== locale) oldest = Number.POSITIVE_INFINITY;
    if (!cached || !(await isOfNow(cached)) || !(dateOf(cached) >= oldest)) await fetchForm(page, key);
  }
}

async function fetchForm(page: string, key: string): Promise<void> {
  // The shop uses it to tell whether data is requested from within its store view.
  const referrer = new URL(page, location.origin).href;
  const request = new Request(new URL(key, location.origin), { referrer });
  await cachePage(readAddress(new URL(key, location.origin)), await fetchPage(request));
}
