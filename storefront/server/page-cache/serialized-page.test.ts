import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Page } from './page.ts';
import { serializePage, unpackPage } from './serialized-page.ts';

const page: Page = {
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8', 'content-language': 'fr-FR' },
  cookies: [],
  bodies: { identity: Buffer.from('<p>Rooïbos\n</p>'), br: Buffer.from([0, 10, 255]) },
  mark: 'keep',
  kind: 'page',
  tags: ['P1', 'home'],
};

const here = { key: 'a-key-of-the-storefronts', under: 'here' };

test('unpackPage restores a page byte for byte, with its encodings', () => {
  expect(unpackPage(serializePage(page, here), here)).toEqual(page);
});

test('unpackPage rejects truncated, modified and foreign data', () => {
  const serialized = serializePage(page, here);
  for (let length = 0; length < serialized.length; length++) {
    expect(unpackPage(serialized.subarray(0, length), here)).toBeUndefined();
  }
  for (let at = 0; at < serialized.length; at++) {
    const corrupted = Buffer.from(serialized);
    corrupted[at]! ^= 1;
    expect(unpackPage(corrupted, here)).toBeUndefined();
  }
});

test('unpackPage rejects a page that was serialized for another place', () => {
  expect(unpackPage(serializePage(page, { ...here, under: 'there' }), here)).toBeUndefined();
});

test('unpackPage rejects a page of somebody who can write to the store but lacks the key (T39)', () => {
  const content = serializePage(page, here).subarray(32);
  const checksum = createHash('sha256').update(`${here.under}\n`).update(content).digest();
  expect(unpackPage(Buffer.concat([checksum, content]), here)).toBeUndefined();
  expect(unpackPage(serializePage(page, { ...here, key: 'another-key' }), here)).toBeUndefined();
});
