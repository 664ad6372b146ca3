import { expect, test } from 'vitest';
import { memoryOutbox } from '../../platform/outbox/outbox.ts';
import { appended, type CartSnapshot, cleared, type PendingEntry } from './cart-outbox.ts';
import { tidied, unwrittenIn } from './unsaved-entries.ts';

const entry = (id: string): PendingEntry => ({ id, at: 0, kind: 'remove', key: 'OATS' });
const idsOf = (entries: readonly PendingEntry[]) => entries.map(({ id }) => id);

function storageOf(stored: Map<string, string>): Storage {
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  } as Storage;
}

test("unwritten entries reach the next page: a guest's also after a login, a customer's only for that customer", () => {
  const stored = new Map<string, string>();
  const unwrittenFor = (customer: number | undefined) =>
    unwrittenIn(
      () => storageOf(stored),
      'unwritten',
      () => customer,
    );
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
  const without = unwrittenIn(forbidden, 'unwritten', () => undefined);
  expect([without.put([entry('a')]), without.read()]).toEqual([false, []]);
  const garbage = unwrittenIn(
    () => storageOf(new Map([['unwritten', '{']])),
    'unwritten',
    () => undefined,
  );
  expect(garbage.read()).toEqual([]);
});

test('the next change of the outbox removes unwritten entries that the outbox already has', async () => {
  const unwritten = unwrittenIn(
    () => storage,
    'unwritten',
    () => undefined,
  );
  const storage = storageOf(new Map());
  const store = memoryOutbox<CartSnapshot, PendingEntry>();
  unwritten.put([entry('a'), entry('b')]);
  await store.change((outbox) => appended(outbox, entry('a')));
  await tidied({ store, unwritten }).change(cleared);
  expect(idsOf(unwritten.read())).toEqual(['b']);
});
