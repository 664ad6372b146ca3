import { useSyncExternalStore } from 'react';
import type { Profile } from './profile.ts';

/** Who is shopping. `starting` is what a server knows, and a page until it has looked. */
export type Session =
  | { state: 'starting' }
  /** `ended` when somebody was logged in on this page before. */
  | { state: 'anonymous'; ended: boolean }
  /** A profile is kept and shown; whether the session still holds is being asked. */
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

/** Calls back after every change. @returns how to stop */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function useSession(): Session {
  return useSyncExternalStore(onSessionChange, currentSession, () => starting);
}

/** Whose data may be shown: known or logged in. */
export function useProfile(): Profile | undefined {
  const now = useSession();
  return 'profile' in now ? now.profile : undefined;
}
