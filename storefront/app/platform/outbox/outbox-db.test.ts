import { IDBFactory, IDBObjectStore } from 'fake-indexeddb';
import { unwrap } from 'idb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openCache, writeEntry } from '../storage/cache-db.ts';
import { cacheDatabase } from '../storage/database-names.ts';
import {
  emptyOutbox,
  leftToNewer,
  type Outbox,
  type OutboxEntry,
  type OutboxStore,
  type Unkept,
} from './outbox.ts';
import { openOutboxDatabase, outboxIn, safeOutbox } from './outbox-db.ts';

type Word = OutboxEntry & { word: string };
type WordOutbox = Outbox<{ text: string }, Word>;

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});
afterEach(() => void vi.unstubAllGlobals());

/** Aborts a transaction as a browser with full storage does. */
const abortAsFull = (transaction: IDBTransaction) =>
  (transaction as unknown as { _abort(name: string): void })._abort('QuotaExceededError');

const waits =
  (id: string) =>
  (outbox: WordOutbox): WordOutbox => ({
    ...outbox,
    entries: [...outbox.entries, { id, word: `word ${id}` }],
  });
const leaves = (outbox: WordOutbox): WordOutbox => ({
  ...outbox,
  kept: { text: outbox.entries[0]!.word },
  entries: outbox.entries.slice(1),
});
const ids = ({ entries }: WordOutbox) => entries.map(({ id }) => id);
const openWordOutbox = async (): Promise<OutboxStore<{ text: string }, Word>> =>
  outboxIn(await openOutboxDatabase(), 'words');

describe('an outbox in IndexedDB (OFF-1)', () => {
  test('an outbox is empty at first and returns its entries in order to the next page that opens it', async () => {
    const outbox = await openWordOutbox();
    expect(await outbox.read()).toEqual(emptyOutbox());
    await Promise.all(['1', '2', '3'].map((id) => outbox.change(waits(id))));
    expect(ids(await (await openWordOutbox()).read())).toEqual(['1', '2', '3']);
  });

  test('an outbox changes its snapshot and its entries atomically', async () => {
    const outbox = await openWordOutbox();
    await outbox.change(waits('1'));
    expect(await outbox.change(leaves)).toMatchObject({ rev: 2, kept: { text: 'word 1' }, entries: [] });
    const broken = outbox.change(() => {
      throw new Error('in the middle');
    });
    await expect(broken).rejects.toThrow();
    expect(await outbox.read()).toMatchObject({ rev: 2, kept: { text: 'word 1' } });
  });

  test('an outbox applies the changes of two tabs one after another and loses none', async () => {
    const tabs = [await openWordOutbox(), await openWordOutbox()];
    await Promise.all(Array.from({ length: 40 }, (_, at) => tabs[at % 2]!.change(waits(String(at)))));
    const { rev, entries } = await tabs[0]!.read();
    expect([rev, new Set(entries.map(({ id }) => id)).size]).toEqual([40, 40]);
  });

  test('an outbox does not increase its revision when a step changes nothing', async () => {
    const outbox = await openWordOutbox();
    await outbox.change(waits('1'));
    expect((await outbox.change((same) => same)).rev).toBe(1);
  });
});

