import { updateCustomer } from '@fynbos/core/accounts/contract.ts';
import { checkStock } from '@fynbos/core/stock/contract.ts';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiProblem } from '../platform/api/api-problem.ts';
import { openOutboxDatabase, outboxIn } from '../platform/outbox/outbox-db.ts';
import { Drain } from '../platform/outbox/outbox-queue.ts';
import { needsYou, withAttemptsReset } from '../platform/outbox/send-attempt.ts';
import { type InTurn, queue } from '../platform/outbox/tab-lock.ts';
import { type NetworkTask, taskOf } from './network-task.ts';
import {
  clearedFor,
  type TaskOutbox,
  type TaskSnapshot,
  taskOutcomeOf,
  taskSnapshotOf,
  unreportedIn,
  withTask,
} from './task-outbox.ts';
import { callOf, type SendParts, sendNext } from './task-sender.ts';

const thandi = 7;
let clock = 0;
let calls: string[];
/** The tasks that the shop has executed, by id. */
let acted: Set<string>;

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  clock = 1_000_000;
  calls = [];
  acted = new Set();
});

const busy = new ApiProblem('internal', { status: 503 });
const refusal = new ApiProblem('invalid_input', { status: 400, retry: false, sentence: 'No.' });

const rename = (guid: string, more: Partial<NetworkTask> = {}): NetworkTask => ({
  ...taskOf(
    {
      endpoint: updateCustomer,
      body: { customer: { firstname: guid } },
      callback_event: 'user-after-update',
      customer: thandi,
    },
    ++clock,
    guid,
  ),
  ...more,
});
const check = (sku: string) =>
  taskOf(
    {
      ...{ endpoint: checkStock, query: { sku }, callback_event: 'stock-after-check', product_sku: sku },
      ...{ silent: true, is_result_cacheable: true },
    },
    ++clock,
    sku,
  );

/**
 * A tab with the database of this browser.
 * @param shop its response, or an error
 */
async function tab(shop: (task: NetworkTask) => unknown = () => ({}), over: Partial<SendParts> = {}) {
  const store = outboxIn<TaskSnapshot, NetworkTask>(await openOutboxDatabase(), 'tasks');
  const parts: SendParts = {
    outbox: { ...store, sending: (_, run) => run() },
    call: async (task) => {
      calls.push(task.id);
      const result = await shop(task);
      acted.add(task.id);
      return { code: 200, result, meta: {} };
    },
    after: async () => {},
    customer: async () => thandi,
    isOnline: () => true,
    now: () => ++clock,
    dropped: () => {},
    report: () => false,
    ...over,
  };
  const put = (...tasks: NetworkTask[]) =>
    store.change((outbox) =>
      tasks.reduce((now: TaskOutbox, task) => withTask(now, task, () => false), outbox),
    );
  const drain = (inTurn: InTurn = queue()) =>
    new Drain({
      send: () => sendNext(parts),
      inTurn,
      onRound: () => {},
      later: () => () => {},
      random: () => 0,
    });
  return { store, parts, put, drain };
}

const fails = (error: Error) => () => Promise.reject(error);
const idsIn = ({ entries }: TaskOutbox) => entries.map(({ id }) => id);

