import { expect, test } from 'vitest';
import { memoryBox } from '../offline/box.ts';
import { appended, cleared, type KeptCart, type PendingEntry } from './cart-box.ts';
import { tidied, unwrittenIn } from './unwritten.ts';

const entry = (id: string): PendingEntry => ({ id, at: 0, kind: 'remove', key: 'OATS' });
const idsOf = (entries: readonly PendingEntry[]) => entries.map(({ id }) => id);

function storageOf(kept: Map<string, string>): Storage {
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as Storage;
}

test('what was done is there for the next page, a guest’s for who logs in too, a customer’s for nobody else', () => {
  const kept = new Map<string, string>();
  const here = (customer: number | undefined) =>
    unwrittenIn(
      () => storageOf(kept),
      'unwritten',
      () => customer,
    );
  expect(here(undefined).put([entry('a'), entry('b')])).toBe(true);
  here(7).put([entry('c')]);
  expect([undefined, 7, 8].map((customer) => idsOf(here(customer).read()))).toEqual([
    ['a', 'b'],
    ['a', 'b', 'c'],
    ['a', 'b'],
  ]);
  here(8).drop(({ id }) => id !== 'b');
  expect(idsOf(here(7).read())).toEqual(['b']);
  here(8).drop(() => true);
  expect([...kept]).toEqual([]);
});

test('a storage that is forbidden, full or holds garbage keeps nothing, and says so', () => {
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

test('what the box has is let go of with its next change, before that can empty it', async () => {
  const unwritten = unwrittenIn(
    () => storage,
    'unwritten',
    () => undefined,
  );
  const storage = storageOf(new Map());
  const store = memoryBox<KeptCart, PendingEntry>();
  unwritten.put([entry('a'), entry('b')]);
  await store.change((box) => appended(box, entry('a')));
  await tidied({ store, unwritten }).change(cleared);
  expect(idsOf(unwritten.read())).toEqual(['b']);
});
