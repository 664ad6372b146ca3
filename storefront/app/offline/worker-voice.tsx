import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { dataUseIn } from '../data-use.ts';
import { useText } from '../i18n/text-context.tsx';
import { pathInView } from '../paths.ts';
import { pocketKept } from '../pocket/pocket.ts';
import { idle } from '../ui/idle.ts';
import { okAction } from '../ui/notices.ts';
import { useNotices } from '../ui/notices-provider.tsx';
import { savesData } from '../ui/saves-data.ts';
import { onNewer } from './newer-shop.ts';
import { isMissing, missingPage } from './page-missing.ts';
import { onNewVersion, takeNewVersion, tellVisit, tellWorker } from './worker.ts';
import type { WorkerMessage } from './worker-message.ts';

const longestBusy = 5000;

const lowData = (): WorkerMessage => ({
  type: 'low-data',
  on: savesData(),
  wantsAll: dataUseIn(document.cookie) === 'off',
});

/** Hardly anybody needs them; who was led home in a language whose words are not kept yet is told in what they have. */
const versionWords = () => import('../i18n/needs/offline-messages.ts').catch(() => {});

/** What a page says to the service worker, and what it has to say of it; it shows nothing itself. */
export function WorkerVoice() {
  const { t } = useText();
  const { notify } = useNotices();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  useEffect(() => void tellWorker(lowData()), []);
  useEffect(() => {
    let isHere = true;
    void idle(longestBusy).then(() => {
      if (isHere) void tellVisit();
    });
    return () => {
      isHere = false;
    };
  }, [pathname, search]);
  useEffect(() => {
    if (!isMissing(hash)) return void noteTried('');
    const page = missingPage(hash);
    // Taken away first: whatever becomes of the way to the page, this address does not lead there again.
    const withoutHash = navigate({ search, hash: '' }, { replace: true, preventScrollReset: true });
    // Where it is not in the pocket either, its own page says so (`shell/way-home.ts`).
    if (page !== '' && pocketKept() && noteTried(page)) {
      // A navigation that completes resets a blocked one (`shell/offline-navigation.tsx`), so the second waits.
      void Promise.resolve(withoutHash).then(() => navigate(inThisView(page), { replace: true }));
      return;
    }
    noteTried('');
    notify({ kind: 'error', message: t('offline.pageMissing'), action: okAction(t) });
  }, [hash]);
  useEffect(
    () =>
      onNewVersion(async () => {
        await versionWords();
        notify({
          kind: 'info',
          message: t('offline.newVersion'),
          hasNoTimeout: true,
          action: { label: t('offline.reload'), run: takeNewVersion },
          action2: { label: t('offline.later'), run: () => {} },
        });
      }),
    [notify, t],
  );
  useEffect(() => {
    const outdated = async () => {
      await versionWords();
      notify({
        kind: 'warning',
        message: t('offline.outdated', {}, t('error.lead')),
        hasNoTimeout: true,
        action: { label: t('offline.reload', {}, t('error.retry')), run: () => location.reload() },
      });
    };
    // A part of this page that the shop has forgotten since: the browser says so where it could not be fetched.
    const missed = () => void (navigator.onLine && outdated());
    addEventListener('vite:preloadError', missed);
    const stop = onNewer(() => void outdated());
    return () => {
      removeEventListener('vite:preloadError', missed);
      stop();
    };
  }, [notify, t]);
  return null;
}

const triedKey = 'fynbos-missing';

/**
 * Writes down which missing page is opened out of the pocket: where its code is missing too, the router asks for the
 * document, which leads here again.
 *
 * @returns whether it is another than the one before; false where that cannot be kept
 */
function noteTried(page: string): boolean {
  try {
    const before = sessionStorage.getItem(triedKey);
    if (page) sessionStorage.setItem(triedKey, page);
    else sessionStorage.removeItem(triedKey);
    return before !== page;
  } catch {
    return false;
  }
}

/** An address as the router knows it, without the prefix of a store view. */
function inThisView(page: string): string {
  const { pathname, search } = new URL(page, location.origin);
  return pathInView(pathname) + search;
}
