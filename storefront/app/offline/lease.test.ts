import { IDBDatabase, IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { openBoxes } from './box-db.ts';
import { boxes, leases } from './box-schema.ts';
import { takeLease } from './lease.ts';

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});

describe('one leader where the browser has no locks (OFF-1)', () => {
  test('leads until it is done; the next one waits for that', async () => {
    const order: string[] = [];
    const release = await takeLease('tasks', 'first');
    const second = takeLease('tasks', 'second').then(async (let_go) => {
      order.push('second');
      await let_go();
    });
    await takeLease('orders', 'second').then((let_go) => let_go());
    order.push('first');
    await release();
    await second;
    expect(order).toEqual(['first', 'second']);
  });

  test('is taken over from a tab that ended without a word, once its time ran out', async () => {
    const db = await openBoxes();
    const writing = db.transaction([boxes, leases], 'readwrite');
    writing.objectStore(leases).put({ holder: 'dead', until: Date.now() + 300 }, 'tasks');
    await new Promise((done) => {
      writing.oncomplete = done;
    });
    const release = await takeLease('tasks', 'next');
    const asked = db.transaction(leases).objectStore(leases).get('tasks');
    await new Promise((done) => {
      asked.onsuccess = done;
    });
    expect(asked.result.holder).toBe('next');
    await release();
  });

  test('is never two: who finds it free after a look in vain takes it first', async () => {
    const release = await takeLease('tasks', 'first');
    // Let go between the attempt to take it and the look whether the storage still works.
    let looks = 0;
    const transaction = IDBDatabase.prototype.transaction;
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...given) {
      if (++looks === 2) void release();
      return transaction.apply(this, given);
    });
    const second = await takeLease('tasks', 'second');
    vi.restoreAllMocks();
    const db = await openBoxes();
    const asked = db.transaction(leases).objectStore(leases).get('tasks');
    await new Promise((done) => {
      asked.onsuccess = done;
    });
    expect(asked.result?.holder).toBe('second');
    await second();
  });

  test('is everybody where the browser keeps nothing', async () => {
    vi.stubGlobal('indexedDB', {
      open: () => {
        throw new DOMException('forbidden', 'SecurityError');
      },
    });
    await (await takeLease('tasks', 'alone'))();
  });
});
