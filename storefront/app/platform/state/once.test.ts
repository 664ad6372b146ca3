import { expect, test, vi } from 'vitest';
import { once } from './once.ts';

test('runs at the first call, and never again', () => {
  const run = vi.fn(() => ({}));
  const get = once(run);
  expect(run).not.toHaveBeenCalled();
  expect(get()).toBe(get());
  expect(run).toHaveBeenCalledTimes(1);
});

test('a result of undefined is remembered, too', () => {
  const run = vi.fn();
  const start = once(run);
  start();
  start();
  expect(run).toHaveBeenCalledTimes(1);
});

test('calls share a pending promise, and only a rejection is tried again', async () => {
  const fetchPart = vi.fn(async () => 'part').mockRejectedValueOnce(new Error('no network'));
  const open = once(fetchPart);
  const failing = [open(), open()];
  for (const call of failing) await expect(call).rejects.toThrow('no network');
  expect(fetchPart).toHaveBeenCalledTimes(1);
  expect([await open(), await open()]).toEqual(['part', 'part']);
  expect(fetchPart).toHaveBeenCalledTimes(2);
});

test('a caller may try again as soon as it learns of the rejection', async () => {
  const open = once(vi.fn(async () => 'part').mockRejectedValueOnce(new Error('no network')));
  await expect(open().catch(() => open())).resolves.toBe('part');
});
