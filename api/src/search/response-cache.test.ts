import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createResponseCache, encoded } from './response-cache.ts';

const responseOf = (size: number) => ({ plain: Buffer.alloc(size, 'a'), compressed: {} });

test('the response cache evicts the least recently used response', () => {
  const cache = createResponseCache(100_000);
  for (const key of ['one', 'two', 'three', 'four', 'five']) cache.store(key, responseOf(12_000));
  cache.find('one');
  cache.store('six', responseOf(12_000));
  expect(cache.find('one')).toBeDefined();
  expect(cache.find('two')).toBeUndefined();
  cache.forget();
  expect(cache.find('one')).toBeUndefined();
});

test('a response stored twice counts once', () => {
  const cache = createResponseCache(100_000);
  for (let time = 0; time < 50; time++) cache.store('one', responseOf(12_000));
  cache.store('two', responseOf(12_000));
  expect(cache.find('one')).toBeDefined();
  expect(cache.find('two')).toBeDefined();
});

test('a response is compressed as the client accepts it; a short one is not compressed', async () => {
  const long = responseOf(5000);
  const br = await encoded(long, 'gzip, br');
  expect(brotliDecompressSync(br.bytes)).toEqual(long.plain);
  expect((await encoded(long, 'br')).bytes).toBe(br.bytes);
  expect(gunzipSync((await encoded(long, 'gzip, br;q=0')).bytes)).toEqual(long.plain);
  expect((await encoded(long, undefined)).encoding).toBeUndefined();
  expect((await encoded(responseOf(10), 'br')).encoding).toBeUndefined();
});
