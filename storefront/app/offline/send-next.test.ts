import { updateCustomer } from '@fynbos/core/accounts/contract.ts';
import { checkStock } from '@fynbos/core/stock/contract.ts';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiProblem } from '../api-problem.ts';
import { needsYou, triedAgain } from './attempt.ts';
import { boxIn, openBoxes } from './box-db.ts';
import { Drain } from './drain.ts';
import { type InTurn, queue } from './one-tab.ts';
import { type SendParts, sendNext } from './send-next.ts';
import { callOf } from './send-task.ts';
import { type NetworkTask, taskOf } from './task.ts';
import { clearedFor, type KeptTasks, keptIn, type TaskBox, untoldIn, withTask } from './task-box.ts';
import { outcomeOf } from './task-outcome.ts';

const thandi = 7;
let clock = 0;
let calls: string[];
/** What the shop did, each once a key. */
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

/** A tab on the database of this browser. @param shop what it answers, or throws */
async function tab(shop: (task: NetworkTask) => unknown = () => ({}), over: Partial<SendParts> = {}) {
  const store = boxIn<KeptTasks, NetworkTask>(await openBoxes(), 'tasks');
  const parts: SendParts = {
    store,
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
    changed: () => {},
    sending: () => {},
    tell: () => false,
    ...over,
  };
  const put = (...tasks: NetworkTask[]) =>
    store.change((box) => tasks.reduce((now: TaskBox, task) => withTask(now, task, () => false), box));
  const drain = (inTurn: InTurn = queue()) =>
    new Drain({
      step: () => sendNext(parts),
      inTurn,
      told: () => {},
      later: () => () => {},
      chance: () => 0,
    });
  return { store, parts, put, drain };
}

const fails = (error: Error) => () => Promise.reject(error);
const idsIn = ({ entries }: TaskBox) => entries.map(({ id }) => id);

