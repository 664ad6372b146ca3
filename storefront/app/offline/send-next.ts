import { attemptsBeforeAsking } from '@fynbos/core/attempts.ts';
import type { Answer } from '../api.ts';
import { ApiProblem } from '../api-problem.ts';
import { attempted, needsYou } from './attempt.ts';
import type { BoxStore } from './box.ts';
import { hasFailed, mayPass } from './may-pass.ts';
import type { NetworkTask } from './task.ts';
import { clearedFor, type KeptTasks, nextTask, type TaskBox, withoutTasks, withResult } from './task-box.ts';
import { loggedOut, type TaskOutcome } from './task-outcome.ts';

/** What sending lives on; a browser and a test each have their own. */
export interface SendParts {
  store: BoxStore<KeptTasks, NetworkTask>;
  /** Throws ApiProblem. */
  call(task: NetworkTask): Promise<Pick<Answer<never>, 'code' | 'meta'> & { result: unknown }>;
  /** What follows an answer. */
  after(task: NetworkTask, result: unknown): Promise<void>;
  /** Who is known here, once that is known. */
  customer(): Promise<number | undefined>;
  isOnline(): boolean;
  /** Milliseconds since 1970. */
  now(): number;
  changed(box: TaskBox): void;
  sending(id: string | undefined): void;
  /** Tells whoever asked for it. @returns whether somebody did, so that nobody else needs to be told */
  tell(id: string, outcome: TaskOutcome): boolean;
}

/** Sends the oldest that can be sent now. @returns whether there may be more; rejects when it must wait */
export async function sendNext(parts: SendParts): Promise<boolean> {
  const { entries } = await parts.store.read();
  if (entries.length === 0 || !parts.isOnline()) return false;
  const customer = await parts.customer();
  const task = nextTask(await change(parts, (box) => clearedFor(box, customer)), customer);
  if (!task) return false;
  parts.sending(task.id);
  try {
    await send(parts, task);
    return true;
  } finally {
    parts.sending(undefined);
  }
}

async function send(parts: SendParts, task: NetworkTask): Promise<void> {
  const { id } = task;
  try {
    const { code, result, meta } = await parts.call(task);
    // Before it leaves the box: a page that ends in between asks again, and is answered the same.
    await parts.after(task, result);
    const acknowledged = parts.tell(id, { state: 'done', result });
    await change(parts, (box) => withResult(box, id, { code, result, meta, acknowledged }, parts.now()));
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    if (error.status === 401) await abort(parts, id);
    else if (mayPass(error) || error.code === 'cart_not_found') await fail(parts, id, error);
    else await refuse(parts, id, error);
  }
}

/** The session ended: what is bound to it is aborted, and cleared (accounts 4.3, decision 26). */
async function abort(parts: SendParts, id: string): Promise<void> {
  parts.tell(id, { state: 'refused', problem: loggedOut() });
  await change(parts, (box) => withoutTasks(box, (one) => one.id === id));
}

async function refuse(parts: SendParts, id: string, error: ApiProblem): Promise<void> {
  const { view: problem, status: code, message: result } = error;
  const acknowledged = parts.tell(id, { state: 'refused', problem });
  await change(parts, (box) =>
    withResult(box, id, { code, result, meta: {}, problem, acknowledged }, parts.now()),
  );
}

/** It stays, and what is behind it waits with it; after the last attempt the shopper is asked, and the next one goes on. */
async function fail(parts: SendParts, id: string, error: ApiProblem): Promise<void> {
  const isCartGone = error.code === 'cart_not_found';
  if (!isCartGone && !hasFailed(error)) throw error;
  // Without its cart it is in vain however often it is tried.
  const count = isCartGone ? attemptsBeforeAsking : 1;
  const box = await change(parts, (now) =>
    attempted(now, { id, problem: error.view, now: parts.now() }, count),
  );
  const task = box.entries.find((one) => one.id === id);
  if (task && !needsYou(task)) throw error;
  // Nobody is told of a silent one, so nobody can be asked: it is let go.
  if (task?.silent) await change(parts, (now) => withoutTasks(now, (one) => one.id === id));
}

async function change(parts: SendParts, step: (box: TaskBox) => TaskBox): Promise<TaskBox> {
  const box = await parts.store.change(step);
  parts.changed(box);
  return box;
}
