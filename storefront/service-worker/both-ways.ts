import { pagesName } from '../app/offline/worker-stores.ts';
import { dataKey, framesOf, readAddress } from './addresses.ts';
import { ask, dateOf, isForOnce, isOfNow, keepPage } from './pages.ts';
import { isMetered } from './settings.ts';

/** So much older than the form that was just visited the other one may be, and so old a frame; in ms. */
const hour = 3_600_000;
const day = 24 * hour;

/**
 * Keeps a page that was visited both ways, as a document and as data, so that it opens however it is come to. Where bytes
 * are paid for one by one the second way waits for a better line.
 */
export async function keepVisited(page: string, locale: string): Promise<void> {
  if (isForOnce(page)) return;
  // The first page of all was there before the worker.
  if ((await formsOf(page)).length === 0) await fetchForm(page, page);
  const dates = (await formsOf(page)).map(dateOf);
  if (dates.length === 0 || (await isMetered())) return;
  await keepForms(page, locale, Math.max(...dates) - hour);
}

/** Keeps the frames of a store view ahead: fetched once a day, and where bytes are dear only once. */
export async function keepFrames(home: string, locale: string): Promise<void> {
  const oldest = (await isMetered()) ? 0 : Date.now() - day;
  for (const frame of framesOf(home)) await keepForms(frame, locale, oldest);
}

/** Everything that is kept of a page: its document, its data, and parts of that. */
async function formsOf(page: string): Promise<Response[]> {
  const cache = await caches.open(pagesName);
  const keys = (await cache.keys()).filter(({ url }) => readAddress(new URL(url)).page === page);
  return (await Promise.all(keys.map((key) => cache.match(key, { ignoreVary: true })))).filter(
    (kept) => kept !== undefined,
  );
}

/**
 * Fetches what is missing of a page, of another language, or older than it may be.
 *
 * @param since no form may be older, in ms since 1970
 */
async function keepForms(page: string, locale: string, since: number): Promise<void> {
  const cache = await caches.open(pagesName);
  let oldest = since;
  for (const key of [page, dataKey(page)]) {
    const kept = await cache.match(key, { ignoreVary: true });
    // Documents say in which language they are; their data goes with them.
    if ((kept?.headers.get('content-language') ?? locale) !== locale) oldest = Number.POSITIVE_INFINITY;
    if (!kept || !(await isOfNow(kept)) || !(dateOf(kept) >= oldest)) await fetchForm(page, key);
  }
}

async function fetchForm(page: string, key: string): Promise<void> {
  // The shop tells by it whether data is asked for from within its store view.
  const referrer = new URL(page, location.origin).href;
  const request = new Request(new URL(key, location.origin), { referrer });
  await keepPage(readAddress(new URL(key, location.origin)), await ask(request));
}
