import { expect, test } from 'vitest';
import { gtinOf } from './gtin.ts';

test.each(['6001087357012', '4006381333931', '036000291452', '96385074', '10614141000415', '9780306406157'])(
  'gtinOf accepts %s',
  (code) => {
    expect(gtinOf(code)).toBe(code);
  },
);

test.each([
  ['a wrong check digit', '6001087357011'],
  ['the number of a shop', '2000000000114'],
  ['the number of a shop in a UPC', '043000291458'],
  ['a coupon', '9912345678908'],
  ['another length', '60010873570'],
  ['letters', 'SKU-600108735'],
  ['zeros', '0000000000000'],
  ['no text', 6001087357012],
  ['nothing', ''],
])('gtinOf refuses %s', (_what, code) => {
  expect(gtinOf(code)).toBeUndefined();
});

test('gtinOf reads the groups of a printed code', () => {
  expect(gtinOf('6 001087 357012')).toBe('6001087357012');
});
