import { pageOriginHeader } from '../app/platform/pages/page-origin-header.ts';
import { pagesName } from '../app/platform/storage/worker-cache-names.ts';
import { fetchWithTimeout, responseTimeoutMs } from './fetch-with-timeout.ts';
import { cacheResponse, pause, shellName, trim } from './file-caches.ts';
import { respondMissingPage } from './missing-page.ts';
import { dataKey, homeOf, isFrame, type PageAddress, readAddress } from './page-addresses.ts';
import { readSettings } from './settings.ts';

/**
 * How long to wait for the network when a cached copy exists, normally and after a recent time-out, in
 * milliseconds.
 */
const networkTimeoutMs = 3000;
const shortTimeoutMs = 600;
const remembersSilence = 30_000;
const maxPages = 160;
/** Header of a cached page: the build that cached it. A page of a deleted build cannot load its scripts. */
const buildHeader = 'x-fynbos-build';

let silentSince = 0;
/** Key of data that is requested for a layout only (`shell/default-layout`), not for a page in it. */
const onlyLayout = /_routes=shell(%2F|\/)[\w-]+-layout$/;
/** Pages visited lately that must not be cached. */
const forOnce = new Set<string>();

export const isForOnce = (page: string): boolean => forOnce.has(page);

/**
 * Responds with a page: from the shop if it responds soon, else from the cache, else with the offline
 * redirect to home (spec accounts 2.1).
 */
export async function respondWithPage(event: FetchEvent): Promise<Response> {
  const address = readAddress(new URL(event.request.url));
  const arriving = fetchPage(event.request);
  event.waitUntil(arriving.then((response) => cachePage(address, response?.clone())).catch(() => {}));
  arriving.then(noteResponse, () => {});
  const wait = Date.now() - silentSince < remembersSilence ? shortTimeoutMs : networkTimeoutMs;
  const soon = await Promise.race([arriving, pause(wait)]);
  if (soon) return soon;
  const isOver = await Promise.race([arriving.then(() => true), pause(0)]);
  // A request that fails at once is not a time-out: it costs no waiting, and the next page may find the
  // network restored.
  if (!isOver) silentSince = Date.now();
  const cached = await findCached(address);
  if (cached && (isOver || (await isOfNow(cached)))) return cached;
  return (await Promise.race([arriving, pause(responseTimeoutMs)])) ?? cached ?? respondMissingPage(address);
}

function noteResponse(response: Response | undefined): void {
  if (response) silentSince = 0;
}

/** Returns undefined when offline, and when a captive portal or proxy responds in the shop's place. */
export async function fetchPage(request: Request): Promise<Response | undefined> {
  const response = await fetchWithTimeout(request).catch((error: unknown) => {
    if (request.signal.aborted) throw error;
    return undefined;
  });
  return response && isOurs(response) ? response : undefined;
}

function isOurs(response: Response): boolean {
  const { headers, status, type } = response;
  if (headers.has(pageOriginHeader) || type === 'opaqueredirect') return true;
  return status < 500 && !headers.get('content-type')?.startsWith('text/html');
}

export async function cachePage({ key, page }: PageAddress, response: Response | undefined): Promise<void> {
  const cachePolicy = response?.headers.get(pageOriginHeader);
  if (!response || !cachePolicy) return;
  if (response.status === 404) await (await caches.open(pagesName)).delete(key);
  if (cachePolicy !== 'keep' || response.status !== 200 || response.redirected) return void forOnce.add(page);
  forOnce.delete(page);
  const headers = new Headers(response.headers);
  headers.set(buildHeader, shellName);
  await cacheResponse(pagesName, key, new Response(response.body, { headers }));
  const { homes } = await readSettings();
  await trim(pagesName, maxPages, (path) => isFrame(path, homes));
}

/**
 * Finds cached data of the exact routes, or the full data of the page. The shell's data is also part of the
 * home page's data.
 */
async function findCached({ kind, page, key }: PageAddress): Promise<Response | undefined> {
  const cache = await caches.open(pagesName);
  const find = (key: string) => cache.match(key, { ignoreVary: true }).then(onlyOurs);
  const exact = await find(key);
  if (exact || kind === 'document') return exact;
  const fullData = await find(dataKey(page));
  if (fullData || !onlyLayout.test(key)) return fullData;
  return find(dataKey(homeOf(page, (await readSettings()).homes)));
}

/** Ignores cache entries that this worker did not write. */
const onlyOurs = (cached: Response | undefined): Response | undefined =>
  cached?.headers.has(buildHeader) && cached.headers.has(pageOriginHeader) ? cached : undefined;

/**
 * Whether a page was cached after the language was chosen. Pages in the previous language are shown only
 * when the network fails.
 */
export async function isOfNow(cached: Response): Promise<boolean> {
  const { languageSince } = await readSettings();
  return dateOf(cached) + 1000 > languageSince;
}

/** Date header of a cached response, in milliseconds. */
export const dateOf = (cached: Response): number => Date.parse(cached.headers.get('date') ?? '');

/** Deletes pages that were cached by deleted builds (`forgetOldShells`). */
export async function forgetOldPages(): Promise<void> {
  const [cache, names] = await Promise.all([caches.open(pagesName), caches.keys()]);
  for (const key of await cache.keys()) {
    const build = (await cache.match(key))?.headers.get(buildHeader);
    if (!build || !names.includes(build)) await cache.delete(key);
  }
}
