import '../i18n/needs/account-messages.ts';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { loginPathFor } from '../account-paths.ts';
import { useText } from '../i18n/text-context.tsx';
import { followAccount } from '../lists/follow-account.ts';
import { accountPath, homePath } from '../paths.ts';
import { useNotices } from '../ui/notices-provider.tsx';
import { openDialog } from './auth-dialog.ts';
import { AuthPanel } from './auth-panel.tsx';
import { notifyAccountChange } from './door-bell.ts';
import { startSession } from './session/session.ts';
import { onSessionEnd, type SessionEnd } from './session/session-events.ts';
import { onSessionChange } from './session/state.ts';

/**
 * The parts of accounts on every page once a customer is known or wants to log in: the session and the
 * dialogs.
 */
export function AccountShell() {
  useEffect(() => onSessionChange(notifyAccountChange), []);
  useEffect(() => {
    void startSession();
  }, []);
  const { t } = useText();
  useEffect(() => followAccount(t), [t]);
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
      if (how === 'internal') notify({ kind: 'error', message: t('account.refreshFailed') });
      if (how === 'logout' || (how === 'elsewhere' && isPrivate)) return void navigate(homePath);
      if (how === 'refused' || how === 'internal') {
        if (!isPrivate) openDialog('login');
      }
      if (isPrivate && how !== 'erased') navigate(loginPathFor(pathname), { replace: true });
    };
    return onSessionEnd(onEnd);
  }, [t, notify, navigate, pathname]);
}
