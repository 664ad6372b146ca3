import { attemptsBeforeAsking } from '@fynbos/core/attempts.ts';
import type { ProblemView } from '../api-problem.ts';
import type { Box, Waiting } from './box.ts';

/** It is not sent by itself any more: the shopper tries again, or lets it go. */
export const needsYou = ({ attempts = 0 }: Waiting): boolean => attempts >= attemptsBeforeAsking;

/** An attempt came to nothing. @param count of attempts it counts for: all of them where trying again is in vain */
export function attempted<Kept, Entry extends Waiting>(
  box: Box<Kept, Entry>,
  { id, problem, now }: { id: string; problem: ProblemView; now: number },
  count = 1,
): Box<Kept, Entry> {
  return changed(box, id, ({ attempts = 0 }) => ({ attempts: attempts + count, problem, updated_at: now }));
}

/** The shopper wants it sent again. */
export function triedAgain<Kept, Entry extends Waiting>(
  box: Box<Kept, Entry>,
  { id, now }: { id: string; now: number },
): Box<Kept, Entry> {
  return changed(box, id, () => ({ attempts: 0, problem: undefined, updated_at: now }));
}

function changed<Kept, Entry extends Waiting>(
  box: Box<Kept, Entry>,
  id: string,
  change: (entry: Entry) => Partial<Waiting>,
): Box<Kept, Entry> {
  if (!box.entries.some((entry) => entry.id === id)) return box;
  return {
    ...box,
    entries: box.entries.map((entry) => (entry.id === id ? { ...entry, ...change(entry) } : entry)),
  };
}
