import type { Endpoint } from '@fynbos/core/endpoint.ts';
import { useSyncExternalStore } from 'react';
import { knownCustomer } from '../accounts/session/known-customer.ts';
import { startSession } from '../accounts/session/session.ts';
import { onSessionEnd } from '../accounts/session/session-events.ts';
import { onSessionChange } from '../accounts/session/state.ts';
import { ApiProblem } from '../api-problem.ts';
import { readToken } from '../cart/cart-keys.ts';
import { ownKey } from '../kept-here.ts';
import { triedAgain } from './attempt.ts';
import { emptyBox, leftToNewer } from './box.ts';
import { boxIn, openBoxes } from './box-db.ts';
import { taskBoxName } from './box-names.ts';
import { Drain } from './drain.ts';
import { markTasks } from './mark-tasks.ts';
import { inTurnOf } from './one-tab.ts';
import { safeBox } from './safe-box.ts';
import { sendNext } from './send-next.ts';
import { sendTask } from './send-task.ts';
import { tabNews } from './tab-news.ts';
import { type NetworkTask, type TaskWish, taskOf } from './task.ts';
import {
  clearedFor,
  type KeptTasks,
  type TaskBox,
  told,
  untoldIn,
  withoutTasks,
  withTask,
} from './task-box.ts';
import { afterTask } from './task-callbacks.ts';
import { outcomeOf, type TaskOutcome } from './task-outcome.ts';
import { taskShape } from './task-shape.ts';
import { wakeInTime } from './wakers.ts';

/**
 * The network tasks of this browser (accounts 4.4): written down before they are sent, sent by one tab at a time,
 * oldest first, and taken out with the shop's answer only. Loaded with what makes tasks, and on any page while one
 * waits.
 */
export interface Tasks {
  box: TaskBox;
  /** Whether what waits outlives the page. */
  kept: boolean;
  /** The one that is being sent at this moment. */
  sending: string | undefined;
}

const isBrowser = typeof document !== 'undefined';
let seen: Tasks = { box: emptyBox(), kept: true, sending: undefined };
const listeners = new Set<() => void>();
const tabs = isBrowser ? tabNews<number>(ownKey('fynbos-tasks')) : undefined;
/** Somebody on this page hears what becomes of these. */
const attended = new Map<string, TaskOutcome | undefined>();

function see(change: Partial<Tasks>): void {
  seen = { ...seen, ...change };
  markTasks(seen.box.entries.length, untoldIn(seen.box).length);
  for (const listener of listeners) listener();
}

const store = safeBox<KeptTasks, NetworkTask>(
  async () => boxIn(await openBoxes(), ownKey(taskBoxName), taskShape),
  (why) => {
    see({ kept: false });
    if (why === 'newer') void reread();
  },
  leftToNewer,
);

const drain = new Drain({
  inTurn: inTurnOf(ownKey('fynbos-tasks')),
  later: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
  chance: () => Math.random(),
  step: () =>
    sendNext({
      store,
      call: (task) => sendTask(task, readToken()),
      after: afterTask,
      customer: async () => {
        await startSession();
        return knownCustomer();
      },
      isOnline: () => navigator.onLine,
      now: () => Date.now(),
      changed,
      sending: (sending) => see({ sending }),
      tell: (id, outcome) => attended.has(id) && attended.set(id, outcome) !== undefined,
    }),
  told: (_failures, error) => {
    if (error !== undefined && !(error instanceof ApiProblem)) reportError(error);
  },
});

/** Ends when what was kept is known; a server has no tasks. */
export const tasksLoaded: Promise<void> = isBrowser ? load() : Promise.resolve();

async function load(): Promise<void> {
  see({ box: await store.read() });
  tabs?.hear(() => void reread());
  const wake = () => void drain.wake();
  wakeInTime(wake);
  onSessionChange(wake);
  onSessionEnd(() => void change((box) => clearedFor(box, undefined)));
  wake();
}

/** Another tab changed the box; what it did is not done again. */
async function reread(): Promise<void> {
  see({ box: await store.read() });
}

async function change(step: (box: TaskBox) => TaskBox): Promise<void> {
  changed(await store.change(step));
}

/** Shows a change of the box, in this tab and the others. */
function changed(box: TaskBox): void {
  const isNews = box.rev > seen.box.rev;
  see({ box });
  if (isNews) tabs?.tell(box.rev);
}

export const currentTasks = (): Tasks => seen;

export function onTasks(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const unseen = seen;

export function useTasks(): Tasks {
  return useSyncExternalStore(onTasks, currentTasks, () => unseen);
}

/**
 * Writes a task down, then sends it.
 *
 * @param wish what is wanted, or what makes it of the tasks that wait at that moment, in whatever tab
 * @param replaces tells of one that waits whether this one does its work too
 * @returns how far it came with one attempt
 */
export async function queueTask<E extends Endpoint>(
  wish: TaskWish<E> | ((waiting: readonly NetworkTask[]) => TaskWish<E>),
  replaces: (waiting: NetworkTask) => boolean = () => false,
): Promise<TaskOutcome> {
  await tasksLoaded;
  const [now, guid] = [Date.now(), crypto.randomUUID()];
  const taskFor = (waiting: readonly NetworkTask[]) =>
    taskOf(typeof wish === 'function' ? wish(waiting) : wish, now, guid);
  const { id } = taskFor([]);
  attended.set(id, undefined);
  try {
    await change((box) => {
      for (const one of box.entries) if (replaces(one)) goesAlong(one.id);
      return withTask(box, taskFor(box.entries), replaces);
    });
    await drain.wake();
    return attended.get(id) ?? outcomeOf(seen, id);
  } finally {
    attended.delete(id);
  }
}

/** Whoever still looks at it hears that it waits: in the task that takes its place. */
function goesAlong(id: string): void {
  if (attended.has(id)) attended.set(id, { state: 'waits', kept: seen.kept });
}

/** The shopper wants it sent again. */
export async function retryTask(id: string): Promise<void> {
  await change((box) => triedAgain(box, { id, now: Date.now() }));
  await drain.wake();
}

/** The shopper lets it go. */
export const discardTask = (id: string): Promise<void> =>
  change((box) => withoutTasks(box, (task) => task.id === id));

/** What became of these has been said. */
export const acknowledgeTasks = (ids: readonly string[]): Promise<void> => change((box) => told(box, ids));
