import { writeSnapshot } from '@fynbos/core/search/snapshot/catalog-snapshot.ts';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { saveCatalog } from './offline-catalog-db.ts';
import type { OfflineCatalogReply, OfflineCatalogRequest } from './offline-catalog-messages.ts';

const snapshot = { view: '', made: '2026-11-20T10:00:00.000Z', synonyms: '', categories: [], products: [] };

/** Runs the thread as a page does: sends messages and returns replies by their numbers. */
async function startThread() {
  const { promise: listening, resolve } =
    Promise.withResolvers<(event: { data: OfflineCatalogRequest }) => void>();
  const waiting = new Map<number, (reply: OfflineCatalogReply) => void>();
  vi.stubGlobal('addEventListener', (_: string, handler: (event: { data: OfflineCatalogRequest }) => void) =>
    resolve(handler),
  );
  vi.stubGlobal('postMessage', (reply: OfflineCatalogReply) => waiting.get(reply.number)?.(reply));
  vi.resetModules();
  await import('./offline-catalog-worker.ts');
  const post = await listening;
  let requestCount = 0;
  return () =>
    new Promise<OfflineCatalogReply>((resolveReply) => {
      waiting.set(++requestCount, resolveReply);
      post({ data: { number: requestCount, query: 'kept', args: [] } });
    });
}

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('the offline catalog thread reports failed while storage is unreadable and finds the snapshot later', async () => {
  await saveCatalog('', writeSnapshot(snapshot));
  const working = indexedDB;
  vi.stubGlobal('indexedDB', {
    open() {
      throw new DOMException('busy', 'UnknownError');
    },
  });
  const readInfo = await startThread();
  expect(await readInfo()).toEqual({ number: 1, failed: true });
  vi.stubGlobal('indexedDB', working);
  expect(await readInfo()).toMatchObject({ number: 2, result: { made: snapshot.made, products: 0 } });
});

test('the offline catalog thread returns undefined when no snapshot is stored', async () => {
  const readInfo = await startThread();
  expect(await readInfo()).toEqual({ number: 1, result: undefined });
});