describe('an outbox where the browser blocks storage', () => {
  const forbidden = () => Promise.reject(new Error('forbidden'));

  test('an outbox without storage lasts as long as the page and reports that once before a change completes', async () => {
    const unkept = vi.fn();
    const outbox = safeOutbox<{ text: string }, Word>(forbidden, unkept);
    expect(ids(await outbox.change(waits('1')))).toEqual(['1']);
    expect(ids(await outbox.change(waits('2')))).toEqual(['1', '2']);
    expect([outbox.durable, unkept.mock.calls.length]).toEqual([false, 1]);
  });

  test('an outbox whose storage fills up continues in memory with all entries', async () => {
    const unkept = vi.fn();
    const real = await openWordOutbox();
    let isFull = false;
    const filling: typeof real = {
      durable: true,
      read: real.read,
      change: (step) =>
        isFull ? Promise.reject(new DOMException('full', 'QuotaExceededError')) : real.change(step),
    };
    const outbox = safeOutbox<{ text: string }, Word>(async () => filling, unkept);
    await outbox.change(waits('1'));
    expect(outbox.durable).toBe(true);
    isFull = true;
    expect(ids(await outbox.change(waits('2')))).toEqual(['1', '2']);
    expect([outbox.durable, unkept.mock.calls.length]).toEqual([false, 1]);
  });

  test('an outbox in a full storage deletes caches first and stores its entries', async () => {
    const cache = await openCache();
    cache.onversionchange = () => cache.close();
    await writeEntry(cache, { key: 'tea', value: {}, used_at: 1 });
    const outbox = await openWordOutbox();
    const put = IDBObjectStore.prototype.put;
    const isCacheThere = async () => (await indexedDB.databases()).some(({ name }) => name === cacheDatabase);
    let writes = 0;
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...args) {
      if (++writes === 1) abortAsFull(this.transaction);
      return put.apply(this, args);
    });
    expect(ids(await outbox.change(waits('1')))).toEqual(['1']);
    vi.restoreAllMocks();
    expect([writes, await isCacheThere(), ids(await (await openWordOutbox()).read())]).toEqual([
      2,
      false,
      ['1'],
    ]);
  });

  test.each([
    [5000, {}],
    [15_000, { timeouts: '3' }],
  ])(
    'an outbox gives up after %d ms on a storage that is silent, and writes nothing later',
    async (limit, dataset) => {
      vi.stubGlobal('document', { documentElement: { dataset } });
      const db = await openOutboxDatabase();
      const outbox = outboxIn<{ text: string }, Word>(db, 'words');
      const holding = unwrap(db).transaction('boxes', 'readwrite');
      const store = holding.objectStore('boxes');
      let isHeld = true;
      const hold = () => {
        if (isHeld) store.get('words').onsuccess = hold;
      };
      hold();
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const written = outbox.change(waits('1'));
      const rejection = expect(written).rejects.toThrow('IndexedDB does not respond');
      vi.advanceTimersByTime(limit - 1);
      expect(vi.getTimerCount()).toBe(1);
      vi.advanceTimersByTime(1);
      vi.useRealTimers();
      await rejection;
      isHeld = false;
      expect(ids(await outbox.read())).toEqual([]);
    },
  );

  test('an outbox database of a newer shop version is not opened', async () => {
    const newer = indexedDB.open('fynbos', 99);
    await new Promise((done) => {
      newer.onsuccess = done;
    });
    await expect(openOutboxDatabase()).rejects.toThrow();
  });

  test('an outbox database closes when another tab upgrades it', async () => {
    const outbox = await openWordOutbox();
    const renewing = indexedDB.open('fynbos', 3);
    await new Promise((done) => {
      renewing.onsuccess = done;
    });
    await expect((async () => outbox.read())()).rejects.toThrow();
  });

  test('an outbox taken over by a newer shop version is reported at once and leaves its entries to that version', async () => {
    const before = await openWordOutbox();
    await before.change(waits('1'));
    await before.change(leaves);
    await before.change(waits('2'));
    const reasons: Unkept[] = [];
    const [outbox, cart] = [leftToNewer, undefined].map((goOn) =>
      safeOutbox<{ text: string }, Word>(openWordOutbox, (why) => reasons.push(why), goOn),
    );
    for (const store of [outbox!, cart!]) expect(ids(await store.read())).toEqual(['2']);
    const renewing = indexedDB.open('fynbos', 3);
    await new Promise((done) => {
      renewing.onsuccess = done;
    });
    expect([reasons, outbox!.durable]).toEqual([['newer', 'newer'], false]);
    expect(await outbox!.read()).toMatchObject({ kept: { text: 'word 1' }, entries: [] });
    expect(ids(await outbox!.change(waits('3')))).toEqual(['3']);
    expect(ids(await cart!.read())).toEqual(['2']);
    // A page of the same version that opens it only now cannot read the database.
    const late = safeOutbox<{ text: string }, Word>(openWordOutbox, (why) => reasons.push(why), leftToNewer);
    expect([ids(await late.read()), reasons.at(-1), late.durable]).toEqual([[], 'newer', false]);
  });

  test('an outbox database deleted under a page is reported at once, and the page continues with all entries', async () => {
    const reasons: Unkept[] = [];
    const outbox = safeOutbox<{ text: string }, Word>(
      openWordOutbox,
      (why) => reasons.push(why),
      leftToNewer,
    );
    await outbox.change(waits('1'));
    const deleting = indexedDB.deleteDatabase('fynbos');
    await new Promise((done) => {
      deleting.onsuccess = done;
    });
    expect([reasons, outbox.durable]).toEqual([['lost'], false]);
    expect(ids(await outbox.change(waits('2')))).toEqual(['1', '2']);
    expect(reasons).toEqual(['lost']);
  });
});
