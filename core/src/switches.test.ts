import { expect, test } from 'vitest';
import { readSwitches, standardSwitches, writeSwitches } from './switches.ts';

test('a page carries only what differs from the default, and reads it back', () => {
  expect(writeSwitches(standardSwitches)).toBe('');
  expect(readSwitches('')).toEqual(standardSwitches);
  const turned = { ...standardSwitches, stockSync: false, tokenRefresh: false };
  expect(readSwitches(writeSwitches(turned))).toEqual(turned);
  expect(readSwitches('nonsense')).toEqual(standardSwitches);
});
