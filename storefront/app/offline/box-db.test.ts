import { IDBFactory, IDBObjectStore } from 'fake-indexeddb';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type Box, type BoxStore, emptyBox, leftToNewer, type Unkept, type Waiting } from './box.ts';
import { boxIn, openBoxes } from './box-db.ts';
import { openCache, writeEntry } from './cache-db.ts';
import { cacheDatabase } from './cache-names.ts';
import { safeBox } from './safe-box.ts';

type Word = Waiting & { word: string };
type Words = Box<{ said: string }, Word>;

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});

/** As a browser that is full ends a transaction. */
const abortAsFull = (transaction: IDBTransaction) =>
  (transaction as unknown as { _abort(name: string): void })._abort('QuotaExceededError');

const waits =
  (id: string) =>
  (box: Words): Words => ({ ...box, entries: [...box.entries, { id, word: `word ${id}` }] });
const leaves = (box: Words): Words => ({
  ...box,
  kept: { said: box.entries[0]!.word },
  entries: box.entries.slice(1),
});
const ids = ({ entries }: Words) => entries.map(({ id }) => id);
const words = async (): Promise<BoxStore<{ said: string }, Word>> => boxIn(await openBoxes(), 'words');

describe('a box in the browser’s database (OFF-1)', () => {
  test('is empty at first, and keeps what waits in its order, for whoever opens it next', async () => {
    const box = await words();
    expect(await box.read()).toEqual(emptyBox());
    await Promise.all(['1', '2', '3'].map((id) => box.change(waits(id))));
    expect(ids(await (await words()).read())).toEqual(['1', '2', '3']);
  });

  test('changes in one piece: what is confirmed and what waits', async () => {
    const box = await words();
    await box.change(waits('1'));
    expect(await box.change(leaves)).toMatchObject({ rev: 2, kept: { said: 'word 1' }, entries: [] });
    const broken = box.change(() => {
      throw new Error('in the middle');
    });
    await expect(broken).rejects.toThrow();
    expect(await box.read()).toMatchObject({ rev: 2, kept: { said: 'word 1' } });
  });

  test('takes the changes of two tabs one after another: none is lost', async () => {
    const tabs = [await words(), await words()];
    await Promise.all(Array.from({ length: 40 }, (_, at) => tabs[at % 2]!.change(waits(String(at)))));
    const { rev, entries } = await tabs[0]!.read();
    expect([rev, new Set(entries.map(({ id }) => id)).size]).toEqual([40, 40]);
  });

  test('counts no change where there is none', async () => {
    const box = await words();
    await box.change(waits('1'));
    expect((await box.change((same) => same)).rev).toBe(1);
  });
});

describe('where the browser keeps nothing', () => {
  const forbidden = () => Promise.reject(new Error('forbidden'));

  test('the box lasts as long as the page, and says so once, before anything is called kept', async () => {
    const unkept = vi.fn();
    const box = safeBox<{ said: string }, Word>(forbidden, unkept);
    expect(ids(await box.change(waits('1')))).toEqual(['1']);
    expect(ids(await box.change(waits('2')))).toEqual(['1', '2']);
    expect([box.durable, unkept.mock.calls.length]).toEqual([false, 1]);
  });

  test('a storage that fills up on the way goes on in memory with everything there was', async () => {
    const unkept = vi.fn();
    const real = await words();
    let isFull = false;
    const filling: typeof real = {
      durable: true,
      read: real.read,
      change: (step) =>
        isFull ? Promise.reject(new DOMException('full', 'QuotaExceededError')) : real.change(step),
    };
    const box = safeBox<{ said: string }, Word>(async () => filling, unkept);
    await box.change(waits('1'));
    expect(box.durable).toBe(true);
    isFull = true;
    expect(ids(await box.change(waits('2')))).toEqual(['1', '2']);
    expect([box.durable, unkept.mock.calls.length]).toEqual([false, 1]);
  });

  test('a full storage makes room first: what can be had again goes, and what waits is kept', async () => {
    const cache = await openCache();
    cache.onversionchange = () => cache.close();
    await writeEntry(cache, { key: 'tea', value: {}, used_at: 1 });
    const box = await words();
    const put = IDBObjectStore.prototype.put;
    const isCacheThere = async () => (await indexedDB.databases()).some(({ name }) => name === cacheDatabase);
    let writes = 0;
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...given) {
      if (++writes === 1) abortAsFull(this.transaction);
      return put.apply(this, given);
    });
    expect(ids(await box.change(waits('1')))).toEqual(['1']);
    vi.restoreAllMocks();
    expect([writes, await isCacheThere(), ids(await (await words()).read())]).toEqual([2, false, ['1']]);
  });

  test('a storage that opens and then does not answer is given up, and writes nothing later', async () => {
    const db = await openBoxes();
    const box = boxIn<{ said: string }, Word>(db, 'words');
    const holding = db.transaction('boxes', 'readwrite');
    const store = holding.objectStore('boxes');
    let isHeld = true;
    const hold = () => {
      if (isHeld) store.get('words').onsuccess = hold;
    };
    hold();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const written = box.change(waits('1'));
    const told = expect(written).rejects.toThrow('IndexedDB does not answer');
    vi.advanceTimersByTime(5000);
    vi.useRealTimers();
    await told;
    isHeld = false;
    expect(ids(await box.read())).toEqual([]);
  });

  test('a database of a newer shop is left alone', async () => {
    const newer = indexedDB.open('fynbos', 99);
    await new Promise((done) => {
      newer.onsuccess = done;
    });
    await expect(openBoxes()).rejects.toThrow();
  });

  test('a database that another tab wants to renew gives way', async () => {
    const box = await words();
    const renewing = indexedDB.open('fynbos', 3);
    await new Promise((done) => {
      renewing.onsuccess = done;
    });
    await expect((async () => box.read())()).rejects.toThrow();
  });

  test('what a newer shop took over is told at once, and what waits is left to it', async () => {
    const before = await words();
    await before.change(waits('1'));
    await before.change(leaves);
    await before.change(waits('2'));
    const told: Unkept[] = [];
    const [box, cart] = [leftToNewer, undefined].map((goOn) =>
      safeBox<{ said: string }, Word>(words, (why) => told.push(why), goOn),
    );
    for (const one of [box!, cart!]) expect(ids(await one.read())).toEqual(['2']);
    const renewing = indexedDB.open('fynbos', 3);
    await new Promise((done) => {
      renewing.onsuccess = done;
    });
    expect([told, box!.durable]).toEqual([['newer', 'newer'], false]);
    expect(await box!.read()).toMatchObject({ kept: { said: 'word 1' }, entries: [] });
    expect(ids(await box!.change(waits('3')))).toEqual(['3']);
    expect(ids(await cart!.read())).toEqual(['2']);
    // A page of the same age that asks only now finds nothing that it could read.
    const late = safeBox<{ said: string }, Word>(words, (why) => told.push(why), leftToNewer);
    expect([ids(await late.read()), told.at(-1), late.durable]).toEqual([[], 'newer', false]);
  });

  test('what is deleted under a page is told at once, and goes on with everything there was', async () => {
    const told: Unkept[] = [];
    const box = safeBox<{ said: string }, Word>(words, (why) => told.push(why), leftToNewer);
    await box.change(waits('1'));
    const deleting = indexedDB.deleteDatabase('fynbos');
    await new Promise((done) => {
      deleting.onsuccess = done;
    });
    expect([told, box.durable]).toEqual([['lost'], false]);
    expect(ids(await box.change(waits('2')))).toEqual(['1', '2']);
    expect(told).toEqual(['lost']);
  });
});
