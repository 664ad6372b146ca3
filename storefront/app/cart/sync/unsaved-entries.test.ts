import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { memoryOutbox } from '../../platform/outbox/outbox.ts';
import { storedValue } from '../../platform/storage/browser-storage.ts';
import {
  appended,
  type CartOutbox,
  type CartSnapshot,
  cleared,
  discarded,
  isCartEntry,
  isKnown,
  type PendingEntry,
} from './cart-outbox.ts';
import { isUnsavedList, tidying, unsavedEntriesIn } from './unsaved-entries.ts';

const entry = (id: string): PendingEntry => ({ id, at: 0, kind: 'remove', key: 'OATS' });
const idsOf = (entries: readonly PendingEntry[]) => entries.map(({ id }) => id);

function storageOf(stored: Map<string, string>): Storage {
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  } as Storage;
}

const unwrittenIn = (stored: typeof storedEntries, customer: () => number | undefined) =>
  unsavedEntriesIn(stored, isCartEntry, customer);
const storedEntries = storedValue('unwritten', isUnsavedList);

beforeEach(() => void vi.stubGlobal('localStorage', storageOf(new Map())));
afterEach(() => void vi.unstubAllGlobals());

test("unwritten entries reach the next page: a guest's also after a login, a customer's only for that customer", () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', storageOf(stored));
  const unwrittenFor = (customer: number | undefined) => unwrittenIn(storedEntries, () => customer);
  expect(unwrittenFor(undefined).put([entry('a'), entry('b')])).toBe(true);
  unwrittenFor(7).put([entry('c')]);
  expect([undefined, 7, 8].map((customer) => idsOf(unwrittenFor(customer).read()))).toEqual([
    ['a', 'b'],
    ['a', 'b', 'c'],
    ['a', 'b'],
  ]);
  unwrittenFor(8).drop(({ id }) => id !== 'b');
  expect(idsOf(unwrittenFor(7).read())).toEqual(['b']);
  unwrittenFor(8).drop(() => true);
  expect([...stored]).toEqual([]);
});

test('a forbidden, full or corrupt storage stores nothing, and put() reports it', () => {
  const forbidden = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: forbidden, setItem: forbidden, removeItem: forbidden });
  const unwritten = unwrittenIn(storedEntries, () => undefined);
  expect([unwritten.put([entry('a')]), unwritten.read()]).toEqual([false, []]);
  vi.stubGlobal('localStorage', storageOf(new Map([['unwritten', '{']])));
  expect(unwritten.read()).toEqual([]);
});

test('the next change of the outbox removes unwritten entries that the outbox already has', async () => {
  const unwritten = unwrittenIn(storedEntries, () => undefined);
  const store = memoryOutbox<CartSnapshot, PendingEntry>();
  unwritten.put([entry('a'), entry('b')]);
  await store.change((outbox) => appended(outbox, entry('a')));
  await store.change(tidying({ entries: unwritten, isKnown }, cleared, () => true));
  expect(idsOf(unwritten.read())).toEqual(['b']);
});

test('an outbox in memory keeps its waiting entries unwritten until they are removed from it', async () => {
  const unwritten = unwrittenIn(storedEntries, () => undefined);
  const store = memoryOutbox<CartSnapshot, PendingEntry>();
  const change = (step: (outbox: CartOutbox) => CartOutbox) =>
    store.change(tidying({ entries: unwritten, isKnown }, step, () => store.durable));
  unwritten.put([entry('a'), entry('b'), entry('c')]);
  await change((outbox) => ['a', 'b'].map(entry).reduce(appended, outbox));
  await change((outbox) => outbox);
  expect(idsOf(unwritten.read())).toEqual(['a', 'b', 'c']);
  await change((outbox) => discarded(outbox, 'a'));
  expect(idsOf(unwritten.read())).toEqual(['b', 'c']);
  await change(cleared);
  expect(idsOf(unwritten.read())).toEqual(['c']);
});
