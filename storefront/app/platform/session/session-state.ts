import { useSyncExternalStore } from 'react';
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
let session: Session = starting;
const listeners = new Set<() => void>();

export const currentSession = (): Session => session;

export function setSession(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}

/**
 * Subscribes to changes of the session.
 * @returns the unsubscribe function
 */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function useSession(): Session {
  return useSyncExternalStore(onSessionChange, currentSession, () => starting);
}

/** The profile of a known or logged-in customer. */
export function useProfile(): Profile | undefined {
  const now = useSession();
  return 'profile' in now ? now.profile : undefined;
}
