import { expect, test } from 'vitest';
import { dataUseIn, isLowData, rememberDataUse } from './data-use.ts';

test('what was chosen counts, and otherwise what the browser says', () => {
  expect(isLowData('', 'on')).toBe(true);
  expect(isLowData('', 'On')).toBe(true);
  expect(isLowData('', undefined)).toBe(false);
  expect(isLowData('', 'only')).toBe(false);
  expect(isLowData('a=b; fynbos-low-data=on', undefined)).toBe(true);
  expect(isLowData('fynbos-low-data=off; a=b', 'on')).toBe(false);
});

test('nonsense in the cookie is no choice', () => {
  expect(dataUseIn('fynbos-low-data=perhaps')).toBe('automatic');
  expect(dataUseIn('not-fynbos-low-data=on')).toBe('automatic');
});

test('automatic is remembered by forgetting', () => {
  expect(rememberDataUse('automatic', false)).toContain('Max-Age=0');
  expect(rememberDataUse('on', true)).toMatch(/^fynbos-low-data=on; .*Max-Age=31536000.*Secure$/);
});
