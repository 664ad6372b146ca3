import { pagesName } from '../app/offline/worker-stores.ts';
import { pageMark } from '../app/page-mark.ts';
import { dataKey, homeOf, isFrame, type PageAddress, readAddress } from './addresses.ts';
import { askLine, longestSilence } from './ask-line.ts';
import { keep, pause, shellName, trim } from './kept.ts';
import { answerMissing } from './missing-page.ts';
import { readSettings } from './settings.ts';

/** How long the network is waited for where something is kept, and on a line that did not answer lately; in ms. */
const patience = 3000;
const littlePatience = 600;
const remembersSilence = 30_000;
const mostPages = 160;
/** On what is kept: which build of the shop kept it. A page of a build that is gone could not come alive any more. */
const buildMark = 'x-fynbos-build';

let silentSince = 0;
/** Pages that were seen lately and may not be kept. */
const forOnce = new Set<string>();

export const isForOnce = (page: string): boolean => forOnce.has(page);

/** A page: from the shop where it answers soon, else as it was last seen, else the way home (accounts 2.1). */
export async function answerPage(event: FetchEvent): Promise<Response> {
  const address = readAddress(new URL(event.request.url));
  const arriving = ask(event.request);
  event.waitUntil(arriving.then((answer) => keepPage(address, answer?.clone())).catch(() => {}));
  arriving.then(noteVoice, () => {});
  const wait = Date.now() - silentSince < remembersSilence ? littlePatience : patience;
  const soon = await Promise.race([arriving, pause(wait)]);
  if (soon) return soon;
  const isOver = await Promise.race([arriving.then(() => true), pause(0)]);
  // A line that fails at once is no silent one: it is not waited for, and the next page may find it mended.
  if (!isOver) silentSince = Date.now();
  const kept = await findKept(address);
  if (kept && (isOver || (await isOfNow(kept)))) return kept;
  return (await Promise.race([arriving, pause(longestSilence)])) ?? kept ?? answerMissing(address);
}

function noteVoice(answer: Response | undefined): void {
  if (answer) silentSince = 0;
}

/** Undefined without a network, and where somebody else answers in the shop's place: a portal, a proxy. */
export async function ask(request: Request): Promise<Response | undefined> {
  const answer = await askLine(request).catch((error: unknown) => {
    if (request.signal.aborted) throw error;
    return undefined;
  });
  return answer && isOurs(answer) ? answer : undefined;
}

function isOurs(answer: Response): boolean {
  const { headers, status, type } = answer;
  if (headers.has(pageMark) || type === 'opaqueredirect') return true;
  return status < 500 && !headers.get('content-type')?.startsWith('text/html');
}

export async function keepPage({ key, page }: PageAddress, answer: Response | undefined): Promise<void> {
  const said = answer?.headers.get(pageMark);
  if (!answer || !said) return;
  if (answer.status === 404) await (await caches.open(pagesName)).delete(key);
  if (said !== 'keep' || answer.status !== 200 || answer.redirected) return void forOnce.add(page);
  forOnce.delete(page);
  const headers = new Headers(answer.headers);
  headers.set(buildMark, shellName);
  await keep(pagesName, key, new Response(answer.body, { headers }));
  const { homes } = await readSettings();
  await trim(pagesName, mostPages, (path) => isFrame(path, homes));
}

/** Data that was kept in parts, or whole; what stands around every page is in the data of the home page as well. */
async function findKept({ kind, page, key }: PageAddress): Promise<Response | undefined> {
  const cache = await caches.open(pagesName);
  const find = (key: string) => cache.match(key, { ignoreVary: true }).then(onlyOurs);
  const exact = await find(key);
  if (exact || kind === 'document') return exact;
  const whole = await find(dataKey(page));
  if (whole || !/_routes=shell%2F|_routes=shell\//.test(key)) return whole;
  return find(dataKey(homeOf(page, (await readSettings()).homes)));
}

/** What this worker did not keep is not shown, whoever put it there. */
const onlyOurs = (kept: Response | undefined): Response | undefined =>
  kept?.headers.has(buildMark) && kept.headers.has(pageMark) ? kept : undefined;

/** Kept since the language was chosen: before the network is given up, nobody is shown the one before. */
export async function isOfNow(kept: Response): Promise<boolean> {
  const { languageSince } = await readSettings();
  return dateOf(kept) + 1000 > languageSince;
}

/** When the shop said it, in milliseconds. */
export const dateOf = (kept: Response): number => Date.parse(kept.headers.get('date') ?? '');

/** Lets go of what was kept by builds that are gone (`forgetOldShells`). */
export async function forgetOldPages(): Promise<void> {
  const [cache, names] = await Promise.all([caches.open(pagesName), caches.keys()]);
  for (const key of await cache.keys()) {
    const build = (await cache.match(key))?.headers.get(buildMark);
    if (!build || !names.includes(build)) await cache.delete(key);
  }
}
