import { IDBDatabase, IDBFactory } from 'fake-indexeddb';
import { unwrap } from 'idb';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { openOutboxDatabase } from './outbox-db.ts';
import { leases, outboxStoreName } from './outbox-schema.ts';
import { acquireLease } from './tab-lock.ts';

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});

describe('a lease, where the browser has no Web Locks (OFF-1)', () => {
  test('a lease is held until released, and the next tab waits for that', async () => {
    const order: string[] = [];
    const release = await acquireLease('tasks', 'first');
    const second = acquireLease('tasks', 'second').then(async (let_go) => {
      order.push('second');
      await let_go();
    });
    await acquireLease('orders', 'second').then((let_go) => let_go());
    order.push('first');
    await release();
    await second;
    expect(order).toEqual(['first', 'second']);
  });

  test('a lease of a tab that ended unexpectedly is acquired by the next tab after it expired', async () => {
    const db = unwrap(await openOutboxDatabase());
    const writing = db.transaction([outboxStoreName, leases], 'readwrite');
    writing.objectStore(leases).put({ holder: 'dead', until: Date.now() + 300 }, 'tasks');
    await new Promise((done) => {
      writing.oncomplete = done;
    });
    const release = await acquireLease('tasks', 'next');
    const request = db.transaction(leases).objectStore(leases).get('tasks');
    await new Promise((done) => {
      request.onsuccess = done;
    });
    expect(request.result.holder).toBe('next');
    await release();
  });

  test('a lease is never held twice: a tab that finds it free after a failed attempt must acquire it first', async () => {
    const release = await acquireLease('tasks', 'first');
    // Released between the attempt to acquire it and the check whether the storage still works.
    let transactions = 0;
    const transaction = IDBDatabase.prototype.transaction;
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...args) {
      if (++transactions === 2) void release();
      return transaction.apply(this, args);
    });
    const second = await acquireLease('tasks', 'second');
    vi.restoreAllMocks();
    const db = unwrap(await openOutboxDatabase());
    const request = db.transaction(leases).objectStore(leases).get('tasks');
    await new Promise((done) => {
      request.onsuccess = done;
    });
    expect(request.result?.holder).toBe('second');
    await second();
  });

  test('a lease is granted to a waiting tab whose database is closed by a newer shop version', async () => {
    const release = await acquireLease('tasks', 'first');
    const second = acquireLease('tasks', 'second');
    const renewing = indexedDB.open('fynbos', 99);
    await new Promise((done) => {
      renewing.onsuccess = done;
    });
    await (await second)();
    await release();
  });

  test('a lease is granted to every tab where the browser blocks storage', async () => {
    vi.stubGlobal('indexedDB', {
      open: () => {
        throw new DOMException('forbidden', 'SecurityError');
      },
    });
    await (await acquireLease('tasks', 'alone'))();
  });
});
