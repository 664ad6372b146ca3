import '../../platform/i18n/parts/account-messages.ts';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { accountPath, homePath } from '../../paths.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { startSession } from '../../platform/session/session.ts';
import { onSessionEnd, type SessionEnd } from '../../platform/session/session-events.ts';
import { onSessionChange } from '../../platform/session/session-state.ts';
import { okAction } from '../../ui/notices/notices.ts';
import { useNotices } from '../../ui/notices/notices-provider.tsx';
import { loginPathFor } from '../state/account-paths.ts';
import { accountChanges } from '../state/account-shell-events.ts';
import { openDialog } from '../state/auth-dialog-state.ts';
import { AuthPanel } from './auth-panel.tsx';

/**
 * The parts of accounts on every page once a customer is known or wants to log in: the session and the
 * dialogs.
 */
export function AccountShell() {
  useEffect(() => onSessionChange(() => accountChanges.emit()), []);
  useEffect(() => {
    void startSession();
  }, []);
  useSessionEnds();
  return <AuthPanel />;
}

/** Reports how a session ended, and navigates accordingly (spec accounts 4.1, 4.3, 8). */
function useSessionEnds(): void {
  const { t } = useText();
  const { notify } = useNotices();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  useEffect(() => {
    const onEnd = (how: SessionEnd) => {
      const isPrivate = pathname.startsWith(accountPath);
      if (how === 'logout') notify({ kind: 'success', message: t('account.loggedOut') });
      if (how === 'internal')
        notify({ kind: 'error', message: t('account.refreshFailed'), action: okAction(t) });
      if (how === 'expired')
        notify({ kind: 'warning', message: t('account.sessionExpired'), action: okAction(t) });
      if (how === 'logout' || (how === 'elsewhere' && isPrivate)) return void navigate(homePath);
      if (how === 'refused' || how === 'internal') {
        if (!isPrivate) openDialog('login');
      }
      if (isPrivate && how !== 'erased') navigate(loginPathFor(pathname), { replace: true });
    };
    return onSessionEnd(onEnd);
  }, [t, notify, navigate, pathname]);
}
