import { useEffect } from 'react';
import type { Text } from '../../platform/i18n/text.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { currentSession, onSessionChange } from '../../platform/session/session-state.ts';

/** Shown beside the account shell: connects the lists stored in this browser to the account. */
export function AccountSync() {
  const { t } = useText();
  useEffect(() => followAccount(t), [t]);
  return null;
}

/**
 * Connects the lists stored in this browser to the customer's account after login.
 * @returns stops following
 */
function followAccount(t: Text['t']): () => void {
  const connectWhenLoggedIn = () => {
    if ('profile' in currentSession())
      import('./account-list-sync.lazy.ts').then(
        ({ syncAccountLists }) => syncAccountLists(t),
        () => {},
      );
  };
  connectWhenLoggedIn();
  return onSessionChange(connectWhenLoggedIn);
}
