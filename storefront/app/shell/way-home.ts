import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { isHomeKept } from '../home-memory.ts';
import { useText } from '../i18n/text-context.tsx';
import { lost } from '../offline/page-missing.ts';
import { homePath } from '../paths.ts';
import { okAction } from '../ui/notices.ts';
import { useNotices } from '../ui/notices-provider.tsx';

/**
 * Without a network, a page whose data is missing sends the shopper home and says so (accounts 8): to a home page
 * that this browser still has. What the shop itself said of an address stays what is shown there, and so does what is
 * a fault of a page's own.
 */
export function useWayHome(error: unknown): void {
  const { t } = useText();
  const { notify } = useNotices();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  useEffect(() => {
    if (!isLost(error) || pathname === homePath || !isHomeKept()) return;
    notify({ kind: 'error', message: t('offline.pageMissing'), action: okAction(t) });
    navigate(homePath, { replace: true });
  }, [error]);
}

/** Whether a page could not be had for want of a network: the worker says so (`missing-page.ts`), or the browser. */
export const isLost = (error: unknown): boolean =>
  (error as { status?: number } | undefined)?.status === lost ||
  (error instanceof TypeError && !navigator.onLine);
