import type { Endpoint } from '@fynbos/core/endpoint.ts';
import { ApiProblem } from '../platform/api/api-problem.ts';
import { Drain, inTurnOf } from '../platform/outbox/drain.ts';
import { emptyOutbox, leftToNewer } from '../platform/outbox/outbox.ts';
import { openOutboxDatabase, outboxIn, safeOutbox } from '../platform/outbox/outbox-db.ts';
import { taskOutboxName } from '../platform/outbox/outbox-names.ts';
import { retryOnReturn } from '../platform/outbox/retry-triggers.ts';
import { withAttemptsReset } from '../platform/outbox/send-attempt.ts';
import { readToken } from '../platform/session/cart-token.ts';
import { knownCustomer } from '../platform/session/current-customer.ts';
import { adoptCustomer, reloadProfile, startSession } from '../platform/session/session.ts';
import { onSessionEnd } from '../platform/session/session-events.ts';
import { onSessionChange } from '../platform/session/session-state.ts';
import { createStore, useStore } from '../platform/state/store.ts';
import { writeText } from '../platform/storage/browser-storage.ts';
import { ownKey } from '../platform/storage/store-view-storage.ts';
import { tabChannel } from '../platform/storage/tab-channel.ts';
import type { ItemStock } from '../stock/stock-state.ts';
import { type NetworkTask, type TaskCallback, type TaskRequest, taskOf } from './network-task.ts';
import { taskFlag } from './task-count.ts';
import {
  clearedFor,
  type TaskOutbox,
  type TaskSnapshot,
  unreportedIn,
  withAcknowledged,
  withoutTasks,
  withTask,
} from './task-outbox.ts';
import { taskShape } from './task-outbox-shape.ts';
import { type TaskOutcome, taskOutcomeOf } from './task-outcome.ts';
import { sendTask } from './task-request.ts';
import { dropTask, sendNext } from './task-sender.ts';

/**
 * The network tasks of this browser (spec accounts 4.4): stored before they are sent, sent by one tab at a time,
 * oldest first, and removed only with the shop's response. Loaded with code that creates tasks, and on any
 * page while one waits.
 */
export interface Tasks {
  outbox: TaskOutbox;
  /** Whether waiting tasks outlive the page. */
  durable: boolean;
  /** The task that is being sent now. */
  sending: string | undefined;
  /** Whether tasks were dropped with the session that they need, until the shopper was told. */
  hasDropped: boolean;
}

const isBrowser = typeof document !== 'undefined';
const unseen: Tasks = { outbox: emptyOutbox(), durable: true, sending: undefined, hasDropped: false };
const tasks = createStore(unseen);
const tabs = isBrowser ? tabChannel<number>(ownKey('fynbos-tasks')) : undefined;
/** Outcomes of tasks whose callers on this page still wait. */
const attended = new Map<string, TaskOutcome | undefined>();

function see(change: Partial<Tasks>): void {
  const seen = { ...tasks.get(), ...change };
  tasks.set(seen);
  setTaskFlag(seen.outbox.entries.length, unreportedIn(seen.outbox).length + Number(seen.hasDropped));
}

const taskFlagKey = ownKey('current-tasks');

/**
 * Sets the flag for every page. Dispatches the event in this tab too, which receives none for its own
 * write.
 */
function setTaskFlag(waiting: number, unreported: number): void {
  const flag = waiting + unreported > 0 ? `${waiting} ${unreported}` : undefined;
  if (flag === taskFlag()) return;
  // Without storage, the tasks are sent while the page lives.
  writeText(taskFlagKey, flag);
  dispatchEvent(new StorageEvent('storage', { key: taskFlagKey }));
}

/** Follow-up actions after the response of a task; repeated if a page ended before the result was stored. */
const callbacks: Record<TaskCallback, (result: never, task: NetworkTask) => Promise<void> | void> = {
  // The change is saved: a failure to reload the profile is not a failure of the task (spec accounts 4.1).
  'user-after-update': async (customer: Parameters<typeof adoptCustomer>[0]) => {
    adoptCustomer(customer);
    await reloadProfile().catch(() => {});
  },
  'stock-after-check': async (itemStock: ItemStock, { product_sku = '' }) => {
    const { writeStock } = await import('../stock/stock-state.ts');
    writeStock(new Map([[product_sku, itemStock]]));
  },
  'newsletter-after-change': () => {},
};

