import { createStore, useStore } from '../state/store.ts';
import type { Profile } from './profile.ts';

/** The state of the session. It is `starting` on a server, and on a page until the session has started. */
export type Session =
  | { state: 'starting' }
  /** `ended` when a customer was logged in on this page before. */
  | { state: 'anonymous'; ended: boolean }
  /** A stored profile is shown; the server has not confirmed the session yet. */
  | { state: 'known'; profile: Profile }
  | { state: 'loggedIn'; profile: Profile };

const starting: Session = { state: 'starting' };
const session = createStore<Session>(starting);

export const currentSession = session.get;

export const setSession = session.set;

/**
 * Subscribes to changes of the session.
 * @returns the unsubscribe function
 */
export const onSessionChange = session.subscribe;

export function useSession(): Session {
  return useStore(session, starting);
}

/** The profile of a known or logged-in customer. */
export function useProfile(): Profile | undefined {
  const now = useSession();
  return 'profile' in now ? now.profile : undefined;
}
