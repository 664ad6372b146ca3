import { currentSession, onSessionChange } from '../accounts/session/state.ts';
import type { Text } from '../i18n/text.ts';

/** Ties what this browser keeps to the customer, once somebody is known. @returns how to stop */
export function followAccount(t: Text['t']): () => void {
  const look = () => {
    if ('profile' in currentSession())
      import('./account-lists.ts').then(
        ({ followCustomer }) => followCustomer(t),
        () => {},
      );
  };
  look();
  return onSessionChange(look);
}
