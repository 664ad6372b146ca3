import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { RenderQueue } from './render-queue.ts';

const limits = { concurrency: 2, slotTimeoutMs: 60_000, queueTimeoutMs: 60_000, maxQueued: 3 };

/** Pages that are rendered when told to. */
function pagesIn(queue: RenderQueue) {
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<string>>();
  const open = (name: string) =>
    queue.run(() => {
      begun.push(name);
      const rendering = Promise.withResolvers<string>();
      ends.set(name, rendering);
      return rendering.promise;
    });
  const end = async (name: string) => {
    ends.get(name)?.resolve(name);
    await sleep(0);
  };
  return { begun, ends, open, end };
}

test('renders so many pages at once, and the others in the order of their requests', async () => {
  const { begun, open, end } = pagesIn(new RenderQueue(limits));
  const pages = ['a', 'b', 'c', 'd', 'e'].map(open);
  expect(begun).toEqual(['a', 'b']);
  await end('b');
  expect(begun).toEqual(['a', 'b', 'c']);
  const later = open('f');
  for (const name of ['a', 'c', 'd', 'e', 'f']) await end(name);
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  expect(await Promise.all([...pages, later])).toEqual(begun);
});

test('a page that fails makes room for the next one', async () => {
  const { begun, ends, open, end } = pagesIn(new RenderQueue({ ...limits, concurrency: 1 }));
  const failing = open('a');
  const next = open('b');
  ends.get('a')?.reject(new Error('crash'));
  await expect(failing).rejects.toThrow('crash');
  await sleep(0);
  expect(begun).toEqual(['a', 'b']);
  await end('b');
  expect(await next).toBe('b');
});

test('a page that waits for something else does not hold up the others', async () => {
  const { begun, open, end } = pagesIn(new RenderQueue({ ...limits, concurrency: 1, slotTimeoutMs: 1 }));
  const slow = open('slow');
  const next = open('next');
  await expect.poll(() => begun).toEqual(['slow', 'next']);
  for (const name of ['next', 'slow']) await end(name);
  expect(await Promise.all([slow, next])).toEqual(['slow', 'next']);
});

test('refuses a page when too many are waiting, and when it has waited too long', async () => {
  const { begun, open, end } = pagesIn(new RenderQueue({ ...limits, queueTimeoutMs: 1, maxQueued: 1 }));
  const rendered = ['a', 'b'].map(open);
  const waiting = open('c');
  await expect(open('d')).rejects.toMatchObject({ code: 'unavailable' });
  await expect(waiting).rejects.toMatchObject({ code: 'unavailable' });
  for (const name of ['a', 'b']) await end(name);
  await Promise.all(rendered);
  const again = open('e');
  expect(begun).toEqual(['a', 'b', 'e']);
  await end('e');
  expect(await again).toBe('e');
});
