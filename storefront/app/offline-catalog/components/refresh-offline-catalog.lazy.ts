import { idle } from '../../platform/browser/idle.ts';
import { savesData } from '../../platform/network/data-saver.ts';
import { isOfferDismissed } from '../state/offer-dismissal.ts';
import { checkOfflineCatalog, downloadOfflineCatalog, offlineCatalogInfo } from '../state/offline-catalog.ts';
import { preloadOfflinePages } from './preload-offline-pages.ts';

/** Milliseconds after which the snapshot is checked for updates. */
const freshFor = 3_600_000;
/** Milliseconds after which a page counts as idle although it never is. */
const restBy = 10_000;

/** Connection types that are known to be unmetered. */
const unmetered = new Set(['wifi', 'ethernet']);

/** Whether the connection is known to be unmetered; if the browser does not say, it is not. */
export function isUnmetered(): boolean {
  // Only some browsers have it, so TypeScript does not declare it.
  const { connection } = navigator as { connection?: { type?: string } };
  return unmetered.has(connection?.type ?? '') && !savesData();
}

/**
 * Downloads the offline catalog on an unmetered connection, once the page is idle. On other connections it
 * updates only a catalog that the shopper chose to download. Best effort: failures are retried later.
 */
export async function maintainOfflineCatalog(): Promise<void> {
  if (!navigator.onLine || !(offlineCatalogInfo() || isWelcome())) return;
  await idle(restBy);
  const before = offlineCatalogInfo();
  // A browser that needs space may have deleted it: then it does not count as downloaded.
  if (before && isOld(before) && (await checkOfflineCatalog())) await downloadOfflineCatalog();
  if (!offlineCatalogInfo() && isWelcome()) await downloadOfflineCatalog();
  if (offlineCatalogInfo()) await preloadOfflinePages();
}

const isWelcome = () => isUnmetered() && !isOfferDismissed();

const isOld = ({ made }: { made: string }) => !savesData() && Date.now() - Date.parse(made) > freshFor;