describe('a network task (OFF-1, accounts 3, wire contract 6.1)', () => {
  test('has every field under its name on the wire', () => {
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

  test('is sent with its id as key, and what its address leaves open filled in', () => {
    const { endpoint, options } = callOf(rename('guid'), undefined);
    expect([endpoint.method, endpoint.path]).toEqual(['POST', updateCustomer.path]);
    expect(options).toEqual({ query: {}, key: `${clock}-guid`, body: { customer: { firstname: 'guid' } } });
    const url = `${checkStock.path}?cartId={{cartId}}&sku=A%20B`;
    expect(callOf({ ...check('A'), url }, 'tok/en').options.query).toEqual({ cartId: 'tok/en', sku: 'A B' });
  });

  test('is transmited with its answer and leaves only then; a cacheable result stays', async () => {
    const { store, put, drain } = await tab(() => ({ qty: 4 }));
    await put(rename('a'), check('TEA'));
    await drain().wake();
    const box = await store.read();
    expect(idsIn(box)).toEqual([]);
    expect(keptIn(box).results).toEqual([
      expect.objectContaining({
        ...{ product_sku: 'TEA', transmited: true, result: { qty: 4 }, code: 200, resultCode: 200 },
        transmited_at: expect.any(Number),
      }),
    ]);
    expect(keptIn(box).done.map(({ callback_event }) => callback_event)).toEqual([
      'stock-after-check',
      'user-after-update',
    ]);
  });

  test('without the cart it needs is not sent, and the shopper is told that it must be made again', async () => {
    const { store, put, drain } = await tab(undefined, {
      call: async (task) => {
        callOf(task, undefined);
        throw new Error('sent');
      },
    });
    await put(rename('a', { url: `${updateCustomer.path}?cartId={{cartId}}` }));
    await drain().wake();
    const [task] = (await store.read()).entries;
    expect([needsYou(task!), task?.problem?.sentence]).toEqual([
      true,
      'This cart is no longer there and must be created again.',
    ]);
  });

  test('that is refused leaves with the refusal, of which the shopper hears unless it is silent', async () => {
    const { store, put, drain } = await tab(fails(refusal));
    await put(rename('a'), check('TEA'));
    await drain().wake();
    const box = await store.read();
    expect([idsIn(box), keptIn(box).results]).toEqual([[], []]);
    expect(untoldIn(box)).toEqual([expect.objectContaining({ code: 400, problem: refusal.view })]);
  });

  test('of a session that ended is aborted with 401; so are all that are bound to it, and no others', async () => {
    const token = new ApiProblem('token_refused');
    expect([token.status, token.message]).toEqual([
      401,
      'Error refreshing user token. User is not authorized to access the resource',
    ]);
    const { store, put, drain } = await tab(fails(token));
    await put(rename('a'));
    await drain().wake();
    expect(idsIn(await store.read())).toEqual([]);
    const gone = await tab(undefined, { customer: async () => undefined });
    const [mine, stock] = [rename('b'), check('TEA')];
    await gone.put(mine, stock);
    await gone.drain().wake();
    expect(calls).not.toContain(mine.id);
    expect([idsIn(await store.read()), acted.has(stock.id)]).toEqual([[], true]);
  });

  test('of a session that ended is never said to wait: whoever asked for it hears that nobody is logged in', async () => {
    const heard: unknown[] = [];
    const tell: SendParts['tell'] = (_, outcome) => heard.push(outcome) > 0;
    const { store, put, drain } = await tab(fails(new ApiProblem('token_refused')), { tell });
    const [first, second, third] = [rename('a'), rename('b'), rename('c')];
    await put(first);
    await drain().wake();
    const loggedOut = { state: 'refused', problem: expect.objectContaining({ code: 'not_logged_in' }) };
    expect(heard).toEqual([loggedOut]);
    await put(second);
    const seen = async () => ({ box: await store.read(), kept: true });
    expect(outcomeOf(await seen(), second.id)).toEqual({ state: 'waits', kept: true });
    await store.change((box) => clearedFor(box, undefined));
    expect(outcomeOf(await seen(), second.id)).toEqual(loggedOut);
    const next = await tab();
    await next.put(third);
    await next.drain().wake();
    expect(outcomeOf(await seen(), third.id)).toEqual({ state: 'done', result: undefined });
  });

  test('of somebody else is never sent under another login', async () => {
    const { put, drain, store } = await tab(undefined, { customer: async () => 8 });
    await put(rename('a'));
    await drain().wake();
    expect([calls, idsIn(await store.read())]).toEqual([[], []]);
  });
});

describe('the queue (OFF-1, decision 25)', () => {
  test('goes oldest first, and waits without a network', async () => {
    const away = await tab(undefined, { isOnline: () => false });
    const tasks = [rename('a'), rename('b'), rename('c')];
    await away.put(...tasks);
    await away.drain().wake();
    expect(calls).toEqual([]);
    await (await tab()).drain().wake();
    expect(calls).toEqual(tasks.map(({ id }) => id));
  });

  test('stops at a failure; after three of the same task it needs the shopper, and the others go on', async () => {
    const [stuck, next] = [rename('stuck'), rename('next')];
    const { store, put, drain } = await tab((task) => (task.id === stuck.id ? fails(busy)() : {}));
    await put(stuck, next);
    const sends = drain();
    for (const count of [1, 2]) {
      await sends.wake();
      const [first] = (await store.read()).entries;
      expect([first?.attempts, first?.problem?.code, acted.has(next.id)]).toEqual([count, 'internal', false]);
    }
    await sends.wake();
    await sends.wake();
    expect(calls.filter((id) => id === stuck.id)).toHaveLength(3);
    expect(acted).toEqual(new Set([next.id]));
    const box = await store.read();
    expect([idsIn(box), needsYou(box.entries[0]!)]).toEqual([[stuck.id], true]);
    await store.change((now) => triedAgain(now, { id: stuck.id, now: 5 }));
    await sends.wake();
    expect(calls.filter((id) => id === stuck.id)).toHaveLength(4);
  });

  test('lets a silent task go after three: nobody is told of it, so nobody can be asked', async () => {
    const { store, put, drain } = await tab(fails(busy));
    await put(check('TEA'));
    const sends = drain();
    for (let time = 0; time < 4; time++) await sends.wake();
    expect([calls.length, idsIn(await store.read())]).toEqual([3, []]);
  });

  test.each(['unreachable', 'timeout', 'bad_content_type', 'wrong_format', 'unavailable', 'not_ready'])(
    'counts no attempt that the shop did not answer: %s, though the browser says that there is a network',
    async (code) => {
      const { store, put, drain } = await tab(fails(new ApiProblem(code, { status: 503 })));
      const tasks = [rename('a'), check('TEA')];
      await put(...tasks);
      const sends = drain();
      for (let time = 0; time < 5; time++) await sends.wake();
      const box = await store.read();
      expect([idsIn(box), box.entries[0]?.attempts]).toEqual([tasks.map(({ id }) => id), 0]);
    },
  );

  test('lets nothing expire, however long it waits', async () => {
    const { store, put } = await tab();
    await put(rename('a'));
    clock += 400 * 86_400_000;
    expect(idsIn(await store.read())).toHaveLength(1);
    await (await tab()).drain().wake();
    expect(acted.size).toBe(1);
  });

  test('of two tabs with one lock sends each task once', async () => {
    const lock = queue();
    const tabs = await Promise.all([tab(), tab()]);
    const tasks = Array.from({ length: 12 }, (_, at) => rename(String(at)));
    await tabs[0]!.put(...tasks);
    await Promise.all(tabs.map(({ drain }) => drain(lock).wake()));
    expect(calls).toEqual(tasks.map(({ id }) => id));
  });

  test('whose page ends between the answer and the deletion asks again with the same key', async () => {
    const crash = new Error('the page ended');
    const { put, drain } = await tab(undefined, { after: fails(crash) });
    await put(rename('a'));
    await drain().wake();
    expect(acted.size).toBe(1);
    const next = await tab();
    await next.drain().wake();
    expect([calls.length, new Set(calls).size, acted.size]).toEqual([2, 1, 1]);
    expect(idsIn(await next.store.read())).toEqual([]);
  });

  test('tells whoever asked, and then nobody else', async () => {
    const tell = vi.fn(() => true);
    const { store, put, drain } = await tab(() => ({ firstname: 'a' }), { tell });
    const task = rename('a');
    await put(task);
    await drain().wake();
    expect(tell).toHaveBeenCalledWith(task.id, { state: 'done', result: { firstname: 'a' } });
    expect(untoldIn(await store.read())).toEqual([]);
  });
});
