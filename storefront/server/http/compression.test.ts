import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { codingFor, compressed, forStorage, unpacked, zippedQuickly } from './compression.ts';

const text = Buffer.from('rooibos and honeybush '.repeat(200));

test('compressed creates every encoding that browsers accept, and leaves small bodies uncompressed', async () => {
  const bodies = await compressed(text, 7);
  expect(brotliDecompressSync(bodies.br ?? '').equals(text)).toBe(true);
  expect(gunzipSync(bodies.gzip ?? '').equals(text)).toBe(true);
  expect(await compressed(Buffer.from('tea'), 7)).toEqual({ identity: Buffer.from('tea') });
  expect(Object.keys(zippedQuickly(text))).toEqual(['identity', 'gzip']);
});

test('forStorage drops the encoding that can be derived from another', async () => {
  const stored = forStorage(await compressed(text, 7));
  expect(Object.keys(stored)).toEqual(['br', 'gzip']);
  expect((await unpacked(stored)).equals(text)).toBe(true);
  const small = await compressed(Buffer.from('tea'), 7);
  expect(forStorage(small)).toEqual(small);
  expect(String(await unpacked(small))).toBe('tea');
});

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['identity', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['BR', 'br'],
  ['br;q=0, gzip;q=0.3', 'gzip'],
  ['br; q=0.5', 'br'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['gzip;q=0, *', 'br'],
])('codingFor(%j) is %s', async (accepted, coding) => {
  expect(codingFor(accepted, await compressed(text, 7))).toBe(coding);
});

test('codingFor never chooses an encoding that the body does not have', () => {
  expect(codingFor('br, gzip', { identity: text })).toBe('identity');
});
