import type { Endpoint } from '@fynbos/core/endpoint.ts';
import { createOutbox } from '../platform/outbox/create-outbox.ts';
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
import type { ItemStock } from '../stock/stock-state.ts';
import { type NetworkTask, type TaskCallback, type TaskRequest, taskOf } from './network-task.ts';
import { taskFlag } from './task-count.ts';
import {
  clearedFor,
  type TaskOutcome,
  type TaskSnapshot,
  taskOutcomeOf,
  taskShape,
  unreportedIn,
  withAcknowledged,
  withoutTasks,
  withTask,
} from './task-outbox.ts';
import { dropTask, type SendParts, sendNext, sendTask } from './task-sender.ts';

/**
 * The network tasks of this browser (spec accounts 4.4): stored before they are sent, sent by one tab at a time,
 * oldest first, and removed only with the shop's response. Loaded with code that creates tasks, and on any
 * page while one waits.
 */
const tasks = createOutbox<TaskSnapshot, NetworkTask>({
  name: taskOutboxName,
  schema: taskShape,
  send: () => sendNext(sending),
  async begin(load) {
    tasks.subscribe(setTaskFlag);
    hasDropped.subscribe(setTaskFlag);
    await load();
    retryOnReturn(tasks.flush);
    onSessionChange(tasks.flush);
    onSessionEnd(() => void dropTask(sending, (outbox) => clearedFor(outbox, undefined)));
    void tasks.flush();
  },
});

/** Shows the stored tasks, sends them, and follows the session. */
export const startTasks = tasks.start;
export const currentTasks = tasks.view;
export const useTasks = tasks.useOutbox;

/** Outcomes of tasks whose callers on this page still wait. */
const attended = new Map<string, TaskOutcome | undefined>();

const sending: SendParts = {
  outbox: tasks,
  call: (task) => sendTask(task, readToken()),
  // The callback of a task is chosen with its endpoint, so the result has its type.
  after: async (task, result) => callbacks[task.callback_event](result as never, task),
  customer: async () => {
    await startSession();
    return knownCustomer();
  },
  isOnline: () => navigator.onLine,
  now: () => Date.now(),
  dropped: () => hasDropped.set(true),
  report: (id, outcome) => attended.has(id) && attended.set(id, outcome) !== undefined,
};

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

/** Whether tasks were dropped with the session that they need, until the shopper was told. */
const hasDropped = createStore(false);

export const useHasDropped = (): boolean => useStore(hasDropped, false);

/** The shopper was told of dropped tasks. */
export const acknowledgeDrop = (): void => hasDropped.set(false);

/**
 * Sets the flag for every page. Dispatches the event in this tab too, which receives none for its own
 * write.
 */
function setTaskFlag(): void {
  const { outbox, isLoaded } = tasks.view();
  if (!isLoaded) return;
  const [waiting, unreported] = [
    outbox.entries.length,
    unreportedIn(outbox).length + Number(hasDropped.get()),
  ];
  const flag = waiting + unreported > 0 ? `${waiting} ${unreported}` : undefined;
  if (flag === taskFlag()) return;
  // Without storage, the tasks are sent while the page lives.
  const key = ownKey('current-tasks');
  writeText(key, flag);
  dispatchEvent(new StorageEvent('storage', { key }));
}

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
  await startTasks();
  const [now, guid] = [Date.now(), crypto.randomUUID()];
  const taskFor = (waiting: readonly NetworkTask[]) =>
    taskOf(typeof request === 'function' ? request(waiting) : request, now, guid);
  const { id } = taskFor([]);
  attended.set(id, undefined);
  try {
    await tasks.change((outbox) => {
      for (const entry of outbox.entries) if (replaces(entry)) goesAlong(entry.id);
      return withTask(outbox, taskFor(outbox.entries), replaces);
    });
    await tasks.flush();
    return attended.get(id) ?? taskOutcomeOf(tasks.view(), id);
  } finally {
    attended.delete(id);
  }
}

/** Callers of a superseded task learn that it waits, as part of the new one. */
function goesAlong(id: string): void {
  if (attended.has(id)) attended.set(id, { state: 'waits', durable: tasks.durable });
}

/** The shopper wants a retry. */
export async function retryTask(id: string): Promise<void> {
  await tasks.change((outbox) => withAttemptsReset(outbox, { id, now: Date.now() }));
  await tasks.flush();
}

/** The shopper discards it. */
export async function discardTask(id: string): Promise<void> {
  await tasks.change((outbox) => withoutTasks(outbox, (task) => task.id === id));
}

/** Records that these results were reported. */
export async function acknowledgeTasks(ids: readonly string[]): Promise<void> {
  await tasks.change((outbox) => withAcknowledged(outbox, ids));
}
