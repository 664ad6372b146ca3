import { writePack } from '@fynbos/core/search/pack.ts';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FromPocket, ToPocket } from './pocket-asks.ts';
import { keep } from './pocket-db.ts';

const pack = { view: '', made: '2026-11-20T10:00:00.000Z', synonyms: '', categories: [], products: [] };

/** The thread as a page has it: what is told to it, and its answers by their numbers. */
async function startThread() {
  const { promise: listening, resolve } = Promise.withResolvers<(event: { data: ToPocket }) => void>();
  const waiting = new Map<number, (said: FromPocket) => void>();
  vi.stubGlobal('addEventListener', (_: string, hear: (event: { data: ToPocket }) => void) => resolve(hear));
  vi.stubGlobal('postMessage', (said: FromPocket) => waiting.get(said.number)?.(said));
  vi.resetModules();
  await import('./pocket-thread.ts');
  const hear = await listening;
  let asked = 0;
  return () =>
    new Promise<FromPocket>((answered) => {
      waiting.set(++asked, answered);
      hear({ data: { number: asked, ask: 'kept', given: [] } });
    });
}

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('a pocket that cannot be read now is no empty one, and is there once it can be', async () => {
  await keep('', writePack(pack));
  const working = indexedDB;
  vi.stubGlobal('indexedDB', {
    open() {
      throw new DOMException('busy', 'UnknownError');
    },
  });
  const isKept = await startThread();
  expect(await isKept()).toEqual({ number: 1, failed: true });
  vi.stubGlobal('indexedDB', working);
  expect(await isKept()).toMatchObject({ number: 2, answer: { made: pack.made, products: 0 } });
});

test('where nothing is kept that is the answer', async () => {
  const isKept = await startThread();
  expect(await isKept()).toEqual({ number: 1, answer: undefined });
});
