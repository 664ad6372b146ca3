import { expect, it } from 'vitest';
import { fairQueue, maxWaitingPerClient } from './fair-queue.ts';

/** Tasks that end when the test says so, and the order in which they began. */
function openTasks() {
  const began: string[] = [];
  const ends: (() => void)[] = [];
  const task = (name: string) => () => {
    began.push(name);
    return new Promise<string>((resolve) => ends.push(() => resolve(name)));
  };
  const endNext = async () => {
    ends.shift()?.();
    // The next task begins in a later turn of the event loop.
    await new Promise(setImmediate);
  };
  return { began, task, endNext };
}

it('a client’s picture waits for one of another client, not for all that wait (T40)', async () => {
  const { began, task, endNext } = openTasks();
  const queue = fairQueue(1);
  for (let number = 0; number < maxWaitingPerClient; number++) queue('flood', task(`flood ${number}`));
  const first = queue('shopper', task('shopper 0'));
  queue('shopper', task('shopper 1'));
  for (let ended = 0; ended < 4; ended++) await endNext();
  expect(began).toEqual(['flood 0', 'flood 1', 'shopper 0', 'flood 2', 'shopper 1']);
  expect(await first.result).toBe('shopper 0');
});

it('one client never holds all places, and places are not exceeded (T40)', async () => {
  const { began, task, endNext } = openTasks();
  const queue = fairQueue(3);
  for (let number = 0; number < 5; number++) queue('flood', task(`flood ${number}`));
  expect(began).toEqual(['flood 0', 'flood 1']);
  queue('shopper', task('shopper 0'));
  queue('other', task('other 0'));
  expect(began).toEqual(['flood 0', 'flood 1', 'shopper 0']);
  await endNext();
  expect(began.length).toBe(4);
  for (let ended = 0; ended < 4; ended++) await endNext();
  expect(began.toSorted()).toEqual([
    ...['flood 0', 'flood 1', 'flood 2', 'flood 3', 'flood 4', 'other 0', 'shopper 0'],
  ]);
});

it('work that another client wants too runs once, at the first turn of either (T40)', async () => {
  const { began, task, endNext } = openTasks();
  const queue = fairQueue(1);
  for (let number = 0; number < 5; number++) queue('flood', task(`flood ${number}`));
  const shared = queue('flood', task('shared'));
  shared.alsoFor('shopper');
  for (let ended = 0; ended < 7; ended++) await endNext();
  expect(began.filter((name) => name === 'shared')).toHaveLength(1);
  expect(began.indexOf('shared')).toBeLessThan(3);
});

it('a client with too many waiting tasks is refused, and others are not (T40)', async () => {
  const { began, task, endNext } = openTasks();
  const queue = fairQueue(1);
  queue('flood', task('running'));
  for (let number = 0; number < maxWaitingPerClient; number++) queue('flood', task(`flood ${number}`));
  for (let tries = 0; tries < 1000; tries++)
    expect(() => queue('flood', task('refused'))).toThrow('not available');
  queue('shopper', task('shopper'));
  for (let ended = 0; ended < maxWaitingPerClient + 200; ended++) {
    await endNext();
    if (ended > 2 && ended < 100) queue('flood', task(`later ${ended}`));
  }
  expect(began.indexOf('shopper')).toBe(2);
  expect(began).toHaveLength(2 + maxWaitingPerClient + 97);
});

it('a failed task rejects its result and makes room', async () => {
  const queue = fairQueue(1);
  const failed = queue('a', async () => {
    throw new Error('one task fails');
  });
  await expect(failed.result).rejects.toThrow('one task fails');
  expect(await queue('a', async () => 7).result).toBe(7);
});