const store = safeOutbox<TaskSnapshot, NetworkTask>(
  async () => outboxIn(await openOutboxDatabase(), ownKey(taskOutboxName), taskShape),
  (why) => {
    see({ durable: false });
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
  random: () => Math.random(),
  step: () =>
    sendNext({
      store,
      call: (task) => sendTask(task, readToken()),
      // The callback of a task is chosen with its endpoint, so the result has its type.
      after: async (task, result) => callbacks[task.callback_event](result as never, task),
      customer: async () => {
        await startSession();
        return knownCustomer();
      },
      isOnline: () => navigator.onLine,
      now: () => Date.now(),
      changed,
      sending: (sending) => see({ sending }),
      dropped,
      report: (id, outcome) => attended.has(id) && attended.set(id, outcome) !== undefined,
    }),
  onRound: (_failures, error) => {
    if (error !== undefined && !(error instanceof ApiProblem)) reportError(error);
  },
});

/** Resolves when the stored tasks are loaded; a server has none. */
export const tasksLoaded: Promise<void> = isBrowser ? load() : Promise.resolve();

async function load(): Promise<void> {
  see({ outbox: await store.read() });
  tabs?.subscribe(() => void reread());
  const flush = () => void drain.flush();
  retryOnReturn(flush);
  onSessionChange(flush);
  onSessionEnd(() => void dropTask({ store, changed, dropped }, (outbox) => clearedFor(outbox, undefined)));
  flush();
}

/** Another tab changed the outbox; its work is not repeated. */
async function reread(): Promise<void> {
  see({ outbox: await store.read() });
}

async function change(step: (outbox: TaskOutbox) => TaskOutbox): Promise<void> {
  changed(await store.change(step));
}

/** Shows a change of the outbox in this tab and the others. */
function changed(outbox: TaskOutbox): void {
  const isNewer = outbox.rev > tasks.get().outbox.rev;
  see({ outbox });
  if (isNewer) tabs?.publish(outbox.rev);
}

const dropped = (): void => see({ hasDropped: true });

/** The shopper was told of dropped tasks. */
export const acknowledgeDrop = (): void => see({ hasDropped: false });

export const currentTasks = tasks.get;

export const useTasks = (): Tasks => useStore(tasks, unseen);

/**
 * Stores a task, then sends it.
 * @param request the task, or a function that derives it from the tasks waiting at that moment in any tab
 * @param replaces whether the new task supersedes a waiting one
 * @returns the progress after one attempt
 */
export async function queueTask<E extends Endpoint>(
  request: TaskRequest<E> | ((waiting: readonly NetworkTask[]) => TaskRequest<E>),
  replaces: (waiting: NetworkTask) => boolean = () => false,
): Promise<TaskOutcome> {
  await tasksLoaded;
  const [now, guid] = [Date.now(), crypto.randomUUID()];
  const taskFor = (waiting: readonly NetworkTask[]) =>
    taskOf(typeof request === 'function' ? request(waiting) : request, now, guid);
  const { id } = taskFor([]);
  attended.set(id, undefined);
  try {
    await change((outbox) => {
      for (const entry of outbox.entries) if (replaces(entry)) goesAlong(entry.id);
      return withTask(outbox, taskFor(outbox.entries), replaces);
    });
    await drain.flush();
    return attended.get(id) ?? taskOutcomeOf(tasks.get(), id);
  } finally {
    attended.delete(id);
  }
}

/** Callers of a superseded task learn that it waits, as part of the new one. */
function goesAlong(id: string): void {
  if (attended.has(id)) attended.set(id, { state: 'waits', durable: tasks.get().durable });
}

/** The shopper wants a retry. */
export async function retryTask(id: string): Promise<void> {
  await change((outbox) => withAttemptsReset(outbox, { id, now: Date.now() }));
  await drain.flush();
}

/** The shopper discards it. */
export const discardTask = (id: string): Promise<void> =>
  change((outbox) => withoutTasks(outbox, (task) => task.id === id));

/** Records that these results were reported. */
export const acknowledgeTasks = (ids: readonly string[]): Promise<void> =>
  change((outbox) => withAcknowledged(outbox, ids));
