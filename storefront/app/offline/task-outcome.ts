import { ApiProblem, type ProblemView } from '../api-problem.ts';
import { keptIn, type TaskBox } from './task-box.ts';

/** How far a task came while somebody looked. */
export type TaskOutcome =
  | { state: 'done'; result: unknown }
  | { state: 'refused'; problem: ProblemView }
  /** It is sent later; where it is not `kept`, only as long as this page is open. */
  | { state: 'waits'; kept: boolean };

/** Why a task is let go unsent: the login it was made under is over. */
export const loggedOut = (): ProblemView => new ApiProblem('not_logged_in').view;

/**
 * How far a task came, as its box says: another tab may have sent it. What is in it no more, and was never answered,
 * was cleared with its login (accounts 4.3).
 *
 * @param kept whether what waits outlives the page
 */
export function outcomeOf({ box, kept }: { box: TaskBox; kept: boolean }, id: string): TaskOutcome {
  const done = keptIn(box).done.find((one) => one.id === id);
  if (done?.problem) return { state: 'refused', problem: done.problem };
  if (done) return { state: 'done', result: undefined };
  if (box.entries.some((one) => one.id === id)) return { state: 'waits', kept };
  return { state: 'refused', problem: loggedOut() };
}
