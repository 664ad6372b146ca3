/**
 * How a session ended: by the customer here or in another tab, refused by the server, by an internal failure
 * of its renewal, found expired when the page began, with a login that could not be finished, or with the account.
 */
export type SessionEnd = 'logout' | 'elsewhere' | 'refused' | 'internal' | 'expired' | 'failed' | 'erased';

const ends = new Set<Ended>();
const questions = new Set<Question>();

/** Whose session it was, where it ended here. */
type Ended = (how: SessionEnd, whose?: number) => void;
/** Whether a customer may leave, for now or for good. */
type Question = (how: 'logout' | 'erased') => Promise<boolean>;

/**
 * Calls back when a session has ended and its data is cleared: lists empty themselves, and tasks that were
 * bound to its token and are no orders are dropped (decision 26). @returns how to stop
 */
export function onSessionEnd(listener: Ended): () => void {
  ends.add(listener);
  return () => void ends.delete(listener);
}

export function announceEnd(how: SessionEnd, whose?: number): void {
  for (const listener of ends) listener(how, whose);
}

/**
 * Asks before a customer logs out, or erases the account; `false` stays. An unsent order asks here (decision 42).
 */
export function askBeforeLogout(question: Question): () => void {
  questions.add(question);
  return () => void questions.delete(question);
}

export async function mayLeave(how: 'logout' | 'erased'): Promise<boolean> {
  for (const question of questions) if (!(await question(how))) return false;
  return true;
}
