import { expect, test } from 'vitest';
import { packPage, unpackPage } from './packed-page.ts';
import type { Page } from './page.ts';

const page: Page = {
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8', 'content-language': 'fr-FR' },
  cookies: [],
  bodies: { identity: Buffer.from('<p>Rooïbos\n</p>'), br: Buffer.from([0, 10, 255]) },
  mark: 'keep',
  kind: 'page',
  tags: ['P1', 'home'],
};

test('a page comes back as it was, byte for byte, with the codings it had', () => {
  expect(unpackPage(packPage(page, 'here'), 'here')).toEqual(page);
});

test('what was cut off, changed or written by something else is no page', () => {
  const packed = packPage(page, 'here');
  for (let length = 0; length < packed.length; length++) {
    expect(unpackPage(packed.subarray(0, length), 'here')).toBeUndefined();
  }
  for (let at = 0; at < packed.length; at++) {
    const other = Buffer.from(packed);
    other[at]! ^= 1;
    expect(unpackPage(other, 'here')).toBeUndefined();
  }
});

test('what was packed to be kept elsewhere is no page here', () => {
  expect(unpackPage(packPage(page, 'there'), 'here')).toBeUndefined();
});
