import { currentSession } from './session-state.ts';

/** The id of the known customer; undefined for a guest, and until the session has started. */
export function knownCustomer(): number | undefined {
  const session = currentSession();
  return 'profile' in session ? session.profile.id : undefined;
}
