import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { encoded, keepAnswers } from './answers.ts';

const answer = (size: number) => ({ plain: Buffer.alloc(size, 'a'), packed: {} });

test('the least recently asked answer makes room', () => {
  const kept = keepAnswers(100_000);
  for (const question of ['one', 'two', 'three', 'four', 'five']) kept.keep(question, answer(12_000));
  kept.find('one');
  kept.keep('six', answer(12_000));
  expect(kept.find('one')).toBeDefined();
  expect(kept.find('two')).toBeUndefined();
  kept.forget();
  expect(kept.find('one')).toBeUndefined();
});

test('an answer that is brought twice weighs once', () => {
  const kept = keepAnswers(100_000);
  for (let time = 0; time < 50; time++) kept.keep('one', answer(12_000));
  kept.keep('two', answer(12_000));
  expect(kept.find('one')).toBeDefined();
  expect(kept.find('two')).toBeDefined();
});

test('an answer is packed as the client accepts it, and a short one not at all', async () => {
  const long = answer(5000);
  const br = await encoded(long, 'gzip, br');
  expect(brotliDecompressSync(br.bytes)).toEqual(long.plain);
  expect((await encoded(long, 'br')).bytes).toBe(br.bytes);
  expect(gunzipSync((await encoded(long, 'gzip, br;q=0')).bytes)).toEqual(long.plain);
  expect((await encoded(long, undefined)).encoding).toBeUndefined();
  expect((await encoded(answer(10), 'br')).encoding).toBeUndefined();
});
