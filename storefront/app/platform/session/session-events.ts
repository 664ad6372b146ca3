/**
 * How a session ended: by the customer, in another tab, rejected by the server, by an internal failure of
 * its renewal, expired when the page opened, by a login that could not be completed, or with the account.
 */
export type SessionEnd = 'logout' | 'elsewhere' | 'refused' | 'internal' | 'expired' | 'failed' | 'erased';

const ends = new Set<Ended>();
const confirmations = new Set<LeaveConfirmation>();

/** `whose` is the customer's id when the session ended in this tab. */
type Ended = (how: SessionEnd, whose?: number) => void;
/** Resolves to whether a customer may log out or delete the account. */
type LeaveConfirmation = (how: 'logout' | 'erased') => Promise<boolean>;

/**
 * Subscribes to the end of a session, after its data is cleared: lists empty themselves, and tasks bound to
 * its token are dropped unless they are orders (spec D26).
 * @returns the unsubscribe function
 */
export function onSessionEnd(listener: Ended): () => void {
  ends.add(listener);
  return () => void ends.delete(listener);
}

export function announceEnd(how: SessionEnd, whose?: number): void {
  for (const listener of ends) listener(how, whose);
}

/**
 * Adds a confirmation before a customer logs out or deletes the account; `false` cancels. Used for unsent
 * orders (spec D42).
 */
export function confirmBeforeLogout(confirmation: LeaveConfirmation): () => void {
  confirmations.add(confirmation);
  return () => void confirmations.delete(confirmation);
}

export async function mayLeave(how: 'logout' | 'erased'): Promise<boolean> {
  for (const confirmation of confirmations) if (!(await confirmation(how))) return false;
  return true;
}
