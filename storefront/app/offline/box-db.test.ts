import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type Box, type BoxStore, emptyBox, type Waiting } from './box.ts';
import { boxIn, openBoxes } from './box-db.ts';
import { safeBox } from './safe-box.ts';

type Word = Waiting & { word: string };
type Words = Box<{ said: string }, Word>;

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});

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

  test('a database of a newer shop is left alone', async () => {
    const newer = indexedDB.open('fynbos', 99);
    await new Promise((done) => {
      newer.onsuccess = done;
    });
    await expect(openBoxes()).rejects.toThrow();
  });

  test('a database that another tab wants to renew gives way', async () => {
    const box = await words();
    const renewing = indexedDB.open('fynbos', 2);
    await new Promise((done) => {
      renewing.onsuccess = done;
    });
    await expect((async () => box.read())()).rejects.toThrow();
  });
});
