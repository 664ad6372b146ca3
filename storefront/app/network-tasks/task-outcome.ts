import { ApiProblem, type ProblemView } from '../platform/api/api-problem.ts';
import { type TaskOutbox, taskSnapshotOf } from './task-outbox.ts';

/** The progress of a task while its caller waits. */
export type TaskOutcome =
  | { state: 'done'; result: unknown }
  | { state: 'refused'; problem: ProblemView }
  /** It is sent later; if not `durable`, only as long as this page is open. */
  | { state: 'waits'; durable: boolean };

/** Why a task is dropped without being sent: its login has ended. */
export const loggedOut = (): ProblemView => new ApiProblem('not_logged_in').view;

/**
 * The progress of a task according to its outbox: another tab may have sent it. A task that is neither
 * waiting nor completed was removed with its login (spec accounts 4.3).
 * @param durable whether waiting tasks outlive the page
 */
export function taskOutcomeOf(
  { outbox, durable }: { outbox: TaskOutbox; durable: boolean },
  id: string,
): TaskOutcome {
  const done = taskSnapshotOf(outbox).done.find((task) => task.id === id);
  if (done?.problem) return { state: 'refused', problem: done.problem };
  if (done) return { state: 'done', result: undefined };
  if (outbox.entries.some((entry) => entry.id === id)) return { state: 'waits', durable };
  return { state: 'refused', problem: loggedOut() };
}
