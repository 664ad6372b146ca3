import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import { inTransaction, openDatabase, openInTime } from './database.ts';

const names = 'names';
const create: Parameters<typeof openDatabase>[2] = (db) => void db.createObjectStore(names);

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});

test('a database that the browser forbids rejects', async () => {
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('forbidden', 'SecurityError');
    },
  });
  const opening = openDatabase('shop', 1, create);
  await expect(opening).rejects.toThrow('forbidden');
});

test('a database whose upgrade fails keeps its version and its data', async () => {
  const before = await openDatabase('shop', 1, create);
  await inTransaction(before.transaction(names, 'readwrite'), (store) => store.put('tea', 1));
  before.close();
  const failing = openDatabase('shop', 2, async (_db, _from, transaction) => {
    await transaction.objectStore(names).put('coffee', 1);
    throw new Error('in the middle');
  });
  await expect(failing).rejects.toThrow();
  const after = await openDatabase('shop', undefined, create);
  const stored = await inTransaction(after.transaction(names), (store) => store.get(1));
  expect([after.version, stored]).toEqual([1, 'tea']);
});

test('a transaction whose step fails writes nothing and rejects with the error of the step', async () => {
  const db = await openDatabase('shop', 1, create);
  const failing = inTransaction(db.transaction(names, 'readwrite'), async (store) => {
    await store.put('tea', 1);
    throw new Error('in the middle');
  });
  await expect(failing).rejects.toThrow('in the middle');
  expect(await inTransaction(db.transaction(names), (store) => store.count())).toBe(0);
});

test('a database that opens too late is closed, so that it blocks no deletion', async () => {
  const holding = await openDatabase('shop', 1, create);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const late = expect(openInTime('shop', 2, () => {})).rejects.toThrow('too slow');
  vi.advanceTimersByTime(2000);
  vi.useRealTimers();
  await late;
  holding.close();
  // The deletion waits until no connection is open.
  const deleting = indexedDB.deleteDatabase('shop');
  await new Promise((done) => {
    deleting.onsuccess = done;
  });
});
