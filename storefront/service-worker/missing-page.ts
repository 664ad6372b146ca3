import { lost, pageMissingHash } from '../app/offline/page-missing.ts';
import { pagesName } from '../app/offline/worker-stores.ts';
import { homeOf, type PageAddress } from './addresses.ts';
import { lastResort } from './last-resort.ts';
import { readSettings } from './settings.ts';

/** What the app is started at; the same page as home. */
const appPath = '/pwa.html';

/**
 * A page that is not kept, without a network: a document leads to the home page of its store view, which says why; a page
 * that is open and asked for data hears that there is none, and knows what to do (`shell/way-home.ts`). Where not even
 * home is kept, a page of the worker's own.
 */
export async function answerMissing({ kind, page }: PageAddress): Promise<Response> {
  if (kind === 'data') return new Response(null, { status: lost });
  const { homes, locale } = await readSettings();
  const home = homeOf(page, homes);
  const isKept = await caches.match(home, { cacheName: pagesName, ignoreVary: true });
  if (!isKept || page === home) return lastResort(locale, home);
  return Response.redirect(
    home + (page === home.replace(/\/$/, '') + appPath ? '' : pageMissingHash(page)),
    302,
  );
}
