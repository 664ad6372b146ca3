import { currentSession } from './state.ts';

/** The id of the customer who is known here; undefined for a guest, and until it was looked. */
export function knownCustomer(): number | undefined {
  const session = currentSession();
  return 'profile' in session ? session.profile.id : undefined;
}
