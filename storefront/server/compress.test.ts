import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { codingFor, compressed, forKeeping, unpacked, zippedQuickly } from './compress.ts';

const text = Buffer.from('rooibos and honeybush '.repeat(200));

test('compresses once into what every browser can take, and leaves small things alone', async () => {
  const bodies = await compressed(text, 6);
  expect(brotliDecompressSync(bodies.br ?? '').equals(text)).toBe(true);
  expect(gunzipSync(bodies.gzip ?? '').equals(text)).toBe(true);
  expect(await compressed(Buffer.from('tea'), 6)).toEqual({ identity: Buffer.from('tea') });
  expect(Object.keys(zippedQuickly(text))).toEqual(['identity', 'gzip']);
});

test('is kept without what another coding can be turned into', async () => {
  const kept = forKeeping(await compressed(text, 6));
  expect(Object.keys(kept)).toEqual(['br', 'gzip']);
  expect((await unpacked(kept)).equals(text)).toBe(true);
  const small = await compressed(Buffer.from('tea'), 6);
  expect(forKeeping(small)).toEqual(small);
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
])('a browser that takes %j is sent %s', async (accepted, coding) => {
  expect(codingFor(accepted, await compressed(text, 6))).toBe(coding);
});

test('a coding that the body does not have is not chosen', () => {
  expect(codingFor('br, gzip', { identity: text })).toBe('identity');
});
