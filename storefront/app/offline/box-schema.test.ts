import { IDBCursor, IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type Box, emptyBox, type Waiting } from './box.ts';
import { boxIn, openBoxes } from './box-db.ts';
import { schema } from './box-schema.ts';
import { safeBox } from './safe-box.ts';

type Plain = Waiting & Record<string, unknown>;

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});

const opened = (request: IDBOpenDBRequest): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** The database as a shop before this one made it, and what its boxes held. */
async function oldShop(held: Record<string, Box<unknown, Plain>>): Promise<IDBDatabase> {
  const request = indexedDB.open('fynbos', 1);
  request.onupgradeneeded = () => void request.result.createObjectStore('boxes');
  const db = await opened(request);
  const writing = db.transaction('boxes', 'readwrite');
  for (const [name, box] of Object.entries(held)) writing.objectStore('boxes').put(box, name);
  await new Promise((done) => {
    writing.oncomplete = done;
  });
  return db;
}

const cart: Box<unknown, Plain> = {
  rev: 7,
  kept: { token: 'secret', items: [{ sku: 'RUSKS', qty: 2 }] },
  entries: [
    { id: 'a', at: 1000, kind: 'add', line: { sku: 'TEA' }, qty: 1 },
    { id: 'b', at: 0, kind: 'remove', key: 'RUSKS' },
  ],
};
const orders: Box<unknown, Plain> = {
  rev: 3,
  kept: { placed: [{ id: 'x', number: '000012', at: 5 }], refused: [] },
  entries: [
    { id: 'y', at: 2000, cartToken: 'secret', customer: 4, grandTotal: 16_400, body: { order_id: 'y' } },
  ],
};

describe('a browser that kept something for an older shop (OFF-1)', () => {
  test('loses nothing of what waited and what was confirmed, and says of each how it fared', async () => {
    (await oldShop({ cart, orders, 'de/cart': { ...cart, entries: [] } })).close();
    const db = await openBoxes();
    expect(db.version).toBe(schema);
    const cartNow = await boxIn<unknown, Plain>(db, 'cart').read();
    const record = { attempts: 0, created_at: 1000, updated_at: 1000 };
    expect(cartNow).toEqual({
      ...cart,
      entries: [
        { ...cart.entries[0], ...record },
        { ...cart.entries[1], attempts: 0, created_at: 0, updated_at: 0 },
      ],
    });
    const ordersNow = await boxIn<unknown, Plain>(db, 'orders').read();
    expect(ordersNow).toEqual({
      ...orders,
      entries: [{ ...orders.entries[0], attempts: 0, created_at: 2000, updated_at: 2000 }],
    });
    expect(await boxIn(db, 'de/cart').read()).toEqual({ ...cart, entries: [] });
  });

  test('goes on taking changes after it, in the same order', async () => {
    (await oldShop({ cart })).close();
    const box = boxIn<unknown, Plain>(await openBoxes(), 'cart');
    await box.change((now) => ({ ...now, entries: [...now.entries, { id: 'c' }] }));
    const { rev, entries } = await box.read();
    expect([rev, entries.map(({ id }) => id)]).toEqual([8, ['a', 'b', 'c']]);
  });

  test('has an older tab give way at once, which goes on with everything it knew', async () => {
    const old = await oldShop({ cart });
    old.onversionchange = () => old.close();
    const unkept = vi.fn();
    const inOldTab = safeBox<unknown, Plain>(async () => boxIn(old, 'cart'), unkept);
    await inOldTab.read();
    const db = await openBoxes();
    const goesOn = await inOldTab.change((now) => ({ ...now, entries: [...now.entries, { id: 'late' }] }));
    expect([goesOn.entries.map(({ id }) => id), inOldTab.durable]).toEqual([['a', 'b', 'late'], false]);
    expect(unkept).toHaveBeenCalledTimes(1);
    expect((await boxIn<unknown, Plain>(db, 'cart').read()).entries).toHaveLength(2);
  });

  test('is upgraded as a whole or not at all', async () => {
    (await oldShop({ cart, orders })).close();
    const updating = vi.spyOn(IDBCursor.prototype, 'update').mockImplementationOnce(() => {
      throw new Error('The device gave up');
    });
    await expect(openBoxes()).rejects.toThrow();
    updating.mockRestore();
    const still = await opened(indexedDB.open('fynbos'));
    expect([still.version, [...still.objectStoreNames]]).toEqual([1, ['boxes']]);
  });

  test('is upgraded without what is no box, or nothing that waits', async () => {
    const broken = { rev: 1, kept: undefined, entries: [null, ...orders.entries] };
    (await oldShop({ cart: 5, orders: broken } as never)).close();
    const db = await openBoxes();
    expect(await boxIn<unknown, Plain>(db, 'cart').read()).toEqual(emptyBox());
    expect((await boxIn<unknown, Plain>(db, 'orders').read()).entries).toMatchObject(orders.entries);
  });
});
