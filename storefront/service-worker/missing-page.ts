import { lost, pageMissingHash } from '../app/platform/service-worker/missing-page-response.ts';
import { pagesName } from '../app/platform/storage/worker-cache-names.ts';
import { offlineFallbackPage } from './offline-fallback-page.ts';
import { homeOf, type PageAddress } from './page-addresses.ts';
import { readSettings } from './settings.ts';

/** Start address of the installed app; the same page as home. */
const appPath = '/pwa.html';

/**
 * Responds for a page that is not cached while offline. A document request is redirected to the home page
 * of its store view, which says why. A data request gets a status that the open page handles
 * (`shell/redirect-home.ts`). If home is not cached either, the worker's own page is shown.
 */
export async function respondMissingPage({ kind, page }: PageAddress): Promise<Response> {
  if (kind === 'data') return new Response(null, { status: lost });
  const { homes, locale } = await readSettings();
  const home = homeOf(page, homes);
  const isCached = await caches.match(home, { cacheName: pagesName, ignoreVary: true });
  if (!isCached || page === home) return offlineFallbackPage(locale, home);
  return Response.redirect(
    home + (page === home.replace(/\/$/, '') + appPath ? '' : pageMissingHash(page)),
    302,
  );
}
