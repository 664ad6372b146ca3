import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { isHomeKept } from '../home-memory.ts';
import { useText } from '../i18n/text-context.tsx';
import { homePath } from '../paths.ts';
import { okAction } from '../ui/notices.ts';
import { useNotices } from '../ui/notices-provider.tsx';

/**
 * Without a network, a page whose data is missing sends the shopper home and says so (accounts 8): to a home page
 * that this browser still has. What the shop itself said of an address stays what is shown there.
 */
export function useWayHome(error: unknown): void {
  const { t } = useText();
  const { notify } = useNotices();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  useEffect(() => {
    if (navigator.onLine || !(error instanceof TypeError) || pathname === homePath || !isHomeKept()) return;
    notify({ kind: 'error', message: t('offline.pageMissing'), action: okAction(t) });
    navigate(homePath, { replace: true });
  }, [error]);
}
