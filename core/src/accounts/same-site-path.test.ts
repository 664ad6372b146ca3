import { expect, test } from 'vitest';
import { ownPath } from './same-site-path.ts';

const hostile = [
  '//evil.example',
  '///evil.example',
  '////evil.example/a',
  '/\\evil.example',
  '\\/evil.example',
  '\\\\evil.example',
  '/\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/%2fevil.example',
  '/%2F%2Fevil.example',
  '%2f%2fevil.example',
  '/%5cevil.example',
  '/%5C%5Cevil.example',
  'https:evil.example',
  'https:/evil.example',
  'https://evil.example',
  'HTTPS://EVIL.EXAMPLE',
  'http://evil.example',
  'http:\\\\evil.example',
  '//user@evil.example',
  '//user:word@evil.example/',
  '//here.invalid@evil.example',
  'https://here.invalid.evil.example',
  '//evil。example',
  '//evil．example',
  '//еvil.example',
  '//xn--vil-5cd.example',
  '//[::1]/',
  '//127.0.0.1',
  '//0x7f.1',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'blob:https://evil.example/1',
  'file:///etc/passwd',
  'mailto:a@evil.example',
  'evil.example',
  '.evil.example',
  '@evil.example',
  '?next=//evil.example',
  '#//evil.example',
  '',
  ' ',
  '/a/..//evil.example',
  '/./\\evil.example',
  '/..//evil.example',
  '/%2e%2e//evil.example',
  '/.%2e//evil.example',
  '//',
  '/\\',
  '//:80',
  '//evil.example:80\\@here.invalid',
  'c/tea',
  `/${'a'.repeat(5000)}`,
];

test(`ownPath rejects all ${hostile.length} foreign URLs (T5)`, () => {
  const left = hostile.filter((address) => {
    const target = new URL(ownPath(address), 'https://shop.example');
    return target.origin !== 'https://shop.example' || ownPath(address) !== '/';
  });
  expect(left).toEqual([]);
});

test.each([
  ['/c/tea?sort=price#top', '/c/tea?sort=price'],
  ['/', '/'],
  ['/my-account/orders', '/my-account/orders'],
  ['/search?q=a%2F%2Fb', '/search?q=a%2F%2Fb'],
  ['/a/../c/tea', '/c/tea'],
  ['/p/größe', '/p/gr%C3%B6%C3%9Fe'],
])('ownPath accepts a path of the shop: %s', (redirectUrl, path) => {
  expect(ownPath(redirectUrl)).toBe(path);
});