describe('a network task (OFF-1, spec accounts 3, wire contract 6.1)', () => {
  test('a network task has every field under its wire name', () => {
    const task = rename('guid');
    expect(task).toEqual({
      ...{ id: `${clock}-guid`, task_id: `${clock}-guid`, url: `${updateCustomer.path}?token={{token}}` },
      payload: {
        method: 'POST',
        headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
        mode: 'cors',
        body: '{"customer":{"firstname":"guid"}}',
      },
      ...{ callback_event: 'user-after-update', created_at: clock, updated_at: clock, attempts: 0 },
      ...{ transmited: false, transmited_at: null, acknowledged: false },
      ...{ result: null, resultCode: null, code: null, meta: null },
      ...{ silent: false, is_result_cacheable: false, customer: thandi },
    });
    expect(check('TEA')).toMatchObject({ product_sku: 'TEA', silent: true, is_result_cacheable: true });
  });

  test('a network task is sent with its id as key and the placeholders of its address filled in', () => {
    const { endpoint, options } = callOf(rename('guid'), undefined);
    expect([endpoint.method, endpoint.path]).toEqual(['POST', updateCustomer.path]);
    expect(options).toEqual({ query: {}, key: `${clock}-guid`, body: { customer: { firstname: 'guid' } } });
    const url = `${checkStock.path}?cartId={{cartId}}&sku=A%20B`;
    expect(callOf({ ...check('A'), url }, 'tok/en').options.query).toEqual({ cartId: 'tok/en', sku: 'A B' });
  });

  test('a network task is transmited with its response and then removed; a cacheable result is stored', async () => {
    const { store, put, drain } = await tab(() => ({ qty: 4 }));
    await put(rename('a'), check('TEA'));
    await drain().flush();
    const outbox = await store.read();
    expect(idsIn(outbox)).toEqual([]);
    expect(taskSnapshotOf(outbox).results).toEqual([
      expect.objectContaining({
        ...{ product_sku: 'TEA', transmited: true, result: { qty: 4 }, code: 200, resultCode: 200 },
        transmited_at: expect.any(Number),
      }),
    ]);
    expect(taskSnapshotOf(outbox).done.map(({ callback_event }) => callback_event)).toEqual([
      'stock-after-check',
      'user-after-update',
    ]);
  });

  test('a network task without the cart it needs is not sent, and the shopper must create the cart again', async () => {
    const { store, put, drain } = await tab(undefined, {
      call: async (task) => {
        callOf(task, undefined);
        throw new Error('sent');
      },
    });
    await put(rename('a', { url: `${updateCustomer.path}?cartId={{cartId}}` }));
    await drain().flush();
    const [task] = (await store.read()).entries;
    expect([needsYou(task!), task?.problem?.sentence]).toEqual([
      true,
      'This cart no longer exists. Please create a new one.',
    ]);
  });

  test('a refused network task is removed and the refusal is reported unless it is silent', async () => {
    const { store, put, drain } = await tab(fails(refusal));
    await put(rename('a'), check('TEA'));
    await drain().flush();
    const outbox = await store.read();
    expect([idsIn(outbox), taskSnapshotOf(outbox).results]).toEqual([[], []]);
    expect(unreportedIn(outbox)).toEqual([expect.objectContaining({ code: 400, problem: refusal.view })]);
  });

  test('a network task of an ended session is aborted with 401, with all others bound to that session', async () => {
    const token = new ApiProblem('token_refused');
    expect([token.status, token.message]).toEqual([
      401,
      'Error refreshing user token. User is not authorized to access the resource',
    ]);
    const dropped = vi.fn();
    const { store, put, drain } = await tab(fails(token), { dropped });
    await put(rename('a'));
    await drain().flush();
    expect(idsIn(await store.read())).toEqual([]);
    expect(dropped).toHaveBeenCalledTimes(1);
    const loggedOutTab = await tab(undefined, { customer: async () => undefined, dropped });
    const [customerTask, stock] = [rename('b'), check('TEA')];
    await loggedOutTab.put(customerTask, stock);
    await loggedOutTab.drain().flush();
    expect(calls).not.toContain(customerTask.id);
    expect([idsIn(await store.read()), acted.has(stock.id)]).toEqual([[], true]);
    // The shopper does not know of the stock check.
    expect(dropped).toHaveBeenCalledTimes(2);
  });

  test('a network task of an ended session never waits: its caller receives not_logged_in', async () => {
    const outcomes: unknown[] = [];
    const report: SendParts['report'] = (_, outcome) => outcomes.push(outcome) > 0;
    const { store, put, drain } = await tab(fails(new ApiProblem('token_refused')), { report });
    const [first, second, third] = [rename('a'), rename('b'), rename('c')];
    await put(first);
    await drain().flush();
    const loggedOut = { state: 'refused', problem: expect.objectContaining({ code: 'not_logged_in' }) };
    expect(outcomes).toEqual([loggedOut]);
    await put(second);
    const seen = async () => ({ outbox: await store.read(), durable: true });
    expect(taskOutcomeOf(await seen(), second.id)).toEqual({ state: 'waits', durable: true });
    await store.change((outbox) => clearedFor(outbox, undefined));
    expect(taskOutcomeOf(await seen(), second.id)).toEqual(loggedOut);
    const next = await tab();
    await next.put(third);
    await next.drain().flush();
    expect(taskOutcomeOf(await seen(), third.id)).toEqual({ state: 'done', result: undefined });
  });

  test('a network task of one customer is never sent under another login', async () => {
    const { put, drain, store } = await tab(undefined, { customer: async () => 8 });
    await put(rename('a'));
    await drain().flush();
    expect([calls, idsIn(await store.read())]).toEqual([[], []]);
  });
});

