import { ApiProblem, type ProblemView } from '../platform/api/api-problem.ts';
import type { Outbox, OutboxShape } from '../platform/outbox/outbox.ts';
import { needsYou } from '../platform/outbox/send-attempt.ts';
import { isLike, isListOf } from '../platform/storage/stored-shape.ts';
import { isBound, type NetworkTask } from './network-task.ts';

/** The results of this browser's tasks. */
export interface TaskSnapshot {
  /** Tasks with cacheable results, newest first. */
  results: readonly NetworkTask[];
  /** The last completed tasks, newest first, for notices. */
  done: readonly DoneTask[];
}

export type DoneTask = Pick<NetworkTask, 'id' | 'callback_event' | 'silent' | 'acknowledged' | 'code'> & {
  /** Why it was refused. */
  problem?: ProblemView;
};

export type TaskOutbox = Outbox<TaskSnapshot, NetworkTask>;

const maxResults = 50;
const maxDone = 20;
const none: TaskSnapshot = { results: [], done: [] };

export const taskSnapshotOf = ({ kept: snapshot }: TaskOutbox): TaskSnapshot => snapshot ?? none;

/**
 * Appends a task.
 * @param replaces whether the new task supersedes a waiting one, which is then removed
 */
export function withTask(
  outbox: TaskOutbox,
  task: NetworkTask,
  replaces: (waiting: NetworkTask) => boolean,
): TaskOutbox {
  const remaining = outbox.entries.filter((entry) => entry.id !== task.id && !replaces(entry));
  return { ...outbox, kept: taskSnapshotOf(outbox), entries: [...remaining, task] };
}

/**
 * The oldest task that may be sent without the shopper.
 * @param customer the customer of the session
 */
export function nextTask({ entries }: TaskOutbox, customer: number | undefined): NetworkTask | undefined {
  return entries.find((task) => !needsYou(task) && (!isBound(task) || task.customer === customer));
}

/** The response of the shop. */
export interface TaskResponse {
  code: number;
  result: unknown;
  meta: Record<string, unknown>;
  /** Why it was refused. */
  problem?: ProblemView;
  acknowledged: boolean;
}

/**
 * Records a response: the task is transmited and removed from the entries in one step. A cacheable result
 * is stored (spec accounts 4.4). A task that was removed before stays removed.
 */
export function withResult(outbox: TaskOutbox, id: string, response: TaskResponse, now: number): TaskOutbox {
  const task = outbox.entries.find((entry) => entry.id === id);
  if (!task) return outbox;
  const { problem, code, ...fields } = response;
  const { attempts: _, problem: __, ...bare } = task;
  const over = { transmited: true, transmited_at: now, updated_at: now };
  const transmited: NetworkTask = { ...bare, ...fields, ...over, code, resultCode: code };
  const { results, done } = taskSnapshotOf(outbox);
  const { callback_event, silent } = task;
  const isCacheable = task.is_result_cacheable && !problem;
  return {
    ...outbox,
    kept: {
      results: isCacheable
        ? [transmited, ...results.filter((entry) => entry.url !== task.url)].slice(0, maxResults)
        : results,
      done: [
        {
          id,
          callback_event,
          silent,
          acknowledged: response.acknowledged,
          code,
          ...(problem && { problem }),
        },
        ...done,
      ].slice(0, maxDone),
    },
    entries: outbox.entries.filter((entry) => entry.id !== id),
  };
}

/** Completed tasks not yet reported to the shopper, oldest first; silent tasks are never reported. */
export const unreportedIn = (outbox: TaskOutbox): DoneTask[] =>
  taskSnapshotOf(outbox)
    .done.filter(({ silent, acknowledged }) => !silent && !acknowledged)
    .toReversed();

/** Records that these results were reported. */
export function withAcknowledged(outbox: TaskOutbox, ids: readonly string[]): TaskOutbox {
  const snapshot = taskSnapshotOf(outbox);
  const isChanged = snapshot.done.some((task) => ids.includes(task.id) && !task.acknowledged);
  if (!isChanged) return outbox;
  const done = snapshot.done.map((task) => (ids.includes(task.id) ? { ...task, acknowledged: true } : task));
  return { ...outbox, kept: { ...snapshot, done } };
}

/** Removes tasks: the shopper discards them, or they are obsolete. */
export function withoutTasks(outbox: TaskOutbox, leaves: (task: NetworkTask) => boolean): TaskOutbox {
  if (!outbox.entries.some(leaves)) return outbox;
  return { ...outbox, entries: outbox.entries.filter((task) => !leaves(task)) };
}

/**
 * Removes tasks bound to the token of another customer or of an ended session (spec accounts 4.3, spec D26).
 * Orders are not tasks.
 */
export const clearedFor = (outbox: TaskOutbox, customer: number | undefined): TaskOutbox =>
  withoutTasks(outbox, (task) => isBound(task) && task.customer !== customer);

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

/** The shape of the tasks in their outbox. */
export const taskShape: OutboxShape<TaskSnapshot, NetworkTask> = {
  isSnapshot: (value): value is TaskSnapshot =>
    isLike(value, { results: 'list', done: 'list' }) &&
    isListOf(value.results, isTask) &&
    isListOf(value.done, (task) => isLike(task, { id: 'string', callback_event: 'string' })),
  isEntry: isTask,
};

function isTask(value: unknown): value is NetworkTask {
  return (
    isLike(value, { id: 'string', url: 'string', callback_event: 'string', payload: 'record' }) &&
    isLike(value.payload, { method: 'string', headers: 'record' })
  );
}
