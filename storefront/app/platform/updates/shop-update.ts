import { homePath, inView } from '../../paths.ts';
import { canPreventReload, reloadPage } from '../browser/reload-page.ts';
import { pageOriginHeader } from '../pages/page-origin-header.ts';
import { createStore } from '../state/store.ts';
import { readText, writeText } from '../storage/browser-storage.ts';
import { type Place, placeOfControl, storedWork, type TypedField, typedFields } from './unfinished-work.ts';

/*
 * The one place that handles code which the shop no longer serves. It is part of the first load, because
 * nothing can be loaded later in a tab whose version is gone.
 */

/** A reload waits this long for an action that is running, and for the shop to answer. */
const maxWaitMs = 8000;
const reloadedKey = 'fynbos-reloaded';

/** How often it was reported that this page needs a newer version. */
const reports = createStore(0);
/** The errors of failed imports. */
const misses = new WeakSet<object>();
/** Whether the shop was reachable after the last miss; undefined while nothing is being asked. */
let question: Promise<boolean> | undefined;

/** What was typed and pressed on the page at a path. */
interface Work {
  readonly path: string;
  readonly typed: Map<string, TypedField>;
  pressed?: Place | undefined;
}
const nothingAt = (path: string): Work => ({ path, typed: new Map() });
let work = nothingAt('');
/** The action that was started last. */
let action: Promise<unknown> = Promise.resolve();

/** The bundler reports each failed import as an event. */
export function watchForUpdate(): void {
  if (!canPreventReload()) openLinkAfterReload();
  addEventListener('vite:preloadError', ({ payload }) => {
    misses.add(payload);
    remember();
    if (reports.get() > 0) reportOutdated();
    else
      question ??= isShopReachable().then((isReachable) => {
        question = undefined;
        if (isReachable) reportOutdated();
        return isReachable;
      });
  });
}

/**
 * Where a reload cannot be prevented, the next document opens the page of the link that was pressed last, if it is
 * this page again.
 */
function openLinkAfterReload(): void {
  let href: string | undefined;
  const note = ({ target }: Event) => {
    href = target instanceof Element ? target.closest('a')?.href : undefined;
    remember();
  };
  addEventListener('click', note, { capture: true });
  addEventListener('pagehide', () => {
    if (href?.startsWith(`${location.origin}/`))
      storedWork.write({ path: work.path, at: Date.now(), fields: [], next: href });
  });
}

/**
 * Whether this page needs a newer version of the shop: an import failed although the shop is reachable.
 * Without a network, every import fails.
 */
export const isOutdated = async (): Promise<boolean> => reports.get() > 0 || (await question) === true;

/** Asks for the home page, without a cache. A captive portal answers with a page of its own. */
async function isShopReachable(): Promise<boolean> {
  if (!navigator.onLine) return false;
  try {
    const signal = AbortSignal.timeout(maxWaitMs);
    const { headers } = await fetch(inView(homePath), { method: 'HEAD', cache: 'no-store', signal });
    return headers.has(pageOriginHeader);
  } catch {
    return false;
  }
}

/**
 * Calls back each time a part is missing, also if that happened before.
 * @returns a function that unsubscribes
 */
export function onOutdated(listener: () => void): () => void {
  if (reports.get() > 0) listener();
  return reports.subscribe(listener);
}

/** A part of this page is missing, or its stored data belongs to a newer version: only a reload helps. */
export const reportOutdated = (): void => reports.set(reports.get() + 1);

/** Whether the error, or its cause, is a failed import. */
const isMiss = (error: unknown): boolean =>
  error instanceof Error && (misses.has(error) || isMiss(error.cause));

/** Runs the action of a pressed control, which is repeated after the reload if it failed for a missing part. */
export function acting<Result>(control: Element | undefined, run: () => Promise<Result>): Promise<Result> {
  // Its name may change while the action is running.
  const place = control && placeOfControl(control);
  work.pressed = undefined;
  const result = run().catch(async (error: unknown) => {
    // A later action replaces this one.
    if (isMiss(error) && (await isOutdated()) && action === settled) work.pressed = place;
    throw error;
  });
  const settled = result.catch(() => {});
  action = settled;
  return result;
}

/** Loads the new version of this page, which then continues (`resume-work.lazy.ts`). */
export async function reloadOutdated(): Promise<void> {
  await Promise.race([action, new Promise((done) => setTimeout(done, maxWaitMs))]);
  remember();
  const { path, typed, pressed } = work;
  storedWork.write({ path, at: Date.now(), fields: [...typed.values()], pressed });
  reloadPage();
}

/** Reloads without being asked; at most once for an address, because the new version could fail as well. */
export function reloadOnce(): void {
  if (readText(reloadedKey, 'session') === location.href) return;
  if (writeText(reloadedKey, location.href, 'session')) void reloadOutdated();
}

/** The error page of a missing part has no fields any more, so earlier values stay. */
function remember(): void {
  const here = location.pathname + location.search;
  if (work.path !== here) work = nothingAt(here);
  for (const field of typedFields()) work.typed.set(`${field.name} ${field.index}`, field);
}
