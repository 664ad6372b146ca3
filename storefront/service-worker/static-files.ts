import { fetchWithTimeout } from './fetch-with-timeout.ts';
import {
  type BuiltFile,
  builtFiles,
  cacheResponse,
  laterFilesName,
  shellName,
  shellPrefix,
  trim,
} from './file-caches.ts';
import { changeSettings, readSettings, spendsLittle } from './settings.ts';

const ofLanguage = /^assets\/([a-z]{2}-[A-Z]{2})-/;
const maxLaterFiles = 120;

/**
 * Files every shopper needs to browse, search, fill a cart and check out: code, style, font. The messages
 * of one language follow once it is known (`cacheLanguage`).
 */
const shell = builtFiles.filter(({ url }) => !ofLanguage.test(url));

/** Prefetches the shell. In low-data mode nothing is prefetched and pages load their own files. */
export async function cacheShell(): Promise<void> {
  const cache = await caches.open(shellName);
  if (await spendsLittle()) return;
  const cached = await cache.keys();
  if (cached.length < shell.length) await cacheFiles(shell, shellName);
}

/** Caches all messages of the shopper's language, so that pages not opened before are translated too. */
export async function cacheLanguage(locale: string): Promise<void> {
  const languageFiles = builtFiles.filter(({ url }) => ofLanguage.exec(url)?.[1] === locale);
  await cacheFiles(languageFiles, laterFilesName);
}

async function cacheFiles(files: readonly BuiltFile[], name: string): Promise<void> {
  const cache = await caches.open(name);
  const cached = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const missing = files.filter(({ url }) => !cached.has(`/${url}`));
  // Four at a time, so that the shopper's own requests go first.
  for (let at = 0; at < missing.length; at += 4)
    await Promise.all(missing.slice(at, at + 4).map((file) => cacheFile(file, name)));
}

/** A file with a hash in its name is the same in each build, so it is fetched once and shared by builds. */
async function cacheFile({ url, revision }: BuiltFile, name: string): Promise<void> {
  const known = revision ? undefined : await caches.match(`/${url}`);
  const response =
    known ?? (await fetchWithTimeout(new Request(`/${url}`, revision ? { cache: 'no-cache' } : {})));
  if (!isFile(response)) throw new Error(`cannot fetch /${url}: status ${response.status}`);
  await cacheResponse(name, `/${url}`, response);
}

/**
 * Responds with a cached file of any build, or with the shop's. A page of the previous build still finds
 * its parts here after the shop has deleted them. Files without a hash must belong to this build, because
 * older copies may be stale.
 */
export async function respondWithFile(event: FetchEvent): Promise<Response> {
  const { pathname } = new URL(event.request.url);
  const isHashed = pathname.startsWith('/assets/');
  const cached = await caches.match(pathname, isHashed ? {} : { cacheName: shellName });
  if (cached && isFile(cached) && isOfKind(cached, pathname)) return cached;
  const response = await fetchWithTimeout(event.request);
  // An HTML page of a captive portal is not the requested file.
  if (response.ok && !isFile(response)) return Response.error();
  if (response.ok && isHashed) {
    const copy = response.clone();
    event.waitUntil(
      cacheResponse(laterFilesName, pathname, copy).then(() =>
        trim(laterFilesName, maxLaterFiles, () => false),
      ),
    );
  }
  return response;
}

/** Whether the content type of a response fits its address; browsers refuse scripts of another type. */
const isOfKind = (response: Response, pathname: string): boolean => {
  const kind = /\.(js|css)$/.exec(pathname)?.[1];
  return !kind || !!response.headers.get('content-type')?.includes(kind === 'js' ? 'javascript' : 'css');
};

const isFile = (response: Response): boolean =>
  response.status === 200 &&
  !response.redirected &&
  !/^text\/html/.test(response.headers.get('content-type') ?? '');

/**
 * Deletes builds that are no longer needed. This build and the previous one stay: the previous one may
 * still be open in a tab, and cached pages refer to its files. Builds in between served no page.
 */
export async function forgetOldShells(): Promise<void> {
  const all = (await caches.keys()).filter((name) => name.startsWith(shellPrefix));
  await changeSettings(({ shells: [current, before] }) => {
    // Browsers whose worker is older than this list have no other record.
    const last =
      current === shellName ? before : (current ?? all.filter((name) => name !== shellName).at(-1));
    return { shells: last ? [shellName, last] : [shellName] };
  });
  const { shells } = await readSettings();
  await Promise.all(all.filter((name) => !shells.includes(name)).map((name) => caches.delete(name)));
}
