import { askLine } from './ask-line.ts';
import { type BuiltFile, builtFiles, keep, laterFilesName, shellName, shellPrefix, trim } from './kept.ts';
import { changeSettings, readSettings, spendsLittle } from './settings.ts';

const ofLanguage = /^assets\/([a-z]{2}-[A-Z]{2})-/;
const mostLaterFiles = 120;

/**
 * What every shopper needs to browse, search, fill a cart and check out: the code, the style, the font. The words of
 * one language follow once it is known (`keepLanguage`).
 */
const shell = builtFiles.filter(({ url }) => !ofLanguage.test(url));

/** Fetches the shell ahead, or nothing of it where few bytes shall be spent: then pages bring what they need. */
export async function keepShell(): Promise<void> {
  const cache = await caches.open(shellName);
  if (await spendsLittle()) return;
  const kept = await cache.keys();
  if (kept.length < shell.length) await keepAll(shell, shellName);
}

/** The shopper's language, all of it: a page that was never opened has words too. */
export async function keepLanguage(locale: string): Promise<void> {
  const words = builtFiles.filter(({ url }) => ofLanguage.exec(url)?.[1] === locale);
  await keepAll(words, laterFilesName);
}

async function keepAll(files: readonly BuiltFile[], name: string): Promise<void> {
  const cache = await caches.open(name);
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const missing = files.filter(({ url }) => !kept.has(`/${url}`));
  // A few at a time: what the shopper asks for meanwhile goes first.
  for (let at = 0; at < missing.length; at += 4)
    await Promise.all(missing.slice(at, at + 4).map((file) => keepOne(file, name)));
}

/** A file with a hash in its name is the same in each build: it is fetched once, by whichever had it first. */
async function keepOne({ url, revision }: BuiltFile, name: string): Promise<void> {
  const known = revision ? undefined : await caches.match(`/${url}`);
  const answer = known ?? (await askLine(new Request(`/${url}`, revision ? { cache: 'no-cache' } : {})));
  if (!isFile(answer)) throw new Error(`/${url} cannot be had: ${answer.status}`);
  await keep(name, `/${url}`, answer);
}

/**
 * A file of any build that is still kept, or of the shop. A page of the build before goes on finding its parts here
 * after the shop has forgotten them. Files without a hash are this build's, or the shop's: others may be old.
 */
export async function answerFile(event: FetchEvent): Promise<Response> {
  const { pathname } = new URL(event.request.url);
  const isHashed = pathname.startsWith('/assets/');
  const kept = await caches.match(pathname, isHashed ? {} : { cacheName: shellName });
  if (kept && isFile(kept) && isOfKind(kept, pathname)) return kept;
  const answer = await askLine(event.request);
  // A page of somebody's network in place of a file is no file.
  if (answer.ok && !isFile(answer)) return Response.error();
  if (answer.ok && isHashed) {
    const copy = answer.clone();
    event.waitUntil(
      keep(laterFilesName, pathname, copy).then(() => trim(laterFilesName, mostLaterFiles, () => false)),
    );
  }
  return answer;
}

/** Whether an answer is what its address says; a browser takes no script that is none. */
const isOfKind = (answer: Response, pathname: string): boolean => {
  const kind = /\.(js|css)$/.exec(pathname)?.[1];
  return !kind || !!answer.headers.get('content-type')?.includes(kind === 'js' ? 'javascript' : 'css');
};

const isFile = (answer: Response): boolean =>
  answer.status === 200 &&
  !answer.redirected &&
  !/^text\/html/.test(answer.headers.get('content-type') ?? '');

/**
 * Lets go of builds that nobody needs: all but this one and the one that answered before, which may still be on somebody's
 * screen, and which the pages that were kept before are made of. Builds that came in between answered for nothing.
 */
export async function forgetOldShells(): Promise<void> {
  const all = (await caches.keys()).filter((name) => name.startsWith(shellPrefix));
  await changeSettings(({ shells: [current, before] }) => {
    // Browsers whose worker is older than this list have no other.
    const last =
      current === shellName ? before : (current ?? all.filter((name) => name !== shellName).at(-1));
    return { shells: last ? [shellName, last] : [shellName] };
  });
  const { shells } = await readSettings();
  await Promise.all(all.filter((name) => !shells.includes(name)).map((name) => caches.delete(name)));
}
