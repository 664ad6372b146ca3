import type { Endpoint } from '@fynbos/core/endpoint.ts';
import { retryLimit } from '@fynbos/core/retry-limit.ts';
import { type ApiResponse, type CallOptions, callApi } from '../api-client.ts';
import { ApiProblem } from '../platform/api/api-problem.ts';
import type { OutboxQueue } from '../platform/outbox/outbox-queue.ts';
import { attempted, isRetryable, isShopProblem, needsYou } from '../platform/outbox/send-attempt.ts';
import { callAsCustomer } from '../platform/session/call-as-customer.ts';
import { isBound, type NetworkTask } from './network-task.ts';
import {
  clearedFor,
  loggedOut,
  nextTask,
  type TaskOutbox,
  type TaskOutcome,
  type TaskSnapshot,
  withoutTasks,
  withResult,
} from './task-outbox.ts';

/** The dependencies of sending; a browser and a test provide their own. */
export interface SendParts {
  outbox: Pick<OutboxQueue<TaskSnapshot, NetworkTask>, 'read' | 'change' | 'sending'>;
  /** Throws ApiProblem. */
  call(task: NetworkTask): Promise<Pick<ApiResponse<never>, 'code' | 'meta'> & { result: unknown }>;
  /** Runs after a successful response. */
  after(task: NetworkTask, result: unknown): Promise<void>;
  /** The customer id of the session, once it is known. */
  customer(): Promise<number | undefined>;
  isOnline(): boolean;
  /** Milliseconds since 1970. */
  now(): number;
  /** The session ended before tasks that the shopper knows of were sent. */
  dropped(): void;
  /**
   * Reports the outcome to the caller.
   * @returns whether the caller received it, so that no notice is needed
   */
  report(id: string, outcome: TaskOutcome): boolean;
}

/**
 * Sends the oldest task that can be sent now.
 * @returns whether there may be more; rejects when it must wait
 */
export async function sendNext(parts: SendParts): Promise<boolean> {
  const { entries } = await parts.outbox.read();
  if (entries.length === 0 || !parts.isOnline()) return false;
  const customer = await parts.customer();
  const task = nextTask(await dropTask(parts, (outbox) => clearedFor(outbox, customer)), customer);
  if (!task) return false;
  await parts.outbox.sending(task, () => send(parts, task));
  return true;
}

async function send(parts: SendParts, task: NetworkTask): Promise<void> {
  const { id } = task;
  try {
    const { code, result, meta } = await parts.call(task);
    // Before it is removed: a page that ends in between repeats the request and receives the same response.
    await parts.after(task, result);
    const acknowledged = parts.report(id, { state: 'done', result });
    await parts.outbox.change((outbox) =>
      withResult(outbox, id, { code, result, meta, acknowledged }, parts.now()),
    );
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    if (error.status === 401) await abort(parts, id);
    else if (isRetryable(error) || error.code === 'cart_not_found') await fail(parts, id, error);
    else await refuse(parts, id, error);
  }
}

/** The session ended: tasks bound to it are aborted and removed (spec accounts 4.3, spec D26). */
async function abort(parts: SendParts, id: string): Promise<void> {
  const remove = (outbox: TaskOutbox) => withoutTasks(outbox, (entry) => entry.id === id);
  if (parts.report(id, { state: 'refused', problem: loggedOut() })) await parts.outbox.change(remove);
  else await dropTask(parts, remove);
}

async function refuse(parts: SendParts, id: string, error: ApiProblem): Promise<void> {
  const { view: problem, status: code, message: result } = error;
  const acknowledged = parts.report(id, { state: 'refused', problem });
  await parts.outbox.change((outbox) =>
    withResult(outbox, id, { code, result, meta: {}, problem, acknowledged }, parts.now()),
  );
}

/**
 * The task remains, and those after it wait. After the last attempt it needs the shopper, and the next task
 * is sent.
 */
async function fail(parts: SendParts, id: string, error: ApiProblem): Promise<void> {
  const isCartMissing = error.code === 'cart_not_found';
  if (!isCartMissing && !isShopProblem(error)) throw error;
  // Without its cart no retry can succeed.
  const count = isCartMissing ? retryLimit : 1;
  const outbox = await parts.outbox.change((now) =>
    attempted(now, { id, problem: error.view, now: parts.now() }, count),
  );
  const task = outbox.entries.find((entry) => entry.id === id);
  if (task && !needsYou(task)) throw error;
  // The shopper does not know of a silent task, so it is dropped.
  if (task?.silent) await parts.outbox.change((now) => withoutTasks(now, (entry) => entry.id === id));
}

/** Removes tasks without a result, and tells whether the shopper loses something. */
export async function dropTask(
  parts: SendParts,
  change: (outbox: TaskOutbox) => TaskOutbox,
): Promise<TaskOutbox> {
  let isLost = false;
  const outbox = await parts.outbox.change((now) => {
    const left = change(now);
    isLost = now.entries.some((task) => !task.silent && !left.entries.includes(task));
    return left;
  });
  if (isLost) parts.dropped();
  return outbox;
}

/**
 * Makes the call of a task, with its id as key. Throws ApiProblem; `cart_not_found` without a request if
 * its cart is missing (spec accounts 8).
 * @param cartToken the token of this browser's cart
 */
export function sendTask(task: NetworkTask, cartToken: string | undefined): Promise<ApiResponse<Endpoint>> {
  const { endpoint, options } = callOf(task, cartToken);
  return isBound(task) ? callAsCustomer(endpoint, options) : callApi(endpoint, options);
}

/** Converts a task to a call. The API client adds the session token where this shop expects it (spec accounts 6). */
export function callOf(
  { url, payload, task_id }: NetworkTask,
  cartToken: string | undefined,
): { endpoint: Endpoint; options: CallOptions<Endpoint> } {
  if (url.includes('{{cartId}}') && cartToken === undefined)
    throw new ApiProblem('cart_not_found', cartMissing);
  const filled = url.replace('{{cartId}}', encodeURIComponent(cartToken ?? ''));
  const [path = '', search = ''] = filled.split('?');
  const query = Object.fromEntries([...new URLSearchParams(search)].filter(([name]) => name !== 'token'));
  const { method, body } = payload;
  // A call does not read the schemas of its endpoint.
  const endpoint = { name: 'task', method, path, envelope: true } as Endpoint;
  return {
    endpoint,
    options: { query, key: task_id, ...(body !== undefined && { body: JSON.parse(body) }) },
  };
}

const cartMissing = {
  status: 404,
  retry: false,
  sentence: 'This cart no longer exists. Please create a new one.',
};
