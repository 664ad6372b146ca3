import { expect, test } from 'vitest';
import { dataUseIn, isLowData, rememberDataUse } from './data-use.ts';

test("isLowData uses the stored choice, and otherwise the browser's Save-Data", () => {
  expect(isLowData('', 'on')).toBe(true);
  expect(isLowData('', 'On')).toBe(true);
  expect(isLowData('', undefined)).toBe(false);
  expect(isLowData('', 'only')).toBe(false);
  expect(isLowData('a=b; fynbos-low-data=on', undefined)).toBe(true);
  expect(isLowData('fynbos-low-data=off; a=b', 'on')).toBe(false);
});

test('dataUseIn ignores an invalid cookie', () => {
  expect(dataUseIn('fynbos-low-data=perhaps')).toBe('automatic');
  expect(dataUseIn('not-fynbos-low-data=on')).toBe('automatic');
});

test('rememberDataUse deletes the cookie for automatic', () => {
  expect(rememberDataUse('automatic', false)).toContain('Max-Age=0');
  expect(rememberDataUse('on', true)).toMatch(/^fynbos-low-data=on; .*Max-Age=31536000.*Secure$/);
});
