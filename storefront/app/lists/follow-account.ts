import { onSessionEnd } from '../accounts/session/session-events.ts';
import { currentSession, onSessionChange } from '../accounts/session/state.ts';
import { readCustomersStore } from '../stores/customer-store.ts';
import { clearLists, mergeListsAtLogin } from './account-lists.ts';

/**
 * Ties what this browser keeps to the customer: lists are merged and the chosen store is read once somebody is
 * logged in, and both are let go of when the session ends. @returns how to stop
 */
export function followAccount(): () => void {
  let merged: number | undefined;
  const look = () => {
    const session = currentSession();
    if (session.state === 'anonymous') merged = undefined;
    if (session.state !== 'loggedIn' || merged === session.profile.id) return;
    merged = session.profile.id;
    void mergeListsAtLogin(session.profile.id);
    readCustomersStore().catch(() => {});
  };
  look();
  const stops = [onSessionChange(look), onSessionEnd(clearLists)];
  return () => {
    for (const stop of stops) stop();
  };
}