describe('the task queue (OFF-1, spec D25)', () => {
  test('the task queue sends the oldest first and waits while offline', async () => {
    const away = await tab(undefined, { isOnline: () => false });
    const tasks = [rename('a'), rename('b'), rename('c')];
    await away.put(...tasks);
    await away.drain().flush();
    expect(calls).toEqual([]);
    await (await tab()).drain().flush();
    expect(calls).toEqual(tasks.map(({ id }) => id));
  });

  test('the task queue stops at a failure; after three failures the task needs the shopper and the others continue', async () => {
    const [stuck, next] = [rename('stuck'), rename('next')];
    const { store, put, drain } = await tab((task) => (task.id === stuck.id ? fails(busy)() : {}));
    await put(stuck, next);
    const sends = drain();
    for (const count of [1, 2]) {
      await sends.flush();
      const [first] = (await store.read()).entries;
      expect([first?.attempts, first?.problem?.code, acted.has(next.id)]).toEqual([count, 'internal', false]);
    }
    await sends.flush();
    await sends.flush();
    expect(calls.filter((id) => id === stuck.id)).toHaveLength(3);
    expect(acted).toEqual(new Set([next.id]));
    const outbox = await store.read();
    expect([idsIn(outbox), needsYou(outbox.entries[0]!)]).toEqual([[stuck.id], true]);
    await store.change((now) => withAttemptsReset(now, { id: stuck.id, now: 5 }));
    await sends.flush();
    expect(calls.filter((id) => id === stuck.id)).toHaveLength(4);
  });

  test('the task queue drops a silent task after three failures', async () => {
    const { store, put, drain } = await tab(fails(busy));
    await put(check('TEA'));
    const sends = drain();
    for (let time = 0; time < 4; time++) await sends.flush();
    expect([calls.length, idsIn(await store.read())]).toEqual([3, []]);
  });

  test.each([
    'unreachable',
    'timeout',
    'bad_content_type',
    'network_sign_in',
    'wrong_format',
    'unavailable',
    'not_ready',
  ])(
    'the task queue counts no attempt without a response of the shop, even if the browser is online: %s',
    async (code) => {
      const { store, put, drain } = await tab(fails(new ApiProblem(code, { status: 503 })));
      const tasks = [rename('a'), check('TEA')];
      await put(...tasks);
      const sends = drain();
      for (let time = 0; time < 5; time++) await sends.flush();
      const outbox = await store.read();
      expect([idsIn(outbox), outbox.entries[0]?.attempts]).toEqual([tasks.map(({ id }) => id), 0]);
    },
  );

  test('the task queue never expires a task', async () => {
    const { store, put } = await tab();
    await put(rename('a'));
    clock += 400 * 86_400_000;
    expect(idsIn(await store.read())).toHaveLength(1);
    await (await tab()).drain().flush();
    expect(acted.size).toBe(1);
  });

  test('the task queue of two tabs with one lock sends each task once', async () => {
    const lock = queue();
    const tabs = await Promise.all([tab(), tab()]);
    const tasks = Array.from({ length: 12 }, (_, at) => rename(String(at)));
    await tabs[0]!.put(...tasks);
    await Promise.all(tabs.map(({ drain }) => drain(lock).flush()));
    expect(calls).toEqual(tasks.map(({ id }) => id));
  });

  test('the task queue repeats a request with the same key when the page ended before the deletion', async () => {
    const crash = new Error('the page ended');
    const { put, drain } = await tab(undefined, { after: fails(crash) });
    await put(rename('a'));
    await drain().flush();
    expect(acted.size).toBe(1);
    const next = await tab();
    await next.drain().flush();
    expect([calls.length, new Set(calls).size, acted.size]).toEqual([2, 1, 1]);
    expect(idsIn(await next.store.read())).toEqual([]);
  });

  test('the task queue reports an outcome to the caller and then to no other part of the page', async () => {
    const report = vi.fn(() => true);
    const { store, put, drain } = await tab(() => ({ firstname: 'a' }), { report });
    const task = rename('a');
    await put(task);
    await drain().flush();
    expect(report).toHaveBeenCalledWith(task.id, { state: 'done', result: { firstname: 'a' } });
    expect(unreportedIn(await store.read())).toEqual([]);
  });
});
