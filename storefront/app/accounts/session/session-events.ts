/**
 * How a session ended: by the customer here or in another tab, refused by the server, by an internal failure
 * of its renewal, found expired when the page began, with a login that could not be finished, or with the account.
 */
export type SessionEnd = 'logout' | 'elsewhere' | 'refused' | 'internal' | 'expired' | 'failed' | 'erased';

const ends = new Set<(how: SessionEnd) => void>();
const questions = new Set<() => Promise<boolean>>();

/**
 * Calls back when a session has ended and its data is cleared: lists empty themselves, and tasks that were
 * bound to its token and are no orders are dropped (decision 26). @returns how to stop
 */
export function onSessionEnd(listener: (how: SessionEnd) => void): () => void {
  ends.add(listener);
  return () => void ends.delete(listener);
}

export function announceEnd(how: SessionEnd): void {
  for (const listener of ends) listener(how);
}

/** Asks before a customer logs out; `false` stays logged in. An unsent order asks here (decision 42). */
export function askBeforeLogout(question: () => Promise<boolean>): () => void {
  questions.add(question);
  return () => void questions.delete(question);
}

export async function mayLogOut(): Promise<boolean> {
  for (const question of questions) if (!(await question())) return false;
  return true;
}
