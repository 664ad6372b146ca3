import { currentSession, onSessionChange } from '../accounts/session/state.ts';
import type { Text } from '../i18n/text.ts';

/**
 * Connects the lists stored in this browser to the customer's account after login.
 * @returns stops following
 */
export function followAccount(t: Text['t']): () => void {
  const connectWhenLoggedIn = () => {
    if ('profile' in currentSession())
      import('./account-lists.ts').then(
        ({ followCustomer }) => followCustomer(t),
        () => {},
      );
  };
  connectWhenLoggedIn();
  return onSessionChange(connectWhenLoggedIn);
}
