import { IDBCursor, IDBFactory } from 'fake-indexeddb';
import { wrap } from 'idb';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { emptyOutbox, type Outbox, type OutboxEntry } from './outbox.ts';
import { openOutboxDatabase, outboxIn, safeOutbox } from './outbox-db.ts';
import { schema } from './outbox-schema.ts';

type Plain = OutboxEntry & Record<string, unknown>;

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});

const opened = (request: IDBOpenDBRequest): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** The database as the previous shop version created it, with the content of its outboxes. */
async function oldShop(held: Record<string, Outbox<unknown, Plain>>): Promise<IDBDatabase> {
  const request = indexedDB.open('fynbos', 1);
  request.onupgradeneeded = () => void request.result.createObjectStore('boxes');
  const db = await opened(request);
  const writing = db.transaction('boxes', 'readwrite');
  for (const [name, outbox] of Object.entries(held)) writing.objectStore('boxes').put(outbox, name);
  await new Promise((done) => {
    writing.oncomplete = done;
  });
  return db;
}

const cart: Outbox<unknown, Plain> = {
  rev: 7,
  kept: { token: 'secret', items: [{ sku: 'RUSKS', qty: 2 }] },
  entries: [
    { id: 'a', at: 1000, kind: 'add', line: { sku: 'TEA' }, qty: 1 },
    { id: 'b', at: 0, kind: 'remove', key: 'RUSKS' },
  ],
};
const orders: Outbox<unknown, Plain> = {
  rev: 3,
  kept: { placed: [{ id: 'x', number: '000012', at: 5 }], refused: [] },
  entries: [
    { id: 'y', at: 2000, cartToken: 'secret', customer: 4, grandTotal: 16_400, body: { order_id: 'y' } },
  ],
};

describe('an outbox database of an older shop version (OFF-1)', () => {
  test('an outbox upgrade preserves entries and snapshots and adds attempt records', async () => {
    (await oldShop({ cart, orders, 'de/cart': { ...cart, entries: [] } })).close();
    const db = await openOutboxDatabase();
    expect(db.version).toBe(schema);
    const cartNow = await outboxIn<unknown, Plain>(db, 'cart').read();
    const record = { attempts: 0, created_at: 1000, updated_at: 1000 };
    expect(cartNow).toEqual({
      ...cart,
      entries: [
        { ...cart.entries[0], ...record },
        { ...cart.entries[1], attempts: 0, created_at: 0, updated_at: 0 },
      ],
    });
    const ordersNow = await outboxIn<unknown, Plain>(db, 'orders').read();
    expect(ordersNow).toEqual({
      ...orders,
      entries: [{ ...orders.entries[0], attempts: 0, created_at: 2000, updated_at: 2000 }],
    });
    expect(await outboxIn(db, 'de/cart').read()).toEqual({ ...cart, entries: [] });
  });

  test('an upgraded outbox accepts further changes in the same order', async () => {
    (await oldShop({ cart })).close();
    const outbox = outboxIn<unknown, Plain>(await openOutboxDatabase(), 'cart');
    await outbox.change((now) => ({ ...now, entries: [...now.entries, { id: 'c' }] }));
    const { rev, entries } = await outbox.read();
    expect([rev, entries.map(({ id }) => id)]).toEqual([8, ['a', 'b', 'c']]);
  });

  test('an outbox upgrade closes the database of an older tab, which continues in memory with all it knew', async () => {
    const old = await oldShop({ cart });
    old.onversionchange = () => old.close();
    const unkept = vi.fn();
    const inOldTab = safeOutbox<unknown, Plain>(async () => outboxIn(wrap(old), 'cart'), unkept);
    await inOldTab.read();
    const db = await openOutboxDatabase();
    const goesOn = await inOldTab.change((now) => ({ ...now, entries: [...now.entries, { id: 'late' }] }));
    expect([goesOn.entries.map(({ id }) => id), inOldTab.durable]).toEqual([['a', 'b', 'late'], false]);
    expect(unkept).toHaveBeenCalledTimes(1);
    expect((await outboxIn<unknown, Plain>(db, 'cart').read()).entries).toHaveLength(2);
  });

  test('an outbox upgrade is applied completely or not at all', async () => {
    (await oldShop({ cart, orders })).close();
    const updating = vi.spyOn(IDBCursor.prototype, 'update').mockImplementationOnce(() => {
      throw new Error('The device failed');
    });
    await expect(openOutboxDatabase()).rejects.toThrow();
    updating.mockRestore();
    const still = await opened(indexedDB.open('fynbos'));
    expect([still.version, [...still.objectStoreNames]]).toEqual([1, ['boxes']]);
  });

  test('an outbox upgrade drops invalid outboxes and invalid entries', async () => {
    const broken = { rev: 1, kept: undefined, entries: [null, ...orders.entries] };
    (await oldShop({ cart: 5, orders: broken } as never)).close();
    const db = await openOutboxDatabase();
    expect(await outboxIn<unknown, Plain>(db, 'cart').read()).toEqual(emptyOutbox());
    expect((await outboxIn<unknown, Plain>(db, 'orders').read()).entries).toMatchObject(orders.entries);
  });
});
