import type { ProblemView } from '../api-problem.ts';
import { needsYou } from './attempt.ts';
import type { Box } from './box.ts';
import { isBound, type NetworkTask } from './task.ts';

/** What became of the tasks of this browser. */
export interface KeptTasks {
  /** With cacheable results, newest first. */
  results: readonly NetworkTask[];
  /** The last that were answered, newest first, for whoever tells of it. */
  done: readonly DoneTask[];
}

export type DoneTask = Pick<NetworkTask, 'id' | 'callback_event' | 'silent' | 'acknowledged' | 'code'> & {
  /** Why it was refused. */
  problem?: ProblemView;
};

export type TaskBox = Box<KeptTasks, NetworkTask>;

const mostResults = 50;
const mostDone = 20;
const none: KeptTasks = { results: [], done: [] };

export const keptIn = ({ kept }: TaskBox): KeptTasks => kept ?? none;

/**
 * Puts a task in, at the end. @param replaces tells of one that waits whether this one does its work too: it leaves
 */
export function withTask(
  box: TaskBox,
  task: NetworkTask,
  replaces: (waiting: NetworkTask) => boolean,
): TaskBox {
  const others = box.entries.filter((one) => one.id !== task.id && !replaces(one));
  return { ...box, kept: keptIn(box), entries: [...others, task] };
}

/** The oldest that may be sent by itself. @param customer who is known here */
export function nextTask({ entries }: TaskBox, customer: number | undefined): NetworkTask | undefined {
  return entries.find((task) => !needsYou(task) && (!isBound(task) || task.customer === customer));
}

/** What the shop answered. */
export interface TaskAnswer {
  code: number;
  result: unknown;
  meta: Record<string, unknown>;
  /** Why it was refused. */
  problem?: ProblemView;
  acknowledged: boolean;
}

/**
 * The answer is there: the task is transmited and leaves what waits, in one step; a cacheable result stays (accounts
 * 4.4). A task that has left already stays away.
 */
export function withResult(box: TaskBox, id: string, answer: TaskAnswer, now: number): TaskBox {
  const task = box.entries.find((one) => one.id === id);
  if (!task) return box;
  const { problem, code, ...said } = answer;
  const { attempts: _, problem: __, ...bare } = task;
  const over = { transmited: true, transmited_at: now, updated_at: now };
  const transmited: NetworkTask = { ...bare, ...said, ...over, code, resultCode: code };
  const { results, done } = keptIn(box);
  const { callback_event, silent } = task;
  const keeps = task.is_result_cacheable && !problem;
  return {
    ...box,
    kept: {
      results: keeps
        ? [transmited, ...results.filter((one) => one.url !== task.url)].slice(0, mostResults)
        : results,
      done: [
        { id, callback_event, silent, acknowledged: answer.acknowledged, code, ...(problem && { problem }) },
        ...done,
      ].slice(0, mostDone),
    },
    entries: box.entries.filter((one) => one.id !== id),
  };
}

/** Of what the shopper has not heard yet, oldest first; silent tasks are told of to nobody. */
export const untoldIn = (box: TaskBox): DoneTask[] =>
  keptIn(box)
    .done.filter(({ silent, acknowledged }) => !silent && !acknowledged)
    .toReversed();

/** What became of them has been said. */
export function told(box: TaskBox, ids: readonly string[]): TaskBox {
  const kept = keptIn(box);
  const isNews = kept.done.some((one) => ids.includes(one.id) && !one.acknowledged);
  if (!isNews) return box;
  const done = kept.done.map((one) => (ids.includes(one.id) ? { ...one, acknowledged: true } : one));
  return { ...box, kept: { ...kept, done } };
}

/** The shopper lets it go, or what it was for is over. */
export function withoutTasks(box: TaskBox, leaves: (task: NetworkTask) => boolean): TaskBox {
  if (!box.entries.some(leaves)) return box;
  return { ...box, entries: box.entries.filter((task) => !leaves(task)) };
}

/**
 * Tasks that are bound to another customer's token, or to one that is no more, are cleared (accounts 4.3, decision 26);
 * orders are no tasks.
 */
export const clearedFor = (box: TaskBox, customer: number | undefined): TaskBox =>
  withoutTasks(box, (task) => isBound(task) && task.customer !== customer);
