import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { offlineCatalogInfo } from '../../offline-catalog/state/offline-catalog.ts';
import { pathInView } from '../../paths.ts';
import { idle } from '../../platform/browser/idle.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { savesData } from '../../platform/network/data-saver.ts';
import { dataUseIn } from '../../platform/network/data-use.ts';
import { isMissing, missingPage } from '../../platform/service-worker/missing-page-response.ts';
import type { WorkerMessage } from '../../platform/service-worker/service-worker-messages.ts';
import {
  activateNewVersion,
  onNewVersion,
  postToWorker,
  reportVisit,
} from '../../platform/service-worker/service-worker-registration.ts';
import { readText, writeText } from '../../platform/storage/browser-storage.ts';
import { onNewer } from '../../platform/storage/newer-version.ts';
import { reportOutdated } from '../../platform/updates/shop-update.ts';
import { okAction } from '../../ui/notices/notices.ts';
import { useNotices } from '../../ui/notices/notices-provider.tsx';

const maxBusyMs = 5000;

const lowData = (): WorkerMessage => ({
  type: 'low-data',
  on: savesData(),
  wantsAll: dataUseIn(document.cookie) === 'off',
});

/** Rarely needed. A shopper redirected home in a language that is not cached sees the fallback texts. */
const loadVersionMessages = () => import('../../platform/i18n/parts/offline-messages.ts').catch(() => {});

/** Sends messages to the service worker and shows its notices; renders nothing itself. */
export function WorkerNotifier() {
  const { t } = useText();
  const { notify } = useNotices();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  useEffect(() => void postToWorker(lowData()), []);
  useEffect(() => {
    let isHere = true;
    void idle(maxBusyMs).then(() => {
      if (isHere) void reportVisit();
    });
    return () => {
      isHere = false;
    };
  }, [pathname, search]);
  useEffect(() => {
    if (!isMissing(hash)) return void recordAttempt('');
    const page = missingPage(hash);
    // Removed first, so that this address does not redirect again, whatever happens next.
    const withoutHash = navigate({ search, hash: '' }, { replace: true, preventScrollReset: true });
    // If it is not in the offline catalog either, its own page says so (`shell/redirect-home.ts`).
    if (page !== '' && offlineCatalogInfo() && recordAttempt(page)) {
      // A navigation that completes resets a blocked one (`offline-navigation.tsx`), so the second waits.
      void Promise.resolve(withoutHash).then(() => navigate(inThisView(page), { replace: true }));
      return;
    }
    recordAttempt('');
    notify({ kind: 'error', message: t('offline.pageMissing'), action: okAction(t) });
  }, [hash]);
  useEffect(
    () =>
      onNewVersion(async () => {
        await loadVersionMessages();
        notify({
          kind: 'info',
          message: t('offline.newVersion'),
          hasNoTimeout: true,
          action: { label: t('notice.reload'), run: activateNewVersion },
          action2: { label: t('offline.later'), run: () => {} },
        });
      }),
    [notify, t],
  );
  useEffect(() => onNewer(reportOutdated), []);
  return null;
}

const attemptKey = 'fynbos-missing';

/**
 * Records the missing page that is opened from the offline catalog. If its code is missing too, the router
 * requests the document, which redirects here again.
 * @returns whether it differs from the previous one; false if it cannot be stored
 */
function recordAttempt(page: string): boolean {
  const before = readText(attemptKey, 'session');
  return writeText(attemptKey, page || null, 'session') && before !== page;
}

/** An address as the router knows it, without the prefix of a store view. */
function inThisView(page: string): string {
  const { pathname, search } = new URL(page, location.origin);
  return pathInView(pathname) + search;
}
