import { expect, test } from 'vitest';
import { createEmitter, createStore } from './store.ts';

test('a store notifies its subscribers of a new value only', () => {
  const store = createStore(1);
  const seen: number[] = [];
  const unsubscribe = store.subscribe(() => seen.push(store.get()));
  store.set(2);
  store.set(2);
  unsubscribe();
  store.set(3);
  expect(seen).toEqual([2]);
  expect(store.get()).toBe(3);
});

test('an emitter passes each event to all subscribers', () => {
  const emitter = createEmitter<string>();
  const seen: string[] = [];
  expect(emitter.isObserved()).toBe(false);
  const unsubscribe = emitter.subscribe((event) => seen.push(`first ${event}`));
  emitter.subscribe((event) => seen.push(`second ${event}`));
  emitter.emit('a');
  unsubscribe();
  emitter.emit('b');
  expect(seen).toEqual(['first a', 'second a', 'second b']);
  expect(emitter.isObserved()).toBe(true);
});
