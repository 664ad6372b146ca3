import { expect, test } from 'vitest';
import { contentLink } from './content-link.ts';

test.each([
  ['/shipping-delivery', '/shipping-delivery'],
  ['/', '/'],
  ['/#top', '/#top'],
  ['/faq?x=1#section-returns', '/faq?x=1#section-returns'],
  ['/i/magazine-tea', '/magazine-tea'],
  ['/pages/faq?q=tea#top', '/faq?q=tea#top'],
  ['/i/cart', '/i/cart'],
  ['/i/', '/i/'],
  ['/pages/a/b', '/pages/a/b'],
  ['#section-food', '#section-food'],
  ['mailto:help@fynbos.co.za', 'mailto:help@fynbos.co.za'],
  ['mailto:help@fynbos.co.za?subject=Returns', 'mailto:help@fynbos.co.za?subject=Returns'],
  ['tel:+27210000100', 'tel:+27210000100'],
])('contentLink accepts %s as a link inside the shop', (written, href) => {
  expect(contentLink(written)).toEqual({ href, isOutside: false });
});

test('contentLink marks an https URL as external', () => {
  expect(contentLink(' HTTPS://www.gov.za/a?b#c ')).toEqual({
    href: 'https://www.gov.za/a?b#c',
    isOutside: true,
  });
});

test.each([
  '',
  'shipping-delivery',
  './faq',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/..//evil.example',
  '/%2fevil.example',
  'http://plain.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'ftp://x.example',
  'blob:https://x.example/1',
  'https:evil.example',
  'https://user:secret@evil.example/',
  'mailto:a@b.c?bcc=x@y.z',
  'mailto:x',
  'tel:javascript',
  '#a b',
  '#"onclick=',
  `/${'a'.repeat(2001)}`,
])('contentLink rejects %j', (written) => {
  expect(contentLink(written)).toBeUndefined();
});
