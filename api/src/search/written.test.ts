import { expect, test } from 'vitest';
import { keepWritten } from './written.ts';

const never = () => {
  throw new Error('was kept');
};

test('a document is written once for each shape', () => {
  const kept = keepWritten(1000);
  expect(kept.text('short', 1, () => 'a')).toBe('a');
  expect(kept.text('short', 1, never)).toBe('a');
  expect(kept.text('long', 1, () => 'abc')).toBe('abc');
  kept.forget();
  expect(kept.length).toBe(0);
  expect(kept.text('short', 1, () => 'b')).toBe('b');
});

test('what changed is written anew, and nothing else', () => {
  const kept = keepWritten(1000);
  for (const shape of ['short', 'long']) for (const id of [1, 2]) kept.text(shape, id, () => 'before');
  kept.forget([2, 3]);
  expect(kept.length).toBe('short'.length + 'long'.length + 2 * 'before'.length);
  for (const shape of ['short', 'long']) {
    expect(kept.text(shape, 1, never)).toBe('before');
    expect(kept.text(shape, 2, () => 'after')).toBe('after');
  }
});

test('the shape nobody asked for lately makes room', () => {
  const kept = keepWritten(1000);
  kept.text('a', 1, () => 'a'.repeat(400));
  kept.text('b', 1, () => 'b'.repeat(400));
  kept.text('a', 1, never);
  kept.text('c', 1, () => 'c'.repeat(400));
  expect(kept.text('a', 1, never)).toHaveLength(400);
  expect(kept.text('b', 1, () => 'again')).toBe('again');
});

test('whatever is asked for, no more is kept than there is room, the names of the fields counted', () => {
  const kept = keepWritten(10_000);
  for (let shape = 0; shape < 100; shape++) {
    for (let id = 0; id < 50; id++) kept.text(`${shape}`.repeat(1000), id, () => 'x'.repeat(100));
    expect(kept.length).toBeLessThanOrEqual(10_000);
  }
});
