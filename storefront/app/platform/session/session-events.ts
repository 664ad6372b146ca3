import { createEmitter } from '../state/store.ts';

/**
 * How a session ended: by the customer, in another tab, rejected by the server, by an internal failure of
 * its renewal, expired when the page opened, by a login that could not be completed, or with the account.
 */
export type SessionEnd = 'logout' | 'elsewhere' | 'refused' | 'internal' | 'expired' | 'failed' | 'erased';

/** `whose` is the customer's id when the session ended in this tab. */
type Ended = (how: SessionEnd, whose?: number) => void;
/** Resolves to whether a customer may log out or delete the account. */
type LeaveConfirmation = (how: 'logout' | 'erased') => Promise<boolean>;

const ends = createEmitter<{ how: SessionEnd; whose: number | undefined }>();
/** Collects the confirmations to ask for. */
const questions = createEmitter<LeaveConfirmation[]>();

/**
 * Subscribes to the end of a session, after its data is cleared: lists empty themselves, and tasks bound to
 * its token are dropped unless they are orders (spec D26).
 * @returns the unsubscribe function
 */
export function onSessionEnd(listener: Ended): () => void {
  return ends.subscribe(({ how, whose }) => listener(how, whose));
}

export function announceEnd(how: SessionEnd, whose?: number): void {
  ends.emit({ how, whose });
}

/**
 * Adds a confirmation before a customer logs out or deletes the account; `false` cancels. Used for unsent
 * orders (spec D42).
 */
export function confirmBeforeLogout(confirmation: LeaveConfirmation): () => void {
  return questions.subscribe((collected) => void collected.push(confirmation));
}

export async function mayLeave(how: 'logout' | 'erased'): Promise<boolean> {
  const collected: LeaveConfirmation[] = [];
  questions.emit(collected);
  for (const confirmation of collected) if (!(await confirmation(how))) return false;
  return true;
}
