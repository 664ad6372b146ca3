import { expect, test } from 'vitest';
import { createDocumentCache } from './projected-document-cache.ts';

const never = () => {
  throw new Error('was kept');
};

test('the document cache writes a document once for each shape', () => {
  const cache = createDocumentCache(1000);
  expect(cache.text('short', 1, () => 'a')).toBe('a');
  expect(cache.text('short', 1, never)).toBe('a');
  expect(cache.text('long', 1, () => 'abc')).toBe('abc');
  cache.forget();
  expect(cache.length).toBe(0);
  expect(cache.text('short', 1, () => 'b')).toBe('b');
});

test('the document cache rewrites changed documents only', () => {
  const cache = createDocumentCache(1000);
  for (const shape of ['short', 'long']) for (const id of [1, 2]) cache.text(shape, id, () => 'before');
  cache.forget([2, 3]);
  expect(cache.length).toBe('short'.length + 'long'.length + 2 * 'before'.length);
  for (const shape of ['short', 'long']) {
    expect(cache.text(shape, 1, never)).toBe('before');
    expect(cache.text(shape, 2, () => 'after')).toBe('after');
  }
});

test('the document cache evicts the least recently used shape', () => {
  const cache = createDocumentCache(1000);
  cache.text('a', 1, () => 'a'.repeat(400));
  cache.text('b', 1, () => 'b'.repeat(400));
  cache.text('a', 1, never);
  cache.text('c', 1, () => 'c'.repeat(400));
  expect(cache.text('a', 1, never)).toHaveLength(400);
  expect(cache.text('b', 1, () => 'again')).toBe('again');
});

test('the document cache never exceeds its size limit, field names included', () => {
  const cache = createDocumentCache(10_000);
  for (let shape = 0; shape < 100; shape++) {
    for (let id = 0; id < 50; id++) cache.text(`${shape}`.repeat(1000), id, () => 'x'.repeat(100));
    expect(cache.length).toBeLessThanOrEqual(10_000);
  }
});
