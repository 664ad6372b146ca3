import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { homePath } from '../paths.ts';
import { useText } from '../platform/i18n/text-context.tsx';
import { lost } from '../platform/service-worker/missing-page-response.ts';
import { okAction } from '../ui/notices/notices.ts';
import { useNotices } from '../ui/notices/notices-provider.tsx';
import { isHomeAvailable } from './pages/home-page-memory.ts';

/**
 * Without a network, redirects from a page whose data is missing to the home page with a notice (spec accounts
 * 8), if this browser has the home page stored. Responses of the shop and errors in a page's own code stay on
 * the page.
 */
export function useHomeRedirect(error: unknown): void {
  const { t } = useText();
  const { notify } = useNotices();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  useEffect(() => {
    if (!isLost(error) || pathname === homePath || !isHomeAvailable()) return;
    notify({ kind: 'error', message: t('offline.pageMissing'), action: okAction(t) });
    navigate(homePath, { replace: true });
  }, [error]);
}

/**
 * Whether a page could not be loaded because there is no network: reported by the service worker
 * (`missing-page.ts`) or by the browser.
 */
export const isLost = (error: unknown): boolean =>
  (error as { status?: number } | undefined)?.status === lost ||
  (error instanceof TypeError && !navigator.onLine);
